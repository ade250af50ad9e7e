import { describe, expect, test } from 'vitest';
import { CASES, checkLines, DERIVATIVES, TOLERANCE } from './lines';

const forms = (block: string): readonly unknown[] => checkLines(block).map(({ form }) => form);
/** The parts of a form as texts. */
const read = (block: string): unknown =>
  JSON.parse(
    JSON.stringify(forms(block)[0], (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'start' in value && 'end' in value
        ? block.slice(Number(value.start), Number(value.end))
        : value,
    ),
  );

describe('a line of checks', () => {
  test('is a condition or an equality, with a name or without', () => {
    expect(checkLines('at 3: f 3 = 9\nf 4 = 16').map(({ name }) => name)).toEqual(['at 3', 'f 4 = 16']);
    expect(read('f (x : real) = 9')).toMatchObject({ left: 'f (x : real) = 9' });
    expect(read('at 3: f 3 = 9')).toEqual({ tag: 'holds', binders: [], cases: CASES, left: 'f 3 = 9' });
    expect(read('f (a equals b) equals g 3')).toEqual({
      tag: 'holds',
      binders: [],
      cases: CASES,
      left: 'f (a equals b)',
      equals: { right: 'g 3', within: TOLERANCE, engines: [] },
    });
    expect(read('x: f 3 equals 9 within 1e-6 -- about')).toMatchObject({ equals: { right: '9', within: 1e-6 } });
  });

  test('has variables with ranges and types', () => {
    const block =
      'all: forall x in -2 .. 2 step .01, n : int in 0..14, r in { a : real, b : real }, xs in list (real * int): f x equals 1';
    expect(read(block)).toEqual({
      tag: 'holds',
      binders: [
        { name: 'x', domain: { tag: 'range', low: -2, high: 2, step: 0.01, isInt: false } },
        { name: 'n', domain: { tag: 'range', low: 0, high: 14, isInt: true } },
        { name: 'r', domain: { tag: 'type', type: '{ a : real, b : real }' } },
        { name: 'xs', domain: { tag: 'type', type: 'list (real * int)' } },
      ],
      cases: CASES,
      left: 'f x',
      equals: { right: '1', within: TOLERANCE, engines: [] },
    });
    expect(read('forall x in 0 .. 1:\n  x <\n    (2 : real)')).toMatchObject({ left: 'x <\n    (2 : real)' });
  });

  test('has generators and a number of cases', () => {
    expect(read('forall e in list (Expr * int) by make, x in -1 .. 1, 200 cases: f e equals x')).toMatchObject({
      binders: [
        { name: 'e', domain: { tag: 'type', type: 'list (Expr * int)', by: 'make' } },
        { name: 'x', domain: { tag: 'range' } },
      ],
      cases: 200,
      left: 'f e',
    });
  });

  test('can ask engines', () => {
    expect(read('f 3 equals grad g 3 by trace-anf reverse')).toMatchObject({
      equals: { right: 'grad g 3', within: TOLERANCE, engines: ['trace-anf', 'reverse'] },
    });
    expect(read('f 3 equals grad g 3 within 1e-6 by engines')).toMatchObject({
      equals: { right: 'grad g 3', within: 1e-6, engines: ['engines'] },
    });
  });

  test('avoids names, and derivatives at once', () => {
    expect(forms('avoids sin exp\navoids derivatives sin')).toEqual([
      { tag: 'avoids', names: ['sin', 'exp'] },
      { tag: 'avoids', names: [...DERIVATIVES, 'sin'] },
    ]);
  });

  test('names a type, a cost or an engine', () => {
    expect(read('type f : real -> real')).toEqual({ tag: 'type', name: 'f', type: 'real -> real' });
    expect(read('cost steps of fold x from f n over n in 50, 100, 200: slope <= 1.2')).toMatchObject({
      tag: 'cost',
      counted: 'steps',
      expression: 'fold x from f n',
      size: 'n',
      sizes: [50, 100, 200],
      bound: 'slope',
      limit: 1.2,
    });
    expect(read('cost reevaluations by curry of grad f 1 over n in 1: most <= 10')).toMatchObject({
      engine: 'curry',
      bound: 'most',
    });
    expect(read('cost steps of f n over n in 200: least >= 1e7')).toMatchObject({ bound: 'least', limit: 1e7 });
    expect(read('cost steps of f n over n in 200: runs out')).toMatchObject({ bound: 'runs', limit: 0 });
    expect(read('runs: engine trace-anf declines')).toEqual({ tag: 'engine', id: 'trace-anf', wanted: 'declines' });
  });

  test('may continue, and have blank lines and comments around it', () => {
    const block = '-- the first\n\na: f 3\n  equals 9\n\nb: g\n';
    expect(checkLines(block).map(({ name, start, end }) => [name, block.slice(start, end)])).toEqual([
      ['a', 'a: f 3\n  equals 9'],
      ['b', 'b: g'],
    ]);
  });

  test.each([
    ['forall', 'name of a variable'],
    ['forall x: y', 'type of a range'],
    ['forall x y', 'expected `in`'],
    ['forall x in 1: y', 'two numbers'],
    ['forall x in 2 .. 1: y', 'empty'],
    ['forall x in 0 .. 1 step 0: y', 'positive'],
    ['forall n : int in 0 .. 1.5: y', 'must be ints'],
    ['forall x in 0 .. 1, x in real: y', 'twice'],
    ['forall x in 0 .. 1', 'expected `:`'],
    ['forall x in 0 .. 1:', 'condition'],
    ['forall 200 cases: y', 'name of a variable'],
    ['forall x in 0 .. 1, 200 times: y', 'number of cases'],
    ['forall x in 0 .. 1, 0 cases: y', 'number of cases'],
    ['forall x in 0 .. 1, 1e9 cases: y', 'number of cases'],
    ['forall x in 0 .. 1, 9 cases, y in real: y', 'expected `:`'],
    ['forall x in real by 3: y', 'after `by`'],
    ['a: equals 3', 'each side'],
    ['a: f equals 3 by', 'after `by`'],
    ['a: f equals 3 by forward, reverse', 'after `by`'],
    ['a: f equals 3 by forward within 3', 'after `within`'],
    ['a: f equals 3 within x', 'after `within`'],
    ['a: avoids', 'names'],
    ['cost steps of f: slope <= 1', 'expression'],
    ['cost steps of f n over n in 1: slope <= 1', 'two sizes'],
    ['cost steps of f n over n in 1, 2: big', 'bound'],
    ['cost steps of f n over n in 1: least <= 3', 'bound'],
    ['cost steps of f n over n in 1: runs', 'bound'],
    ['cost nodes of f n over n in 1: runs out', 'bound'],
    ['a: engine trace', 'engine'],
  ])('%s is no line, and says why', (block, message) => {
    const [line] = checkLines(block);
    expect(line?.form).toMatchObject({ tag: 'wrong', message: expect.stringContaining(message) as string });
    expect(line?.form).toHaveProperty('hint');
  });
});
