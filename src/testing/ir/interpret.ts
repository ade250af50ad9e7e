import { shownNumber } from '../../language/operations/show';
import { holdsReal } from '../../compile/differentiate/reals';
import type { Kind } from '../../compile/ir/kind';
import type { Atom, Block, FunctionId, Spine, Statement, Update, Variable } from '../../compile/ir/tree';
import type { IrProgram } from '../../compile/ir/program';
import { assertNever } from '../../language/source/internal-error';
import { applyIr } from './apply';
import {
  ABSENT,
  addAll,
  type ArrayDatum,
  boolOf,
  broken,
  cellsOf,
  constantValue,
  type Datum,
  intOf,
  type IrValue,
  lengthOf,
  restOf,
  partsOf,
  present,
  realOf,
  realsIn,
  shadowOf,
  Stop,
  zeroOf,
} from './data';

/** How a run ends. */
export type IrOutcome =
  { readonly tag: 'values'; readonly values: readonly IrValue[] } | { readonly tag: 'fault' | 'steps' };

/**
 * Runs a function of a program without derivatives. What compiled code takes for granted is checked: data is read before
 * its memory is released, untested indices are inside their arrays, what is kept is taken, ints that are not tested fit.
 */
export function interpret(program: IrProgram, entry: string, given: readonly IrValue[], steps: number): IrOutcome {
  const id = program.entries.get(entry) ?? broken(`no entry ${entry}`);
  const interpreter = new Interpreter(program, steps);
  try {
    const values = interpreter.function(id, given);
    if (interpreter.keepsAny) broken('what was kept is not taken');
    return { tag: 'values', values };
  } catch (thrown) {
    if (thrown instanceof Stop) return { tag: thrown.why };
    throw thrown;
  }
}

type Scope = Map<number, IrValue>;

class Interpreter {
  private readonly program: IrProgram;
  private steps: number;
  /** Data in the order of its addresses. */
  private readonly arena: Exclude<Datum, { tag: 'absent' }>[] = [];
  private readonly kept: (readonly { readonly kind: Kind; readonly value: IrValue }[])[] = [];

  constructor(program: IrProgram, steps: number) {
    this.program = program;
    this.steps = steps;
  }

  function(id: FunctionId, given: readonly IrValue[]): readonly IrValue[] {
    const { parameters, body } = this.program.functions.get(id) ?? broken(`no function ${id}`);
    this.spend(1);
    const scope: Scope = new Map();
    bind(scope, parameters, given);
    return this.block(body, scope);
  }

  /** Whether values wait on the stack. */
  get keepsAny(): boolean {
    return this.kept.length > 0;
  }

  private spend(rounds: number): void {
    this.steps -= rounds;
    if (this.steps < 0) throw new Stop('steps');
  }

  private readonly made = (datum: Datum): Datum => {
    if (datum.tag !== 'absent') this.arena.push(datum);
    return datum;
  };

  private block(block: Block, scope: Scope): readonly IrValue[] {
    for (const statement of block.statements) this.statement(statement, scope);
    return block.results.map((result) => valueOf(result, scope));
  }

  private statement(statement: Statement, scope: Scope): void {
    const { targets } = statement;
    const get = (atom: Atom): IrValue => valueOf(atom, scope);
    const all = (atoms: readonly Atom[]): readonly IrValue[] => atoms.map(get);
    const set = (values: readonly IrValue[]): void => {
      bind(scope, targets, values);
    };
    const kind = targets[0]?.kind;
    switch (statement.tag) {
      case 'move': {
        const values = all(statement.values);
        if (statement.finite) for (const [i, each] of values.entries()) mustBeFinite(each, statement.values[i]?.kind);
        set(values);
        return;
      }
      case 'operation':
        set([applyIr(statement.operation, all(statement.arguments), statement.derivative)]);
        return;
      case 'construct': {
        if (typeof kind !== 'object' || kind.tag !== 'variant') return broken('data of another kind');
        const { constructor_ } = statement;
        const fields = [...all(statement.fields)];
        set([this.made({ tag: 'variant', layout: kind, constructor_, fields, freed: false })]);
        return;
      }
      case 'tag': {
        const datum = present(get(statement.value));
        set([BigInt(datum.tag === 'variant' ? datum.constructor_ : 0)]);
        return;
      }
      case 'field': {
        const datum = present(get(statement.value));
        if (datum.tag === 'absent') set([zeroOf(kind ?? 'int')]);
        else if (datum.tag !== 'variant' || datum.constructor_ !== statement.constructor_)
          broken('another constructor');
        else set([datum.fields[statement.index] ?? broken('no such field')]);
        return;
      }
      case 'array':
        set([this.array(kind, statement.items.length, all(statement.items.flat()))]);
        return;
      case 'length':
        set([BigInt(lengthOf(get(statement.array)))]);
        return;
      case 'item':
        set(this.item(statement, get(statement.array), intOf(get(statement.index))));
        return;
      case 'build':
        this.build(statement, scope);
        return;
      case 'update':
        set([this.update(statement, get)]);
        return;
      case 'append': {
        const [left, right] = [present(get(statement.left)), present(get(statement.right))];
        if (left.tag === 'string' && right.tag === 'string') {
          set([this.made({ tag: 'string', text: left.text + right.text, freed: false })]);
        } else broken('what is joined is no string');
        return;
      }
      case 'show':
        set([this.made({ tag: 'string', text: shownNumber(realOf(get(statement.number))), freed: false })]);
        return;
      case 'spine': {
        const cells = cellsOf(get(statement.list)).slice(0, this.most(statement, get));
        set([this.array(kind, cells.length, cells)]);
        return;
      }
      case 'spines': {
        const count = Number(intOf(get(statement.count)));
        if (count < 0) throw new Stop('fault');
        const arrays = statement.lists.map((list, i) => {
          const cells = cellsOf(get(list)).slice(0, count);
          return this.array(statement.targets[i]?.kind ?? kind, cells.length, cells);
        });
        set(arrays);
        return;
      }
      case 'steps': {
        const lengths = statement.lists.map(({ list, ahead }) => lengthOf(get(list)) - ahead);
        set([BigInt(Math.max(0, Math.min(...lengths, this.most(statement, get))))]);
        return;
      }
      case 'rest':
        set([restOf(get(statement.list), Number(intOf(get(statement.after))))]);
        return;
      case 'link': {
        const cell = present(get(statement.cell));
        if (cell.tag !== 'variant' || cell.fields.length === 0) return broken('no cell to link');
        cell.fields[cell.fields.length - 1] = get(statement.rest);
        return;
      }
      case 'if':
        set(this.block(boolOf(get(statement.condition)) ? statement.consequent : statement.alternative, scope));
        return;
      case 'for': {
        const count = Number(intOf(get(statement.count)));
        if (count < 0) broken('a negative number of rounds');
        this.spend(count);
        let values = all(statement.initial);
        const base = this.arena.length;
        for (let i = 0; i < count; i++) {
          scope.set(statement.index.id, BigInt(statement.down ? count - 1 - i : i));
          bind(scope, statement.parameters, values);
          values = this.block(statement.body, scope);
          if (statement.forgets) this.forget(base, values);
        }
        set(values);
        return;
      }
      case 'while': {
        const { header, exit, body, parameters } = statement;
        bind(scope, parameters, all(statement.initial));
        const base = this.arena.length;
        for (;;) {
          this.spend(1);
          if (boolOf(this.block(header, scope)[0])) break;
          const values = this.block(body, scope);
          if (statement.forgets) this.forget(base, values);
          bind(scope, parameters, values);
        }
        set(this.block(exit, scope));
        return;
      }
      case 'call':
        set(this.function(statement.callee, all(statement.arguments)));
        return;
      case 'derivative':
        return broken('a derivative is not written out');
      case 'fail':
        throw new Stop('fault');
      case 'shadow':
        if (typeof kind !== 'object') return broken('a shadow of a number');
        set([shadowOf(get(statement.of), kind, this.made)]);
        return;
      case 'accumulate':
        accumulate(statement, present(get(statement.shadow)), get);
        return;
      case 'addAll':
        addAll(get(statement.value), get(statement.like), get(statement.shadow), statement.lenient);
        return;
      case 'push':
        this.kept.push(statement.values.map((each) => ({ kind: each.kind, value: get(each) })));
        return;
      case 'pop': {
        const values = this.kept.pop() ?? broken('nothing is kept');
        const isSame = values.length === targets.length && values.every((each, i) => each.kind === targets[i]?.kind);
        if (!isSame) broken('something else was kept');
        set(values.map(({ value }) => value));
        return;
      }
      case 'mark':
        set([BigInt(this.arena.length)]);
        return;
      case 'release':
        for (const datum of this.arena.splice(Number(intOf(get(statement.mark))))) datum.freed = true;
        return;
      case 'tape': {
        const count = Number(intOf(get(statement.count)));
        if (count < 0) throw new Stop('fault');
        if (typeof kind !== 'object' || kind.tag !== 'array') return broken('a tape is an array');
        const parts = new Array<IrValue | undefined>(count * kind.item.length).fill(undefined);
        set([this.made({ tag: 'array', layout: kind, count, parts, freed: false })]);
        return;
      }
      case 'keep': {
        const [tape, index] = [present(get(statement.array)), Number(intOf(get(statement.index)))];
        if (tape.tag !== 'array' || index < 0 || index >= tape.count) return broken('no place on the tape');
        statement.values.forEach((each, k) => (tape.parts[index * statement.values.length + k] = get(each)));
        return;
      }
      case 'note':
      case 'watched':
        return;
      default:
        assertNever(statement);
    }
  }

  private most({ most }: Pick<Spine, 'most'>, get: (atom: Atom) => IrValue): number {
    if (most === undefined) return Infinity;
    const found = Number(intOf(get(most)));
    return found < 0 ? broken('a negative number of cells') : found;
  }

  private array(kind: Kind | undefined, count: number, parts: readonly IrValue[]): Datum {
    if (typeof kind !== 'object' || kind.tag !== 'array') return broken('an array of another kind');
    if (parts.length !== count * kind.item.length) broken('an array with too few parts');
    return this.made({ tag: 'array', layout: kind, count, parts: [...parts], freed: false });
  }

  /** Writes an item in place. Under its old name the array cannot be read any more. */
  private update({ array, index, values }: Update, get: (atom: Atom) => IrValue): Datum {
    const old = present(get(array));
    const at = Number(intOf(get(index)));
    const place = this.arena.indexOf(old as ArrayDatum);
    if (old.tag !== 'array' || place < 0) return broken('what is updated is no array of the run');
    if (old.isOld === true) broken('an array is updated by an old name');
    if (at < 0 || at >= old.count) broken(`an update outside its array: ${at} of ${old.count}`);
    const parts = [...old.parts];
    values.forEach((each, k) => (parts[at * values.length + k] = get(each)));
    const made: ArrayDatum = { ...old, parts };
    this.arena[place] = made;
    old.isOld = true;
    return made;
  }

  private item(
    { targets, checked, absentIsZero }: Extract<Statement, { tag: 'item' }>,
    array: IrValue,
    index: bigint,
  ): readonly IrValue[] {
    const datum = present(array);
    const isInside = index >= 0n && index < BigInt(lengthOf(datum));
    if (!isInside) {
      if (checked) throw new Stop('fault');
      if (absentIsZero === true) return targets.map(({ kind }) => zeroOf(kind));
      broken(`an untested index outside its array: ${index} of ${lengthOf(datum)}`);
    }
    if (datum.tag !== 'array') return broken('an item of what is no array');
    if (datum.isOld === true) broken('an item is read by an old name of an array that was updated');
    const width = datum.layout.item.length;
    return targets.map(
      (_, k) => datum.parts[Number(index) * width + k] ?? broken('an item is read before it is written'),
    );
  }

  private build({ targets, count, index, body }: Extract<Statement, { tag: 'build' }>, scope: Scope): void {
    const rounds = Number(intOf(valueOf(count, scope)));
    if (rounds < 0) throw new Stop('fault');
    this.spend(rounds);
    const arrays = targets.map(({ kind }): ArrayDatum => {
      if (typeof kind !== 'object' || kind.tag !== 'array') return broken('a build of another kind');
      // The arrays lie before the data of the rounds.
      const made: ArrayDatum = { tag: 'array', layout: kind, count: rounds, parts: [], freed: false };
      this.made(made);
      return made;
    });
    for (let i = 0; i < rounds; i++) {
      scope.set(index.id, BigInt(i));
      const values = this.block(body, scope);
      let part = 0;
      for (const { layout, parts } of arrays) parts.push(...values.slice(part, (part += layout.item.length)));
      if (part !== values.length) broken('a build with other parts');
    }
    bind(scope, targets, arrays);
  }

  /** Frees what the rounds of a loop have made, unless the next parameters lead to it. */
  private forget(base: number, values: readonly IrValue[]): void {
    const reached = new Set<Datum>();
    const pending: (IrValue | undefined)[] = [...values];
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value !== 'object' || value.tag === 'absent' || reached.has(value)) continue;
      reached.add(present(value));
      for (const part of partsOf(value)) pending.push(part.value);
    }
    const since = this.arena.splice(base);
    for (const datum of since) {
      if (reached.has(datum)) this.arena.push(datum);
      else datum.freed = true;
    }
  }
}

function bind(scope: Scope, variables: readonly Variable[], values: readonly IrValue[]): void {
  if (variables.length !== values.length) broken(`${values.length} values for ${variables.length} variables`);
  variables.forEach(({ id }, i) => scope.set(id, values[i] ?? ABSENT));
}

function valueOf(atom: Atom, scope: Scope): IrValue {
  if (atom.tag === 'constant') return constantValue(atom);
  return scope.get(atom.id) ?? broken(`variable ${atom.id} is not bound`);
}

function mustBeFinite(value: IrValue, kind: Kind | undefined): void {
  if (kind === undefined || !holdsReal(kind)) return;
  if (!realsIn(value, kind).every(Number.isFinite)) throw new Stop('fault');
}

function accumulate(
  { place, amount, present: isPresent, replaces }: Extract<Statement, { tag: 'accumulate' }>,
  shadow: Datum,
  get: (atom: Atom) => IrValue,
): void {
  const by = realOf(get(amount));
  if (place.tag === 'field') {
    if (shadow.tag === 'variant' && shadow.constructor_ === place.constructor_) {
      shadow.fields[place.index] = replaces === true ? by : realOf(shadow.fields[place.index]) + by;
    } else if (shadow.tag !== 'absent' || isPresent === true) broken('a shadow without the field');
    return;
  }
  const index = Number(intOf(get(place.index)));
  if (shadow.tag === 'array' && index >= 0 && index < shadow.count) {
    const at = index * shadow.layout.item.length + place.part;
    shadow.parts[at] = replaces === true ? by : realOf(shadow.parts[at]) + by;
  } else if (isPresent === true) broken('a shadow without the item');
}
