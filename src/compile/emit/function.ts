import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import type {
  ArrayLayout,
  Atom,
  Block,
  FunctionId,
  IrFunction,
  Kind,
  Operation,
  Statement,
  Variable,
  VariantLayout,
} from '../ir/tree';
import { holdsReal } from '../differentiate/reals';
import { Code } from './code';
import { addAll, allFinite, constructorOf, copy, shadow } from './data-functions';
import type { ConstantData } from './data';
import { allReals, canOverflow, untested } from './finite';
import type { Opcode } from './instructions';
import { arrayOf, fieldOffset, hasHeader, load, store, stride, typeOf, variantOf, WORD } from './layout';
import { finite, note } from './careful';
import { FAULT } from './host';
import type { WasmFunction } from './module';
import type { Runtime } from './runtime';

const LARGEST_INT = Number.MAX_SAFE_INTEGER;

/** The bytes of data that a loop makes before it frees what is not in use. */
const MUCH = 1 << 20;

/** The rest of the module, as far as one function needs it. */
export interface Surroundings {
  readonly data: ConstantData;
  readonly runtime: Runtime;
  readonly indexOf: (id: FunctionId) => number;
  /** Whether calls of a function count as steps: it is recursive. */
  readonly isRecursive: (id: FunctionId) => boolean;
}

/** Writes a function of the intermediate representation as WebAssembly. `tested` tells which results its caller tests. */
export function emitFunction(given: IrFunction, surroundings: Surroundings, name: string): WasmFunction {
  const writer = new Writer(surroundings, given.careful === true);
  const { code } = writer;
  for (const parameter of given.parameters) writer.declare(parameter);
  if (given.careful === true) allReals(given.body, writer.needsTest);
  else
    untested(
      given.body,
      given.body.results.map(() => false),
      writer.needsTest,
    );
  if (surroundings.isRecursive(given.id)) writer.spend();
  writer.block(given.body);
  for (const result of given.body.results) writer.atom(result);
  return {
    name,
    parameters: given.parameters.map(({ kind }) => typeOf(kind)),
    results: given.body.results.map(({ kind }) => typeOf(kind)),
    locals: code.locals,
    body: code.body,
  };
}

class Writer {
  readonly code = new Code();
  readonly needsTest = new Set<number>();
  private readonly places = new Map<number, number>();
  private readonly around: Surroundings;
  private readonly isCareful: boolean;

  constructor(around: Surroundings, isCareful: boolean) {
    this.around = around;
    this.isCareful = isCareful;
  }

  declare(variable: Variable): number {
    const local = this.code.local(typeOf(variable.kind));
    this.places.set(variable.id, local);
    return local;
  }

  atom(atom: Atom): this {
    if (atom.tag === 'variable') this.code.get(this.placeOf(atom));
    else this.code.op(`${typeOf(atom.kind)}.const`, this.around.data.immediate(atom));
    return this;
  }

  private placeOf({ id }: Variable): number {
    return this.places.get(id) ?? internalError(`variable ${id} has no place`);
  }

  /** Writes the statements of a block. Its variables keep their locals until `leave`. */
  block({ statements }: Block): void {
    for (const statement of statements) this.statement(statement);
  }

  /** Frees the locals of the variables that a block binds. */
  private leave({ statements }: Block): void {
    for (const { targets } of statements) this.forget(targets);
  }

  private forget(variables: readonly Variable[]): void {
    for (const { id } of variables) {
      const local = this.places.get(id);
      if (local === undefined) continue;
      this.places.delete(id);
      this.code.release(local);
    }
  }

  /** Writes a block whose results go to variables that exist already. */
  private into(block: Block, targets: readonly Variable[]): void {
    this.block(block);
    for (const result of block.results) this.atom(result);
    for (const target of targets.toReversed()) this.code.set(this.placeOf(target));
    this.leave(block);
  }

  /** Takes one step of the budget. */
  spend(): void {
    const { code } = this;
    const { fuel } = this.around.runtime;
    code.op('global.get', fuel).op('i64.const', 1).op('i64.sub').op('global.set', fuel);
    code.op('global.get', fuel).op('i64.const', 0).op('i64.lt_s');
    this.faultIf(FAULT.steps);
  }

  /** Stops the run if the condition on the stack holds. */
  private faultIf(fault: number): void {
    this.code.when(() => {
      this.around.runtime.fault(this.code, fault);
    });
  }

  private testFinite(local: number): void {
    const { runtime } = this.around;
    this.code.get(local);
    if (this.isCareful) this.code.op('call', finite(runtime));
    else runtime.testFinite(this.code);
  }

  private statement(statement: Statement): void {
    const { code } = this;
    const { runtime } = this.around;
    const [target] = statement.targets;
    switch (statement.tag) {
      case 'operation':
        this.operation(statement);
        return;
      case 'construct': {
        const kind = target?.kind ?? internalError('a target');
        const layout = variantOf(kind);
        const { fields, constructor_ } = statement;
        if (fields.length === 0) {
          code.i32(constructor_).set(this.declare(target ?? internalError('a target')));
          return;
        }
        const place = this.declare(target ?? internalError('a target'));
        const start = hasHeader(layout) ? WORD : 0;
        code
          .i32(start + WORD * fields.length)
          .op('call', runtime.allocate)
          .set(place);
        if (hasHeader(layout)) code.get(place).i32(constructor_).op('i32.store', 0);
        fields.forEach((field, i) => {
          code.get(place);
          this.atom(field);
          store(code, field.kind, start + WORD * i);
        });
        return;
      }
      case 'move': {
        for (const value of statement.values) this.atom(value);
        for (const each of statement.targets) this.declare(each);
        for (const each of statement.targets.toReversed()) code.set(this.placeOf(each));
        if (!statement.finite) return;
        for (const each of statement.targets) {
          if (this.needsTest.has(each.id)) this.testFinite(this.placeOf(each));
          else if (typeof each.kind === 'object' && holdsReal(each.kind)) {
            code.get(this.placeOf(each)).op('call', allFinite(runtime, dataOf(each.kind)));
          }
        }
        return;
      }
      case 'tag': {
        constructorOf(code, variantOf(statement.value.kind), () => this.atom(statement.value));
        code.op('i64.extend_i32_u').set(this.declare(target ?? internalError('a target')));
        return;
      }
      case 'field': {
        const made = target ?? internalError('a target');
        this.atom(statement.value);
        load(code, made.kind, fieldOffset(statement.value.kind, statement.index));
        code.set(this.declare(made));
        return;
      }
      case 'array': {
        const made = target ?? internalError('a target');
        const layout = arrayOf(made.kind);
        const { items } = statement;
        const place = this.declare(made);
        code
          .i32(WORD + stride(layout) * items.length)
          .op('call', runtime.allocate)
          .set(place);
        code.get(place).i32(items.length).op('i32.store', 0);
        items.flat().forEach((part, i) => {
          code.get(place);
          this.atom(part);
          store(code, part.kind, WORD + WORD * i);
        });
        return;
      }
      case 'length': {
        const { kind } = statement.array;
        this.atom(statement.array);
        if (typeof kind === 'object' && kind.tag === 'variant') {
          code.op('call', runtime.listLength(kind));
        } else code.op('i32.load', 0);
        code.op('i64.extend_i32_u').set(this.declare(target ?? internalError('a target')));
        return;
      }
      case 'item': {
        const layout = arrayOf(statement.array.kind);
        if (statement.checked) {
          this.atom(statement.index).atom(statement.array);
          code.op('i32.load', 0).op('i64.extend_i32_u').op('i64.ge_u');
          this.faultIf(FAULT.program);
        }
        if (statement.absentIsZero === true) {
          for (const each of statement.targets) this.declare(each);
          this.hasItem(statement.array, statement.index);
          code.when(
            () => {
              this.load(statement.array, statement.index, layout, statement.targets);
            },
            () => {
              // The locals may hold values of the round before.
              for (const each of statement.targets) {
                code.op(`${typeOf(each.kind)}.const`, 0).set(this.placeOf(each));
              }
            },
          );
          return;
        }
        for (const each of statement.targets) this.declare(each);
        this.load(statement.array, statement.index, layout, statement.targets);
        return;
      }
      case 'build':
        this.build(statement);
        return;
      case 'append':
        this.atom(statement.left).atom(statement.right);
        code.op('call', runtime.join()).set(this.declare(target ?? internalError('a target')));
        return;
      case 'spine':
        this.atom(statement.list);
        code.op('call', runtime.spine(variantOf(statement.list.kind)));
        code.set(this.declare(target ?? internalError('a target')));
        return;
      case 'if': {
        for (const each of statement.targets) this.declare(each);
        this.atom(statement.condition);
        code.when(
          () => {
            this.into(statement.consequent, statement.targets);
          },
          () => {
            this.into(statement.alternative, statement.targets);
          },
        );
        return;
      }
      case 'for':
        this.for(statement);
        return;
      case 'while': {
        const { parameters, initial, header, exit, body } = statement;
        for (const each of statement.targets) this.declare(each);
        for (const atom of initial) this.atom(atom);
        for (const each of parameters) this.declare(each);
        for (const each of parameters.toReversed()) code.set(this.placeOf(each));
        const forget = statement.forgets ? this.forgetting(parameters) : undefined;
        code.op('loop');
        this.spend();
        this.block(header);
        this.atom(header.results[0] ?? internalError('a condition'));
        code.when(
          () => {
            this.into(exit, statement.targets);
          },
          () => {
            this.into(body, parameters);
            forget?.each();
            code.op('br', 1);
          },
        );
        code.op('end');
        forget?.end();
        this.leave(header);
        this.forget(parameters);
        return;
      }
      case 'call': {
        for (const atom of statement.arguments) this.atom(atom);
        code.op('call', this.around.indexOf(statement.callee));
        for (const each of statement.targets) this.declare(each);
        for (const each of statement.targets.toReversed()) code.set(this.placeOf(each));
        return;
      }
      case 'fail':
        runtime.fault(code, FAULT.program);
        for (const each of statement.targets) this.declare(each);
        return;
      case 'note':
        this.note(statement);
        return;
      case 'shadow': {
        const { of } = statement;
        this.atom(of);
        code.op('call', shadow(runtime, dataOf(of.kind))).set(this.declare(target ?? internalError('a target')));
        return;
      }
      case 'accumulate':
        this.accumulate(statement);
        return;
      case 'addAll': {
        const { value, like } = statement;
        this.atom(statement.shadow).atom(value).atom(like);
        code.op('call', addAll(runtime, dataOf(like.kind), statement.lenient));
        return;
      }
      case 'push':
        this.push(statement.values);
        return;
      case 'pop':
        this.pop(statement.targets);
        return;
      case 'mark':
        code.op('global.get', runtime.top).op('i64.extend_i32_u');
        code.set(this.declare(target ?? internalError('a target')));
        return;
      case 'release':
        this.atom(statement.mark);
        code.op('i32.wrap_i64').op('call', runtime.release);
        return;
      default:
        internalError(`${statement.tag} is not written yet`);
    }
  }

  private note({ site, caller, values }: Extract<Statement, { tag: 'note' }>): void {
    const { code } = this;
    code.i32(site);
    if (caller !== undefined) {
      this.atom(caller);
      code.op('i32.wrap_i64');
    }
    for (const value of values) {
      this.atom(value);
      if (value.kind === 'int') code.op('f64.convert_i64_s');
    }
    code.op('call', note(this.around.runtime, caller !== undefined, values.length));
  }

  /** Leaves the address of an item of an array, less the 8 bytes of its length. */
  private item(array: Atom, index: Atom): void {
    const { code } = this;
    const size = stride(arrayOf(array.kind));
    this.atom(array).atom(index);
    code.op('i32.wrap_i64').i32(size).op('i32.mul').op('i32.add');
  }

  /** Leaves 1 if a shadow has an item: it may be absent, or a list whose rest is absent. */
  private hasItem(array: Atom, index: Atom): void {
    this.atom(index).atom(array);
    this.code.op('i32.load', 0).op('i64.extend_i32_u').op('i64.lt_u');
  }

  /** Loads the parts of an item. */
  private load(array: Atom, index: Atom, layout: ArrayLayout, targets: readonly Variable[]): void {
    const { code } = this;
    const [only, ...more] = targets;
    if (only === undefined) return;
    this.item(array, index);
    if (more.length === 0) {
      load(code, layout.item[0] ?? internalError('a part'), WORD);
      code.set(this.placeOf(only));
      return;
    }
    const address = code.local('i32');
    code.set(address);
    targets.forEach((part, k) => {
      code.get(address);
      load(code, part.kind, WORD + WORD * k);
      code.set(this.placeOf(part));
    });
    code.release(address);
  }

  private accumulate({ shadow: into, place, amount }: Extract<Statement, { tag: 'accumulate' }>): void {
    const { code } = this;
    if (place.tag === 'item') this.hasItem(into, place.index);
    else this.atom(into);
    code.when(() => {
      const address = code.local('i32');
      if (place.tag === 'item') this.item(into, place.index);
      else this.atom(into);
      const offset = place.tag === 'item' ? WORD + WORD * place.part : fieldOffset(into.kind, place.index);
      code.set(address).get(address).get(address).op('f64.load', offset);
      this.atom(amount);
      code.op('f64.add').op('f64.store', offset);
      code.release(address);
    });
  }

  private push(values: readonly Atom[]): void {
    const { code } = this;
    const { runtime } = this.around;
    const bytes = WORD * values.length;
    const address = code.local('i32');
    code.op('global.get', runtime.stack).i32(bytes).op('i32.add').op('global.get', runtime.stackEnd).op('i32.gt_u');
    code.when(() => code.i32(bytes).op('call', runtime.moreStack));
    code.op('global.get', runtime.stack).set(address);
    values.forEach((value, k) => {
      code.get(address);
      this.atom(value);
      store(code, value.kind, WORD * k);
    });
    code.get(address).i32(bytes).op('i32.add').op('global.set', runtime.stack);
    code.release(address);
  }

  private pop(targets: readonly Variable[]): void {
    const { code } = this;
    const { runtime } = this.around;
    const address = code.local('i32');
    code.op('global.get', runtime.stack).op('global.get', runtime.stackStart).op('i32.eq');
    code.when(() => code.op('call', runtime.lessStack));
    code
      .op('global.get', runtime.stack)
      .i32(WORD * targets.length)
      .op('i32.sub')
      .set(address);
    code.get(address).op('global.set', runtime.stack);
    targets.forEach((target, k) => {
      code.get(address);
      load(code, target.kind, WORD * k);
      code.set(this.declare(target));
    });
    code.release(address);
  }

  private operation({ operation, arguments: given, targets, derivative }: Operation): void {
    const { code } = this;
    const [target] = targets;
    const { result } = operationRow(operation);
    const [first, second] = given;
    const made = target ?? internalError('a target');
    if (
      operation === 'powerInt' &&
      first !== undefined &&
      second?.tag === 'constant' &&
      this.power(first, second, made)
    ) {
      return;
    }
    const { within } = WASM[operation];
    if (within !== undefined && !derivative) {
      this.sequence(within, operation, given);
      code.op('i32.eqz');
      this.faultIf(FAULT.program);
    }
    this.sequence(WASM[operation].code, operation, given);
    const place = this.declare(made);
    code.set(place);
    if (result === 'real' && this.needsTest.has(made.id)) this.testFinite(place);
    if (result === 'int' && canOverflow(operation) && !derivative) {
      code.get(place).op('i64.const', LARGEST_INT).op('i64.add');
      code.op('i64.const', 2 * LARGEST_INT).op('i64.gt_u');
      this.faultIf(FAULT.result);
    }
  }

  /** Writes a small constant power as products, as the table computes it. */
  private power(base: Atom, exponent: Extract<Atom, { tag: 'constant' }>, target: Variable): boolean {
    const { code } = this;
    const n = exponent.value;
    if (n !== 1 && n !== 2 && n !== 3) return false;
    this.atom(base);
    for (let i = 1; i < n; i++) {
      this.atom(base);
      code.op('f64.mul');
    }
    const place = this.declare(target);
    code.set(place);
    if (this.needsTest.has(target.id)) this.testFinite(place);
    return true;
  }

  /** Writes code of the table of operations. */
  private sequence(text: string, operation: OperationName, given: readonly Atom[]): void {
    for (const { op, argument, immediate } of parsed(text)) {
      if (argument !== undefined) this.atom(given[argument] ?? internalError('an argument'));
      else if (op === 'call') this.code.op('call', this.around.runtime.operation(operation));
      else if (op !== undefined) this.code.op(op, immediate);
    }
  }

  private for(statement: Extract<Statement, { tag: 'for' }>): void {
    const { code } = this;
    const { index, count, down, parameters, initial, body, targets } = statement;
    for (const atom of initial) this.atom(atom);
    for (const each of parameters) this.declare(each);
    for (const each of parameters.toReversed()) code.set(this.placeOf(each));
    const forget = statement.forgets ? this.forgetting(parameters) : undefined;
    this.counted(index, count, down, () => {
      this.into(body, parameters);
      forget?.each();
    });
    forget?.end();
    targets.forEach((target, i) => {
      code.get(this.placeOf(parameters[i] ?? internalError('a parameter'))).set(this.declare(target));
    });
    this.forget(parameters);
  }

  /**
   * Prepares a loop to free the data of its rounds. Data never refers to data that is newer, so what has been made since
   * the loop began is in use only if a parameter leads to it. When there is much of it, what the parameters lead to is
   * copied behind it and moved down.
   */
  private forgetting(parameters: readonly Variable[]): { readonly each: () => void; readonly end: () => void } {
    const { code } = this;
    const { runtime } = this.around;
    const [base, most, from, size] = [code.local('i32'), code.local('i32'), code.local('i32'), code.local('i32')];
    code.op('global.get', runtime.top).set(base);
    code.get(base).i32(MUCH).op('i32.add').set(most);
    const data = parameters.flatMap((parameter) => {
      const { kind } = parameter;
      return typeof kind === 'object' ? [{ place: this.placeOf(parameter), kind, moved: code.local('i32') }] : [];
    });
    const each = (): void => {
      code.op('global.get', runtime.top).get(most).op('i32.gt_u');
      code.when(() => {
        code.op('global.get', runtime.top).set(from);
        for (const { place, kind, moved } of data) {
          code.get(place).get(base).get(from).get(base).op('i32.sub').op('call', copy(runtime, kind)).set(moved);
        }
        code.op('global.get', runtime.top).get(from).op('i32.sub').set(size);
        // Data that shares its parts becomes larger: then it stays.
        code.get(size).get(from).get(base).op('i32.sub').op('i32.le_u');
        code.when(
          () => {
            code.get(base).op('call', runtime.release);
            code.get(base).get(from).get(size).op('memory.copy');
            code.get(base).get(size).op('i32.add').op('global.set', runtime.top);
            for (const { place, moved } of data) code.get(moved).set(place);
            code.get(base).get(size).i32(2).op('i32.shl').op('i32.add').i32(MUCH).op('i32.add').set(most);
          },
          () => {
            code.get(from).op('global.set', runtime.top);
            code.get(from).get(from).get(base).op('i32.sub').op('i32.add').i32(MUCH).op('i32.add').set(most);
          },
        );
      });
    };
    const end = (): void => {
      for (const local of [base, most, from, size, ...data.map(({ moved }) => moved)]) code.release(local);
    };
    return { each, end };
  }

  /** Writes a loop over the ints below a count that is not negative. */
  private counted(index: Variable, count: Atom, down: boolean, body: () => void): void {
    const { code } = this;
    const at = this.declare(index);
    const { fuel } = this.around.runtime;
    code.op('global.get', fuel);
    this.atom(count);
    code.op('i64.sub').op('global.set', fuel).op('global.get', fuel).op('i64.const', 0).op('i64.lt_s');
    this.faultIf(FAULT.steps);
    if (down) this.atom(count);
    else code.op('i64.const', 0);
    code.set(at);
    code.op('block').op('loop');
    if (down) {
      code.get(at).op('i64.eqz').op('br_if', 1);
      code.get(at).op('i64.const', 1).op('i64.sub').set(at);
      body();
    } else {
      code.get(at);
      this.atom(count);
      code.op('i64.ge_s').op('br_if', 1);
      body();
      code.get(at).op('i64.const', 1).op('i64.add').set(at);
    }
    code.op('br', 0).op('end').op('end');
    this.forget([index]);
  }

  private build({ count, index, body, targets }: Extract<Statement, { tag: 'build' }>): void {
    const { code } = this;
    const { runtime } = this.around;
    this.atom(count);
    code.op('i64.const', 0).op('i64.lt_s');
    this.faultIf(FAULT.program);
    const arrays = targets.map((target) => {
      const size = stride(arrayOf(target.kind));
      const place = this.declare(target);
      this.atom(count);
      code.i32(size).op('call', runtime.allocateArray).set(place);
      const next = code.local('i32');
      code.get(place).set(next);
      return { size, next };
    });
    this.counted(index, count, false, () => {
      this.block(body);
      let part = 0;
      for (const { size, next } of arrays) {
        for (let offset = 0; offset < size; offset += WORD) {
          const result = body.results[part++] ?? internalError('a part');
          code.get(next);
          this.atom(result);
          store(code, result.kind, WORD + offset);
        }
        if (size > 0) code.get(next).i32(size).op('i32.add').set(next);
      }
      this.leave(body);
    });
    for (const { next } of arrays) code.release(next);
  }
}

function dataOf(kind: Kind): ArrayLayout | VariantLayout {
  return typeof kind === 'object' && kind.tag !== 'string' ? kind : internalError('data');
}

interface Token {
  readonly op?: Opcode;
  readonly argument?: number;
  readonly immediate?: number;
}

const PARSED = new Map<string, readonly Token[]>();

function parsed(text: string): readonly Token[] {
  let tokens = PARSED.get(text);
  if (tokens === undefined) {
    tokens = text.split(' ').map((word): Token => {
      if (word.startsWith('$')) return { argument: Number(word.slice(1)) };
      const [op, immediate] = word.split(':');
      return { op: op as Opcode, ...(immediate === undefined ? {} : { immediate: Number(immediate) }) };
    });
    PARSED.set(text, tokens);
  }
  return tokens;
}
