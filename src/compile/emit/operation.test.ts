import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { evaluator } from '../../language/operations/apply';
import { operationRow } from '../../language/operations/table';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { Builder, intConstant, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { IrProgram } from '../ir/program';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { binaryOf } from '../run/binary';
import { ModuleInstance } from '../run/instance';
import type { Instruction } from './instructions';
import { Unsupported } from '../unsupported';
import { WORD } from './layout';
import { emitProgram } from './program';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const LIST: VariantLayout = { tag: 'variant', id: 1, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: ['real', LIST] },
];
const SHAPE: VariantLayout = {
  tag: 'variant',
  id: 2,
  name: 'shape',
  constructors: [
    { name: 'Dot', fields: [] },
    { name: 'Disc', fields: ['real'] },
    { name: 'Line', fields: ['real', 'real'] },
  ],
};

/** A function of one real or int, and an array of 600 reals, each of which is its index. */
function emitted(kind: Kind, write: (builder: Builder, x: Variable, array: Variable) => Atom) {
  const numbers = new Numbers();
  const builder = new Builder(numbers);
  const [x, array] = [numbers.variable(kind), numbers.variable(REALS)];
  const result = write(builder, x, array);
  const body = builder.block([result]);
  const program: IrProgram = {
    functions: new Map([[0, { id: 0, name: 'main', parameters: [x, array], body }]]),
    entries: new Map([['value', 0]]),
  };
  expect(checkProgram(program)).toEqual([]);
  const made = emitProgram(program);
  const run = (value: number): number => {
    const instance = new ModuleInstance(binaryOf(made));
    instance.begin(COMMAND_LINE_BUDGET);
    const { slots } = made;
    if (kind === 'real') instance.view.setFloat64(slots, value, true);
    else instance.view.setBigInt64(slots, BigInt(value), true);
    const address = instance.allocateArray(600, WORD);
    for (let i = 0; i < 600; i++) instance.view.setFloat64(address + WORD + WORD * i, i, true);
    instance.view.setUint32(slots + WORD, address, true);
    expect(instance.run('value')).toBe('done');
    const at = slots + 2 * WORD;
    return result.kind === 'real' ? instance.view.getFloat64(at, true) : Number(instance.view.getBigInt64(at, true));
  };
  return { code: made.module.functions[0]?.body ?? [], run };
}

const ops = (code: readonly Instruction[]): readonly string[] => code.map(({ op }) => op);
/** How many functions are called besides the one that tests the result. */
const callsIn = (code: readonly Instruction[]): number => ops(code).filter((op) => op === 'call').length - 1;
const valueOf = (name: OperationName, ...given: readonly number[]): unknown => evaluator(operationRow(name))(...given);

describe('a constant power', () => {
  test.each([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
    [6, 3],
    [7, 4],
    [12, 4],
    [15, 6],
    [16, 4],
    [-1, 0],
    [-2, 1],
    [-11, 5],
    [-16, 4],
  ])('%i is written as %i products, and a quotient if it is negative', (n, products) => {
    const { code, run } = emitted('real', (b, x) => b.operation('powerInt', x, intConstant(n)));
    expect(ops(code).filter((op) => op === 'f64.mul')).toHaveLength(products);
    expect(ops(code).filter((op) => op === 'f64.div')).toHaveLength(n < 0 ? 1 : 0);
    expect(callsIn(code)).toBe(0);
    for (const x of [1.1, -3, 0.7]) expect(run(x)).toBe(valueOf('powerInt', x, n));
  });

  test.each([0, 17, -17])('%i is computed by a function', (n) => {
    const { code, run } = emitted('real', (b, x) => b.operation('powerInt', x, intConstant(n)));
    expect(callsIn(code)).toBe(1);
    for (const x of [1.1, -3, 0.7]) expect(run(x)).toBe(valueOf('powerInt', x, n));
  });

  test.each([
    [2, false],
    [-2, true],
    [-17, true],
  ])('%i tests its domain: %s', (n, isTested) => {
    const { code } = emitted('real', (b, x) => b.operation('powerInt', x, intConstant(n)));
    expect(ops(code).includes('f64.ne')).toBe(isTested);
  });
});

test('what is no power stays what it is', () => {
  expect(emitted('int', (b, x) => b.operation('addInt', x, intConstant(2))).run(5)).toBe(7);
});

describe.each(['div', 'mod'] as const)('%s by a constant', (name) => {
  test.each([1, 2, 8, 2 ** 52])('power of two, %i, is written with bits', (divisor) => {
    const { code, run } = emitted('int', (b, x) => b.operation(name, x, intConstant(divisor)));
    expect(ops(code)).toContain(name === 'div' ? 'i64.shr_s' : 'i64.and');
    expect(ops(code).join()).not.toMatch(/i64\.(div|rem)|call/);
    for (const n of [0, 7, 8, -1, -8, -9, 2 ** 53 - 1, 1 - 2 ** 53]) expect(run(n)).toBe(valueOf(name, n, divisor));
  });

  test.each([3, -2, -1, 12])('%i is not', (divisor) => {
    const { code, run } = emitted('int', (b, x) => b.operation(name, x, intConstant(divisor)));
    expect(ops(code)).not.toContain('i64.shr_s');
    for (const n of [0, 7, 8, -1, -8, -9]) expect(run(n)).toBe(valueOf(name, n, divisor));
  });
});

describe('an item of an array', () => {
  const item = (b: Builder, array: Variable, index: Atom): Variable =>
    b.one('real', { tag: 'item', array, index, checked: false });
  const sum = (b: Builder, operation: 'addInt' | 'subtractInt', x: Atom, n: number, derivative: boolean): Variable => {
    const target = b.numbers.variable('int');
    const given = { operation, arguments: [x, intConstant(n)], targets: [target], derivative };
    b.statements.push({ tag: 'operation', ...given, origin: b.origin });
    return target;
  };
  /** The offset of the instruction that loads an item. */
  const offsetIn = (code: readonly Instruction[]): unknown => code.find(({ op }) => op === 'f64.load')?.immediate;

  test.each([
    [0, 8],
    [1, 16],
    [510, 4088],
  ])('%i is read at an offset of %i', (index, offset) => {
    const { code, run } = emitted('int', (b, _, array) => item(b, array, intConstant(index)));
    expect([offsetIn(code), run(0)]).toEqual([offset, index]);
    expect(ops(code)).not.toContain('i32.mul');
  });

  test.each([511, 599])('%i is too far for an offset', (index) => {
    const { code, run } = emitted('int', (b, _, array) => item(b, array, intConstant(index)));
    expect([offsetIn(code), run(0)]).toEqual([8, index]);
  });

  test.each([
    ['addInt', 1, true, 16],
    ['addInt', 510, true, 4088],
    ['addInt', 511, true, 8],
    ['addInt', 1, false, 8],
    ['subtractInt', 1, true, 0],
    ['subtractInt', 2, true, 8],
    ['subtractInt', 1, false, 8],
  ] as const)(
    'at an index that is %s %i (derivative: %s) is read at an offset of %i',
    (name, n, derivative, offset) => {
      const { code, run } = emitted('int', (b, x, array) => item(b, array, sum(b, name, x, n, derivative)));
      expect([offsetIn(code), run(20)]).toEqual([offset, name === 'addInt' ? 20 + n : 20 - n]);
    },
  );
});

test('texts are equal if they have the same units', () => {
  const text =
    'input n : int = 12\nlet s = show n in (s = "12", s = "1", s = "123", s = "", "" ++ s = s, s /= "12", s /= "13")\n';
  const { main, point } = focusOf(checked(text));
  const made = compileProgram(main, { derivative: 'none' });
  if (made instanceof Unsupported) throw made;
  expect(made.value(point.arguments, COMMAND_LINE_BUDGET)).toEqual({
    tag: 'values',
    values: [[true, false, false, false, true, false, true]],
  });
});

describe('the constructor of data', () => {
  const tested = (layout: VariantLayout, constructor_: number, operation: OperationName = 'equalInt') =>
    emitted('int', (b, x) => {
      const fields: Atom[] =
        layout === LIST
          ? [b.operation('toReal', x), { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } }]
          : [b.operation('toReal', x)];
      const data = b.one(layout, { tag: 'construct', constructor_: 1, fields });
      const tag = b.one('int', { tag: 'tag', value: data });
      const is = b.operation(operation, tag, intConstant(constructor_));
      const [result] = b.add(['int'], {
        tag: 'if',
        condition: is,
        consequent: { statements: [], results: [intConstant(1)] },
        alternative: { statements: [], results: [intConstant(0)] },
      });
      return result ?? x;
    });

  test.each([
    [LIST, 0, 'i64.eq', false, 0],
    [LIST, 1, 'i64.eq', false, 1],
    [SHAPE, 0, 'i64.eq', false, 0],
    [SHAPE, 1, 'i64.eq', true, 1],
    [SHAPE, 2, 'i64.eq', true, 0],
  ] as const)('(%o) is %i: by its index only if addresses do not tell', (layout, constructor_, op, byIndex, value) => {
    const { code, run } = tested(layout, constructor_);
    expect([ops(code).includes(op), run(3)]).toEqual([byIndex, value]);
  });

  test('is compared with a variable by its index', () => {
    const { run } = emitted('int', (b, x) => {
      const fields = [b.operation('toReal', x)];
      const tag = b.one('int', { tag: 'tag', value: b.one(SHAPE, { tag: 'construct', constructor_: 1, fields }) });
      const results = [1, 0].map((n) => ({ statements: [], results: [intConstant(n)] }));
      const [consequent = { statements: [], results: [] }, alternative = consequent] = results;
      const condition = b.operation('equalInt', tag, x);
      return b.add(['int'], { tag: 'if', condition, consequent, alternative })[0] ?? x;
    });
    expect([run(0), run(1), run(2)]).toEqual([0, 1, 0]);
  });

  test('is compared by its index in other ways', () => {
    const { code, run } = tested(LIST, 1, 'lessInt');
    expect([ops(code).includes('i64.lt_s'), run(3)]).toEqual([true, 0]);
  });
});
