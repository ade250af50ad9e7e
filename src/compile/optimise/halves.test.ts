import { describe, expect, test } from 'vitest';
import { printedWhole } from '../../testing/ir/examples';
import type { Half } from '../differentiate/differentiated';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Pair } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { withoutHalves } from './halves';

const ROW: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const ZERO = realConstant(0);
const [ONE, TWO, THREE] = [realConstant(1), realConstant(2), realConstant(3)];

type Write = (b: Builder, x?: Atom, y?: Atom) => readonly Atom[];

interface Written {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly write: Write;
}

const made = (name: string, write: Write, ...kinds: readonly Kind[]): Written => ({ name, kinds, write });

interface Result {
  readonly program: IrProgram;
  readonly shadows: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
}

/**
 * Returns a program after the pass. The number of a function is its place, the last is where the program begins, and those
 * whose names end in `there` and `back` are halves. Arrays that are parameters are shadows.
 */
function after(...written: readonly Written[]): Result {
  const numbers = new Numbers();
  const functions = new Map<number, IrFunction>();
  const halves = new Map<number, Half>();
  const before = new Set<number>();
  for (const { name, kinds, write } of written) {
    const [id, parameters, b] = [
      numbers.functionId(),
      numbers.copies(kinds.map((kind) => ({ kind }))),
      new Builder(numbers),
    ];
    for (const parameter of parameters) if (parameter.kind === ROW) before.add(parameter.id);
    functions.set(id, { id, name, parameters, body: b.block(write(b, ...parameters)) });
    visit(functions.get(id)?.body ?? b.block([]), ({ tag, targets: [target] }) => {
      if (tag === 'shadow' && target !== undefined) before.add(target.id);
    });
    if (/there$|back$/.test(name)) halves.set(id, name.endsWith('back') ? 'back' : 'there');
    numbers.pair();
  }
  const program = { functions, entries: new Map([['value', written.length - 1]]) };
  const result = withoutHalves({ program, shadows: before, halves }, numbers);
  expect([...checkProgram(program), ...checkProgram(result.program)]).toEqual([]);
  return { ...result, before };
}

const textAfter = (...written: readonly Written[]): string => printedWhole(after(...written).program);
const callsIn = (text: string): number => text.match(/call/g)?.length ?? 0;
const call = (b: Builder, callee: number, ...given: readonly Atom[]): Atom =>
  b.one('real', { tag: 'call', callee, arguments: given });

/** The halves of the sine. */
const there = made(
  'sine_there',
  (b, x = ZERO) => {
    const sine = b.operation('sin', x);
    b.add([], { tag: 'push', values: [x] });
    return [sine];
  },
  'real',
);
const back = made(
  'sine_back',
  (b, adjoint = ZERO) => {
    const x = b.one('real', { tag: 'pop' });
    return [b.operation('multiply', adjoint, b.operation('cos', x))];
  },
  'real',
);
/** Calls both. */
const both: Write = (b, x = ZERO) => {
  const value = call(b, 0, x);
  return [value, call(b, 1, ONE)];
};
const takeOne: Write = (b) => [call(b, 1, ONE)];
const block = (b: Builder, write: Write, ...given: readonly Atom[]): ReturnType<Builder['block']> => {
  const inner = b.inner();
  return inner.block(write(inner, ...given));
};

describe('the halves of a function', () => {
  test('are written out where a block calls both, and what they keep has a name', () => {
    expect(textAfter(there, back, made('main', both, 'real'))).toMatchInlineSnapshot(`
      "function main.2(r0 : real)
        r1 = sin r0
        r2 = r1
        r3 = cos r0
        r4 = multiply 1, r3
        r5 = r4
        results r2, r5"
    `);
  });

  test('are written out twice where two calls are inside one another: what is kept last is taken first', () => {
    const write: Write = (b, x = ZERO) => {
      const first = call(b, 0, x);
      const second = call(b, 0, TWO);
      const adjoint = call(b, 1, THREE);
      return [first, second, adjoint, call(b, 1, adjoint)];
    };
    expect(textAfter(there, back, made('main', write, 'real'))).toMatchInlineSnapshot(`
      "function main.2(r0 : real)
        r1 = sin r0
        r2 = r1
        r3 = sin 2
        r4 = r3
        r5 = cos 2
        r6 = multiply 3, r5
        r7 = r6
        r8 = cos r0
        r9 = multiply r7, r8
        r10 = r9
        results r2, r4, r7, r10"
    `);
  });

  test('are written out if they keep nothing', () => {
    const double: Write = (b, x = ZERO) => [b.operation('multiply', x, TWO)];
    const text = textAfter(made('f_there', double, 'real'), made('f_back', double, 'real'), made('main', both, 'real'));
    expect(text).toMatchInlineSnapshot(`
      "function main.2(r0 : real)
        r1 = multiply r0, 2
        r2 = r1
        r3 = multiply 1, 2
        r4 = r3
        results r2, r4"
    `);
  });

  test('are written out if they keep a constant', () => {
    const keep: Write = (b, x = ZERO) => {
      b.add([], { tag: 'push', values: [TWO] });
      return [x];
    };
    const take: Write = (b, x = ZERO) => [b.operation('multiply', x, b.one('real', { tag: 'pop' }))];
    const text = textAfter(made('f_there', keep, 'real'), made('f_back', take, 'real'), made('main', both, 'real'));
    expect(text).toContain('multiply 1, 2');
  });

  test('are written out in a loop', () => {
    const write: Write = (b, x = ZERO) => [
      ...b.add([ROW, ROW], {
        tag: 'build',
        index: b.numbers.variable('int'),
        count: intConstant(3),
        body: block(b, both, x),
      }),
    ];
    expect(textAfter(there, back, made('main', write, 'real'))).not.toMatch(/call|_there|_back|push|pop/);
  });

  test('are written out in the halves of another function, and with them', () => {
    const outer = made('outer_there', both, 'real');
    const outerBack: Write = (b, x = ZERO) => [call(b, 1, call(b, 0, x))];
    const write: Write = (b, x = ZERO) => {
      const [value = x] = b.add(['real', 'real'], { tag: 'call', callee: 2, arguments: [x] });
      return [value, call(b, 3, ONE)];
    };
    const text = textAfter(there, back, outer, made('outer_back', outerBack, 'real'), made('main', write, 'real'));
    expect(text.match(/^function/gm)).toHaveLength(1);
    expect(text).not.toMatch(/call|push|pop/);
  });

  test.each<[string, number, Write]>([
    [
      'in a block inside the other',
      3,
      (b, x = ZERO) => {
        const value = call(b, 0, x);
        const condition = b.operation('less', x, value);
        const [consequent, alternative] = [block(b, takeOne), block(b, takeOne)];
        return [b.one('real', { tag: 'if', condition, consequent, alternative })];
      },
    ],
    [
      'the way back and the way there follows',
      2,
      (b, x = ZERO) => {
        const adjoint = call(b, 1, ONE);
        return [call(b, 0, x), adjoint];
      },
    ],
  ])('stay functions where one is %s', (_, calls, write) => {
    const text = textAfter(there, back, made('main', write, 'real'));
    expect(callsIn(text)).toBe(calls);
  });

  test.each([
    ['there', [made('go_there', (b, x = ZERO) => [call(b, 0, x)], 'real'), back]],
    ['back', [there, made('go_back', (b, x = ZERO) => [call(b, 1, x)], 'real')]],
  ])('stay functions if the way %s calls itself', (_, halves) => {
    const text = textAfter(...halves, made('main', both, 'real'));
    expect(callsIn(text)).toBe(3);
  });

  test('stay functions if they call one that calls itself', () => {
    const own: Write = (b, x = ZERO) => [call(b, 2, x)];
    const calls: Write = (b, x = ZERO) => [call(b, 2, call(b, 2, x))];
    const text = textAfter(
      made('f_there', calls, 'real'),
      made('f_back', calls, 'real'),
      made('go', own, 'real'),
      made('main', both, 'real'),
    );
    expect(text.match(/^function/gm)).toHaveLength(4);
  });

  test('are written out with their calls of other functions, which stay', () => {
    const calls: Write = (b, x = ZERO) => [call(b, 2, x)];
    const text = textAfter(
      made('f_there', calls, 'real'),
      made('f_back', calls, 'real'),
      made('g', (b, x = ZERO) => [b.operation('sin', x)], 'real'),
      made('main', both, 'real'),
    );
    expect(text.match(/^function/gm)).toHaveLength(2);
    expect(callsIn(text)).toBe(2);
  });
});

/** A function, or what it does first, of so many statements, of which the first has the others inside. */
const long =
  (count: number, then: Write = (_, x = ZERO) => [x]): Write =>
  (b, x = ZERO) => {
    const consequent = block(b, (arm) => {
      for (let i = 1; i < count; i++) arm.operation('sin', x);
      return [];
    });
    b.add([], { tag: 'if', condition: boolConstant(true), consequent, alternative: block(b, () => []) });
    return then(b, x);
  };

describe('halves are written out', () => {
  const twice: Write = (b, x = ZERO) => [...both(b, x), ...both(b, x)];
  const inArms: Write = (b, x = ZERO) => {
    const arms = { consequent: block(b, both, x), alternative: block(b, both, x) };
    return b.add(['real', 'real'], { tag: 'if', condition: boolConstant(true), ...arms });
  };

  test.each([
    ['up to 1000 statements of both', 400, 600, 0],
    ['not above', 400, 601, 2],
  ])('%s', (_, first, second, calls) => {
    const halves = [made('f_there', long(first), 'real'), made('f_back', long(second), 'real')];
    expect(callsIn(textAfter(...halves, made('main', both, 'real')))).toBe(calls);
  });

  // The halves of the sine have 5 statements.
  test.each<[string, number, Write, number]>([
    ['in a function of up to 10,000 statements', 9_993, both, 0],
    ['not in a longer one', 9_994, both, 2],
    ['as long as there is room', 9_990, twice, 2],
    ['as long as there is room in all arms', 9_989, inArms, 2],
  ])('%s', (_, count, then, calls) => {
    expect(callsIn(textAfter(there, back, made('main', long(count, then), 'real')))).toBe(calls);
  });

  test('not if they are too long because of others that were written out in them', () => {
    const outer: Write = (b, x = ZERO) => [call(b, 2, x), call(b, 3, ONE)];
    const text = textAfter(
      made('inner_there', long(499), 'real'),
      made('inner_back', long(499), 'real'),
      made('outer_there', (b, x) => both(b, x).slice(0, 1), 'real'),
      made('outer_back', long(1), 'real'),
      made('main', outer, 'real'),
    );
    expect(text.match(/call.*/g)).toEqual(['call outer_there.2(r0)', 'call outer_back.3(1)']);
  });
});

describe('the copies of halves', () => {
  test('have pairs of loops of their own', () => {
    const loop =
      (pair?: Pair): Write =>
      (b, x = ZERO) => {
        const parts = { index: b.numbers.variable('int'), count: intConstant(3), body: b.inner().block([x]) };
        b.one(ROW, { tag: 'build', ...parts, ...(pair === undefined ? {} : { pair }) });
        return [x];
      };
    const pair = 0;
    const written: Write = (b, x = ZERO) => {
      loop(pair)(b, x);
      return loop()(b, x);
    };
    const { program } = after(
      made('f_there', written, 'real'),
      made('f_back', loop(pair), 'real'),
      made('main', (b, x) => [...both(b, x), ...both(b, x)], 'real'),
    );
    const pairs: (Pair | undefined)[] = [];
    for (const { body } of program.functions.values()) {
      visit(body, (statement) => {
        if (statement.tag === 'build') pairs.push(statement.pair);
      });
    }
    const [first, none, same, second] = pairs;
    expect(pairs).toEqual([first, undefined, first, second, undefined, second]);
    expect(none).toBe(undefined);
    expect(same).not.toBe(second);
    expect([first, second]).not.toContain(pair);
  });

  test('have shadows where the halves have them', () => {
    const { program, before, shadows } = after(
      made(
        'f_there',
        (b, row = ZERO) => {
          const plain = b.one(ROW, { tag: 'array', items: [[ONE]] });
          const shadow = b.one(ROW, { tag: 'shadow', of: plain });
          const first = b.one('real', { tag: 'item', array: row, index: intConstant(0), checked: false });
          b.add([], { tag: 'push', values: [shadow] });
          return [first];
        },
        ROW,
      ),
      made(
        'f_back',
        (b, x = ZERO) => {
          const shadow = b.one(ROW, { tag: 'pop' });
          return [
            b.operation('add', x, b.one('real', { tag: 'item', array: shadow, index: intConstant(0), checked: false })),
          ];
        },
        'real',
      ),
      made('main', both, ROW),
    );
    const arrays = [...program.functions.values()]
      .flatMap(({ body }) => body.statements)
      .flatMap((statement) =>
        statement.targets.filter(({ kind }) => kind === ROW).map(({ id }) => [statement.tag, shadows.has(id)] as const),
      );
    expect(arrays).toEqual([
      ['array', false],
      ['shadow', true],
    ]);
    expect(shadows.size).toBe(before.size + 1);
  });
});
