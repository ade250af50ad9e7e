import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { MOST_ITEMS } from '../ir/atoms';
import type { VariantLayout } from '../ir/kind';
import { allocate, allocateArray, allocateSmall, type Arena } from './allocation';
import { Code } from './code';
import type { ConstantData } from './data';
import { elementary, isElementary } from './elementary';
import { FAULT, REFUEL, SHOWN_UNIT, WATCHED } from './host';
import type { ValueType } from './instructions';
import { restOffset, WORD } from './layout';
import { integerPower } from './powers';
import { Globals } from './globals';
import type { WasmImport } from './module';
import type { WrittenFunction } from './settle';
import { lessOf, moreOf, type Stack } from './stacks';

/** Functions of the module have numbers from here on until it is known how many are imported. */
export const OWN = 1_000_000;

/** Limits beyond which a module does things in another way. Tests change them to run those other ways. */
export interface Limits {
  /** The bytes of the host's stack for recursion, beyond which it waits in memory. */
  readonly room: number;
  /** The bytes of data that a loop makes before it frees what is not in use. */
  readonly garbage: number;
  /** The share of the time of single rounds beyond which two rounds at once are not worth it. */
  readonly share: number;
}

/** A host may have a stack of no more than 200 kB. */
export const USUAL: Limits = { room: 128 * 1024, garbage: 1 << 20, share: 0.85 };

const TYPES = { real: 'f64', int: 'f64', bool: 'i32', string: 'i32' } as const;

/** The functions that emitted code uses: imported operations, memory, lists and strings. Each is written when first used. */
export class Runtime extends Globals implements Arena {
  readonly imports: WasmImport[] = [];
  readonly functions: WrittenFunction[] = [];
  /** Whether the host is asked for more fuel when it is used up, so that it can look at the clock. */
  private readonly refuelled: boolean;
  private readonly known = new Map<string, number>();

  readonly limits: Limits;
  private readonly data: ConstantData;

  constructor(data: ConstantData, limits: Limits, refuelled = false) {
    super(limits.room);
    this.data = data;
    this.limits = limits;
    this.refuelled = refuelled;
  }

  add(name: string, made: () => Omit<WrittenFunction, 'name'>): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const index = this.reserve();
    this.known.set(name, index);
    this.put(index, { name, ...made() });
    return index;
  }

  /** Returns the number of a function that is written later. */
  reserve(): number {
    return OWN + this.functions.push({ name: '', parameters: [], results: [], slots: [], slotOf: [], body: [] }) - 1;
  }

  /** Writes a function that has a number. */
  put(index: number, made: WrittenFunction): void {
    this.functions[index - OWN] = made;
  }

  fault(code: Code, fault: number): void {
    code.i32(fault).op('global.set', this.faulted).op('unreachable');
  }

  /** Takes one step of the budget. */
  spend(code: Code): void {
    const left = code.local('i64');
    code.op('global.get', this.fuel).op('i64.const', 1).op('i64.sub').op('local.tee', left).op('global.set', this.fuel);
    code
      .get(left)
      .op('i64.const', 0)
      .op('i64.lt_s')
      .when(() => {
        this.outOfFuel(code);
      });
    code.release(left);
  }

  /** Stops the run if its fuel is used up and the host gives no more. */
  testFuel(code: Code): void {
    code
      .op('global.get', this.fuel)
      .op('i64.const', 0)
      .op('i64.lt_s')
      .when(() => {
        this.outOfFuel(code);
      });
  }

  /** Asks the host for more fuel if that is wanted; stops the run if it gives none. */
  private outOfFuel(code: Code): void {
    if (!this.refuelled) {
      this.fault(code, FAULT.steps);
      return;
    }
    code
      .op('call', this.refuel)
      .op('global.get', this.fuel)
      .op('i64.const', 0)
      .op('i64.lt_s')
      .when(() => {
        this.fault(code, FAULT.steps);
      });
  }

  /** Returns the number of the imported function that gives more fuel. */
  private get refuel(): number {
    return this.imported({ name: REFUEL, parameters: [], results: [] });
  }

  /** Returns the number of the imported function that takes what is watched. */
  get watched(): number {
    return this.imported({ name: WATCHED, parameters: ['i32', 'i32'], results: [] });
  }

  /** Returns the number of the imported function that gives the units of the text of a number. */
  get shownUnit(): number {
    return this.imported({ name: SHOWN_UNIT, parameters: ['f64', 'f64'], results: ['f64'] });
  }

  private imported(function_: WasmImport): number {
    const key = `import ${function_.name}`;
    const index = this.known.get(key) ?? this.imports.push(function_) - 1;
    this.known.set(key, index);
    return index;
  }

  /** Stops the run if the real on the stack is not finite. */
  testFinite(code: Code): void {
    if (code.isLarge) {
      code.op('call', this.finite);
      return;
    }
    code.op('f64.abs').op('f64.const', Number.MAX_VALUE).op('f64.le').op('i32.eqz');
    code.when(() => {
      this.fault(code, FAULT.result);
    });
  }

  /** finite(real): stops the run if the real is not finite. Careful functions call it, so that they stay small. */
  get finite(): number {
    return this.add('finite', () => {
      const code = new Code();
      const real = code.local('f64');
      this.testFinite(code.get(real));
      return code.function(['f64'], []);
    });
  }

  /** Returns the number of the function of an operation. */
  operation(name: OperationName): number {
    if (name === 'equalString' || name === 'notEqualString') return this.equalStrings();
    if (isElementary(name)) return this.add(name, () => elementary(this.data, name));
    if (name === 'powerInt') return this.add(name, () => integerPower(this.operation('power')));
    const { parameters, result } = operationRow(name);
    return this.imported({ name, parameters: parameters.map((each) => TYPES[each]), results: [TYPES[result]] });
  }

  /** listLength(list): the number of its items. */
  listLength(list: VariantLayout): number {
    const rest = restOffset(list);
    return this.add(`length${rest}`, () => {
      const code = new Code();
      const cell = code.local('i32');
      const count = code.local('i32');
      code.until(
        () => code.get(cell).op('i32.eqz'),
        () => {
          code.get(count).i32(1).op('i32.add').set(count);
          code.get(cell).op('i32.load', rest).set(cell);
        },
      );
      code.get(count);
      return code.function(['i32'], ['i32']);
    });
  }

  /** spine(list), or spine(list, most): the array of its cells, or of its first cells. */
  spine(list: VariantLayout, hasMost: boolean): number {
    const rest = restOffset(list);
    const given: readonly ValueType[] = hasMost ? ['i32', 'i64'] : ['i32'];
    return this.add(`spine${rest}${hasMost ? 'below' : ''}`, () => {
      const code = new Code();
      const [cell = 0, most] = given.map((type) => code.local(type));
      const [made, at] = [code.local('i32'), code.local('i32')];
      // The length is not known: the array grows at the top of memory.
      allocateSmall(this, code, WORD, made);
      code.get(made).set(at);
      code.until(
        () => {
          isEnd(code, [cell], most);
        },
        () => {
          code.get(at).i32(WORD).op('i32.add').set(at);
          code.get(at).i32(WORD).op('i32.add').op('global.get', this.ready).op('i32.gt_u');
          code.when(() => code.get(at).op('global.set', this.top).i32(WORD).op('call', allocate(this)).op('drop'));
          code.get(at).get(cell).op('i32.store', 0);
          code.get(cell).op('i32.load', rest).set(cell);
          if (most !== undefined) code.get(most).op('i64.const', 1).op('i64.sub').set(most);
        },
      );
      code.get(at).i32(WORD).op('i32.add').op('global.set', this.top);
      const count = (): Code => code.get(at).get(made).op('i32.sub').i32(Math.log2(WORD)).op('i32.shr_u');
      count().i32(MOST_ITEMS).op('i32.gt_u');
      code.when(() => {
        this.fault(code, FAULT.memory);
      });
      code.get(made);
      count().op('i32.store', 0);
      code.get(made);
      return code.function(given, ['i32']);
    });
  }

  /** spines(list, ..., count): the arrays of their first cells, of which each array has so many; absent ones after the last. */
  spines(lists: readonly VariantLayout[]): number {
    const rests = lists.map(restOffset);
    const given: readonly ValueType[] = [...lists.map((): ValueType => 'i32'), 'i64'];
    return this.add(`spines${rests.join()}`, () => {
      const code = new Code();
      const cells = lists.map(() => code.local('i32'));
      const count = code.local('i64');
      const made = lists.map(() => code.local('i32'));
      const [at, end] = [code.local('i32'), code.local('i32')];
      for (const array of made) allocateArray(this, code, () => code.get(count), WORD, array);
      code.get(count).op('i32.wrap_i64').i32(WORD).op('i32.mul').set(end);
      code.until(
        () => code.get(at).get(end).op('i32.ge_u'),
        () => {
          cells.forEach((cell, i) => {
            code
              .get(made[i] ?? internalError('an array'))
              .get(at)
              .op('i32.add')
              .get(cell)
              .op('i32.store', WORD);
            code
              .get(cell)
              .op('i32.load', rests[i] ?? 0)
              .set(cell);
          });
          code.get(at).i32(WORD).op('i32.add').set(at);
        },
      );
      for (const array of made) code.get(array);
      return code.function(
        given,
        lists.map(() => 'i32'),
      );
    });
  }

  /** steps(list, ..., most): how many steps can be taken along all of the lists, each so many cells ahead of its end. */
  steps(lists: readonly { readonly list: VariantLayout; readonly ahead: number }[], hasMost: boolean): number {
    const along = lists.map(({ list, ahead }) => ({ rest: restOffset(list), ahead }));
    const key = along.map(({ rest, ahead }) => `${rest}after${ahead}`).join();
    const given: readonly ValueType[] = [...lists.map((): ValueType => 'i32'), ...(hasMost ? (['i64'] as const) : [])];
    return this.add(`steps${key}${hasMost ? 'below' : ''}`, () => {
      const code = new Code();
      const locals = given.map((type) => code.local(type));
      const cells = locals.slice(0, lists.length);
      const [most, count] = [locals[lists.length], code.local('i64')];
      const step = (cell: number, rest: number): Code => code.get(cell).op('i32.load', rest).set(cell);
      cells.forEach((cell, i) => {
        const { rest, ahead } = along[i] ?? internalError('a list');
        for (let k = 0; k < ahead; k++) code.get(cell).when(() => step(cell, rest));
      });
      code.until(
        () => {
          isEnd(code, cells, most);
        },
        () => {
          cells.forEach((cell, i) => step(cell, along[i]?.rest ?? internalError('a list')));
          code.get(count).op('i64.const', 1).op('i64.add').set(count);
          if (most !== undefined) code.get(most).op('i64.const', 1).op('i64.sub').set(most);
        },
      );
      code.get(count);
      return code.function(given, ['i64']);
    });
  }

  /** rest(list, count): what is left of it after so many cells. */
  rest(list: VariantLayout): number {
    const offset = restOffset(list);
    return this.add(`rest${offset}`, () => {
      const code = new Code();
      const [cell, left] = [code.local('i32'), code.local('i64')];
      code.until(
        () => {
          isEnd(code, [cell], left);
        },
        () => {
          code.get(cell).op('i32.load', offset).set(cell);
          code.get(left).op('i64.const', 1).op('i64.sub').set(left);
        },
      );
      code.get(cell);
      return code.function(['i32', 'i64'], ['i32']);
    });
  }

  /** moreStack(bytes): begins another part of a stack, which has room for them. */
  more(stack: Stack): number {
    return this.add(`more.${stack.name}`, () => moreOf(stack, allocate(this), this.less(stack), this.newest));
  }

  less(stack: Stack): number {
    return this.add(`less.${stack.name}`, () => lessOf(stack));
  }

  /** join(left, right): two strings as one. */
  join(): number {
    return this.add('join', () => {
      const code = new Code();
      const [left, right, made] = [code.local('i32'), code.local('i32'), code.local('i32')];
      const bytes = (string: number): Code => code.get(string).op('i32.load', 0).i32(1).op('i32.shl');
      bytes(left);
      bytes(right)
        .op('i32.add')
        .i32(2 * WORD - 1)
        .op('i32.add')
        .i32(-WORD)
        .op('i32.and');
      code.op('call', allocate(this)).set(made);
      code.get(made).get(left).op('i32.load', 0).get(right).op('i32.load', 0).op('i32.add').op('i32.store', 0);
      code.get(made).i32(WORD).op('i32.add').get(left).i32(WORD).op('i32.add');
      bytes(left).op('memory.copy');
      code.get(made).i32(WORD).op('i32.add');
      bytes(left).op('i32.add').get(right).i32(WORD).op('i32.add');
      bytes(right).op('memory.copy').get(made);
      return code.function(['i32', 'i32'], ['i32']);
    });
  }

  /** equalStrings(left, right): 1 if they have the same units. */
  private equalStrings(): number {
    return this.add('equalStrings', () => {
      const code = new Code();
      const [left, right, at] = [code.local('i32'), code.local('i32'), code.local('i32')];
      code.get(left).op('i32.load', 0).get(right).op('i32.load', 0).op('i32.ne');
      code.when(() => code.i32(0).op('return'));
      code.until(
        () => code.get(at).get(left).op('i32.load', 0).op('i32.ge_u'),
        () => {
          const unit = (string: number): Code =>
            code.get(string).get(at).i32(1).op('i32.shl').op('i32.add').op('i32.load16_u', WORD);
          unit(left);
          unit(right).op('i32.ne');
          code.when(() => code.i32(0).op('return'));
          code.get(at).i32(1).op('i32.add').set(at);
        },
      );
      code.i32(1);
      return code.function(['i32', 'i32'], ['i32']);
    });
  }
}

/** Leaves 1 on the stack if one of the lists has no cell left, or no more are wanted. */
function isEnd(code: Code, cells: readonly number[], most: number | undefined): void {
  cells.forEach((cell, i) => {
    code.get(cell).op('i32.eqz');
    if (i > 0) code.op('i32.or');
  });
  if (most !== undefined) code.get(most).op('i64.eqz').op('i32.or');
}
