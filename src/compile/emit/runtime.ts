import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { VariantLayout } from '../ir/tree';
import { Code } from './code';
import { FAULT } from './host';
import { fieldOffset, WORD } from './layout';
import type { WasmFunction, WasmGlobal, WasmImport } from './module';

/** Functions of the module have numbers from here on until it is known how many are imported. */
export const OWN = 1_000_000;

/** The bytes at the beginning of a part of the stack: those of `moreStack`, and its size. */
const PART_HEAD = 16;

const TYPES = { real: 'f64', int: 'f64', bool: 'i32', string: 'i32' } as const;

/** The functions that emitted code uses: imported operations, memory, lists and strings. Each is written when first used. */
export class Runtime {
  readonly imports: WasmImport[] = [];
  readonly functions: WasmFunction[] = [];
  readonly globals: readonly WasmGlobal[];
  readonly fuel = 0;
  readonly top = 1;
  readonly faulted = 2;
  readonly limit = 3;
  /** The end of what the stack holds, in its newest part, and where that part begins and ends; the part after it, if any. */
  readonly stack = 4;
  readonly stackStart = 5;
  readonly stackEnd = 6;
  readonly spare = 7;
  private readonly known = new Map<string, number>();

  /** `start` is the first address that is free when a run begins. */
  constructor(start: number) {
    this.globals = [
      { name: 'fuel', type: 'i64', initial: 0 },
      { name: 'top', type: 'i32', initial: start },
      { name: 'fault', type: 'i32', initial: 0 },
      { name: 'limit', type: 'i32', initial: 0 },
      ...['stack', 'stackStart', 'stackEnd', 'spare'].map((name): WasmGlobal => ({ name, type: 'i32', initial: 0 })),
    ];
  }

  /** Adds a function and returns its number. */
  add(name: string, made: () => Omit<WasmFunction, 'name'>): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const index = OWN + this.functions.length;
    this.known.set(name, index);
    this.functions.push({ name, parameters: [], results: [], locals: [], body: [] }); // keeps its place
    this.functions[index - OWN] = { name, ...made() };
    return index;
  }

  /** Stops the run. */
  fault(code: Code, fault: number): void {
    code.i32(fault).op('global.set', this.faulted).op('unreachable');
  }

  /** Stops the run if the real on the stack is not finite. */
  testFinite(code: Code): void {
    code.op('f64.abs').op('f64.const', Number.MAX_VALUE).op('f64.le').op('i32.eqz');
    code.when(() => {
      this.fault(code, FAULT.result);
    });
  }

  /** Returns the number of the imported function of an operation. */
  operation(name: OperationName): number {
    if (name === 'equalString' || name === 'notEqualString') return this.equalStrings();
    const known = this.known.get(`operation ${name}`);
    if (known !== undefined) return known;
    const { parameters, result } = operationRow(name);
    const index = this.imports.length;
    this.imports.push({ name, parameters: parameters.map((each) => TYPES[each]), results: [TYPES[result]] });
    this.known.set(`operation ${name}`, index);
    return index;
  }

  /** allocate(bytes): the address of fresh memory. */
  get allocate(): number {
    return this.add('allocate', () => {
      const code = new Code();
      const bytes = code.local('i32');
      const [old, end] = [code.local('i32'), code.local('i32')];
      code.op('global.get', this.top).set(old);
      code.get(old).get(bytes).op('i32.add').set(end);
      // An end below the start has run over 2^32.
      code.get(end).get(old).op('i32.lt_u').get(end).op('global.get', this.limit).op('i32.gt_u').op('i32.or');
      code.when(() => {
        this.fault(code, FAULT.memory);
      });
      code.get(end).op('memory.size').i32(16).op('i32.shl').op('i32.gt_u');
      code.when(() => {
        // Grows by half, or by what is needed.
        code
          .get(end)
          .op('memory.size')
          .i32(16)
          .op('i32.shl')
          .op('i32.sub')
          .i32(16)
          .op('i32.shr_u')
          .i32(1)
          .op('i32.add');
        code.op('memory.size').i32(1).op('i32.shr_u').op('i32.add').op('memory.grow').i32(-1).op('i32.eq');
        code.when(() => {
          this.fault(code, FAULT.memory);
        });
      });
      code.get(end).op('global.set', this.top).get(old);
      return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
    });
  }

  /** allocateArray(count, bytes of an item): the address of a fresh array. */
  get allocateArray(): number {
    return this.add('allocateArray', () => {
      const code = new Code();
      const count = code.local('i64');
      const size = code.local('i32');
      const made = code.local('i32');
      code
        .get(count)
        .op('i64.const', 2 ** 28)
        .op('i64.gt_u');
      code
        .get(count)
        .get(size)
        .op('i64.extend_i32_u')
        .op('i64.mul')
        .op('i64.const', 2 ** 32 - 64)
        .op('i64.gt_u');
      code.op('i32.or').when(() => {
        this.fault(code, FAULT.memory);
      });
      code.get(count).op('i32.wrap_i64').get(size).op('i32.mul').i32(WORD).op('i32.add');
      code.op('call', this.allocate).set(made);
      code.get(made).get(count).op('i32.wrap_i64').op('i32.store', 0).get(made);
      return { parameters: ['i64', 'i32'], results: ['i32'], locals: code.locals, body: code.body };
    });
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
      return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
    });
  }

  /** spine(list): the array of its cells. */
  spine(list: VariantLayout): number {
    const rest = restOffset(list);
    return this.add(`spine${rest}`, () => {
      const code = new Code();
      const cell = code.local('i32');
      const [made, at] = [code.local('i32'), code.local('i32')];
      code.get(cell).op('call', this.listLength(list)).op('i64.extend_i32_u').i32(WORD);
      code.op('call', this.allocateArray).set(made);
      code.get(made).set(at);
      code.until(
        () => code.get(cell).op('i32.eqz'),
        () => {
          code.get(at).i32(WORD).op('i32.add').set(at);
          code.get(at).get(cell).op('i32.store', 0);
          code.get(cell).op('i32.load', rest).set(cell);
        },
      );
      code.get(made);
      return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
    });
  }

  /**
   * moreStack(bytes): begins another part of the stack, which has room for them. A part begins with the end of what the
   * part before it holds, and that part's start and end.
   */
  get moreStack(): number {
    return this.add('moreStack', () => {
      const code = new Code();
      const bytes = code.local('i32');
      const [size, part] = [code.local('i32'), code.local('i32')];
      // Each part is twice as large as the one before, up to a megabyte.
      code
        .op('global.get', this.stackEnd)
        .op('global.get', this.stackStart)
        .op('i32.sub')
        .i32(1)
        .op('i32.shl')
        .set(size);
      const atLeast = (value: () => void): void => {
        code.get(size);
        value();
        code.op('i32.lt_u').when(() => {
          value();
          code.set(size);
        });
      };
      code
        .get(size)
        .i32(1 << 20)
        .op('i32.gt_u')
        .when(() => code.i32(1 << 20).set(size));
      atLeast(() => code.i32(4096));
      atLeast(() => code.get(bytes));
      code.op('global.get', this.spare);
      code.when(() => {
        code.op('global.get', this.spare).op('i32.load', 12).get(bytes).op('i32.ge_u');
        code.when(() => {
          code.op('global.get', this.spare).set(part).get(part).op('i32.load', 12).set(size);
        });
      });
      code.i32(0).op('global.set', this.spare);
      code
        .get(part)
        .op('i32.eqz')
        .when(() => {
          code.get(size).i32(PART_HEAD).op('i32.add').op('call', this.allocate).set(part);
          code.get(part).get(size).op('i32.store', 12);
        });
      code.get(part).op('global.get', this.stack).op('i32.store', 0);
      code.get(part).op('global.get', this.stackStart).op('i32.store', 4);
      code.get(part).op('global.get', this.stackEnd).op('i32.store', 8);
      code.get(part).i32(PART_HEAD).op('i32.add').op('global.set', this.stack);
      code.op('global.get', this.stack).op('global.set', this.stackStart);
      code.op('global.get', this.stack).get(size).op('i32.add').op('global.set', this.stackEnd);
      return { parameters: ['i32'], results: [], locals: code.locals, body: code.body };
    });
  }

  /** lessStack(): goes back to the part of the stack before the newest, which is empty. */
  get lessStack(): number {
    return this.add('lessStack', () => {
      const code = new Code();
      const part = code.local('i32');
      code.op('global.get', this.stackStart).i32(PART_HEAD).op('i32.sub').set(part);
      code.get(part).op('global.set', this.spare);
      code.get(part).op('i32.load', 0).op('global.set', this.stack);
      code.get(part).op('i32.load', 4).op('global.set', this.stackStart);
      code.get(part).op('i32.load', 8).op('global.set', this.stackEnd);
      return { parameters: [], results: [], locals: code.locals, body: code.body };
    });
  }

  /** release(top): frees what lies from an address on. What is kept on the stack lies before it. */
  get release(): number {
    return this.add('release', () => {
      const code = new Code();
      const top = code.local('i32');
      code.until(
        () => code.op('global.get', this.stackStart).get(top).op('i32.lt_u'),
        () => code.op('call', this.lessStack),
      );
      code.i32(0).op('global.set', this.spare).get(top).op('global.set', this.top);
      return { parameters: ['i32'], results: [], locals: code.locals, body: code.body };
    });
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
      code.op('call', this.allocate).set(made);
      code.get(made).get(left).op('i32.load', 0).get(right).op('i32.load', 0).op('i32.add').op('i32.store', 0);
      code.get(made).i32(WORD).op('i32.add').get(left).i32(WORD).op('i32.add');
      bytes(left).op('memory.copy');
      code.get(made).i32(WORD).op('i32.add');
      bytes(left).op('i32.add').get(right).i32(WORD).op('i32.add');
      bytes(right).op('memory.copy').get(made);
      return { parameters: ['i32', 'i32'], results: ['i32'], locals: code.locals, body: code.body };
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
      return { parameters: ['i32', 'i32'], results: ['i32'], locals: code.locals, body: code.body };
    });
  }
}

/** The offset of the rest of a list in its cells. */
function restOffset(list: VariantLayout): number {
  const cell = list.constructors.at(1) ?? internalError('a list has cells');
  return fieldOffset(list, cell.fields.length - 1);
}
