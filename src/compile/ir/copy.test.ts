import { describe, expect, test } from 'vitest';
import { Builder, Numbers, realConstant } from './builder';
import { ById } from './by-id';
import { copyBlock, withBoundOnce } from './copy';
import { printProgram } from './print';
import type { IrFunction } from './program';
import type { Atom, Variable } from './tree';

/** Returns a function of a real, written with these numbers. */
function written(numbers: Numbers, write: (builder: Builder, x: Variable) => readonly Atom[]): IrFunction {
  const x = numbers.variable('real');
  const builder = new Builder(numbers);
  return { id: 0, name: 'f', parameters: [x], body: builder.block(write(builder, x)) };
}

const printed = (each: IrFunction): string => printProgram({ functions: new Map([[0, each]]), entries: new Map() });

test('a copy of a block has no statement of it, also where a statement is the same in both', () => {
  const { body } = written(new Numbers(), (b) => {
    b.add([], { tag: 'push', values: [realConstant(1)] });
    return [];
  });
  const atoms = new ById<Atom>();
  atoms.set(0, realConstant(2));
  const copy = copyBlock(body, new Numbers(), atoms);
  expect(copy).toEqual(body);
  expect(copy.statements[0]).not.toBe(body.statements[0]);
});

describe('a function in which each variable is bound once', () => {
  const nothing = (): void => {};

  test('is the same one with the same statements if its variables are', () => {
    const numbers = new Numbers();
    const given = written(numbers, (b, x) => [b.operation('add', b.operation('sin', x), x)]);
    const bound = new ById<true>();
    const made = withBoundOnce(given, numbers, bound, nothing);
    expect(made).toEqual(given);
    expect([made.parameters === given.parameters, made.body === given.body]).toEqual([true, true]);
    expect([...bound.entries()].map(([id]) => id)).toEqual([0, 1, 2]);
  });

  test('has fresh variables for those that a function before it binds', () => {
    const numbers = new Numbers();
    const given = written(numbers, (b, x) => [b.operation('add', b.operation('sin', x), x)]);
    const bound = new ById<true>();
    withBoundOnce(given, numbers, bound, nothing);
    const seen: (readonly number[])[] = [];
    const again = withBoundOnce({ ...given, careful: true }, numbers, bound, ({ id }, made) =>
      seen.push([id, made.id]),
    );
    expect(printed(again)).toMatchInlineSnapshot(`
      "function f.0(r3 : real)
        r4 = sin r3
        r5 = add r4, r3
        results r5
      "
    `);
    expect(again.careful).toBe(true);
    expect(seen).toEqual([
      [0, 3],
      [1, 4],
      [2, 5],
    ]);
  });

  test('has fresh variables where it binds one again, and uses what was bound last', () => {
    const numbers = new Numbers();
    const given = written(numbers, (b, x) => {
      const inner = b.inner();
      const arm = inner.block([inner.operation('sin', x)]);
      const condition = b.operation('less', x, realConstant(0));
      const [y = x] = b.add(['real'], { tag: 'if', condition, consequent: arm, alternative: arm });
      b.statements.push(...inner.statements);
      return [y, b.operation('add', ...arm.results, y)];
    });
    const made = withBoundOnce(given, numbers, new ById(), nothing);
    expect(printed(made)).toMatchInlineSnapshot(`
      "function f.0(r0 : real)
        b2 = less r0, 0
        r3 = if b2 {
          r1 = sin r0
          results r1
        } else {
          r5 = sin r0
          results r5
        }
        r6 = sin r0
        r4 = add r6, r3
        results r3, r4
      "
    `);
    const [less, branch, , sum] = made.body.statements;
    expect(less).toBe(given.body.statements[0]);
    const arm = branch?.tag === 'if' ? branch.consequent : undefined;
    expect(arm?.statements[0]).toBe(given.body.statements[2]);
    expect(sum).not.toBe(given.body.statements[3]);
  });

  test('has a statement of its own in each place, if that binds nothing and is in several', () => {
    const numbers = new Numbers();
    const given = written(numbers, (b, x) => {
      b.add([], { tag: 'push', values: [x] });
      b.statements.push(...b.statements);
      return [];
    });
    const [first, second] = given.body.statements;
    const { statements } = withBoundOnce(given, numbers, new ById(), nothing).body;
    expect(first).toBe(second);
    expect(statements).toEqual(given.body.statements);
    expect(new Set(statements).size).toBe(2);
  });
});
