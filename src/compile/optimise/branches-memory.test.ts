import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { choice, REALS } from '../../testing/ir/reverse';
import { boolConstant, type Builder, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { joinBranches } from './branches';

describe('memory that a block releases', () => {
  const released = (write: (b: Builder, x: Variable, mark: Atom) => void): string =>
    blockAfter(
      ['real'],
      (b, x) => {
        write(b, x, b.one('int', { tag: 'mark' }));
        return [];
      },
      (block) => joinBranches(block, new Set()),
    );

  test('is not marked if there is none', () => {
    const none = released((b, x, mark) => {
      b.operation('sin', x);
      b.add([], { tag: 'release', mark });
    });
    expect(none).not.toMatch(/mark|release/);
  });

  test('is not marked if it is made before or after', () => {
    const array = (b: Builder, x: Variable): void => void b.one(REALS, { tag: 'array', items: [[x]] });
    const text = blockAfter(
      ['real'],
      (b, x) => {
        array(b, x);
        const mark = b.one('int', { tag: 'mark' });
        b.add([], { tag: 'release', mark });
        array(b, x);
        return [];
      },
      (block) => joinBranches(block, new Set()),
    );
    expect(text).not.toMatch(/mark|release/);
  });

  test('is not marked if there is none, after memory that is', () => {
    const second = released((b, x, mark) => {
      b.one(REALS, { tag: 'array', items: [[x]] });
      b.add([], { tag: 'release', mark });
      b.add([], { tag: 'release', mark: b.one('int', { tag: 'mark' }) });
    });
    expect(second.match(/mark|release/g)).toEqual(['mark', 'release']);
  });

  test.each<[string, (b: Builder, x: Variable, mark: Atom) => void]>([
    [
      'if there is some',
      (b, x, mark) => {
        b.one(REALS, { tag: 'array', items: [[x]] });
        b.add([], { tag: 'release', mark });
      },
    ],
    [
      'if it may be from before the block',
      (b, x, mark) => {
        const [arm, other] = [b.inner(), b.inner()];
        arm.add([], { tag: 'release', mark });
        b.one(REALS, { tag: 'array', items: [[x]] });
        b.add([], {
          tag: 'if',
          condition: boolConstant(true),
          consequent: arm.block([]),
          alternative: other.block([]),
        });
      },
    ],
  ])('stays %s', (_, write) => {
    expect(released(write)).toMatch(/mark[^]*release/);
  });
});

describe('what is kept and taken in one block', () => {
  const around = (write: (b: Builder, x: Variable) => readonly Atom[]): string =>
    blockAfter(['real'], write, (block) => joinBranches(block, new Set()));
  const push = (b: Builder, ...values: readonly Atom[]): void => {
    b.add([], { tag: 'push', values });
  };
  const pop = (b: Builder, count: number): readonly Variable[] =>
    b.add(
      Array.from({ length: count }, () => 'real' as const),
      { tag: 'pop' },
    );

  test('needs no stack, whatever is between', () => {
    const text = around((b, x) => {
      push(b, x);
      push(b, realConstant(1), x);
      const made = b.operation('sin', x);
      return [...pop(b, 2), ...pop(b, 1), made];
    });
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = sin r0
        results 1, r0, r0, r1"
    `);
  });

  test('needs no stack if a branch between does not use it', () => {
    const text = around((b, x) => {
      push(b, x);
      const [sine = x] = choice(
        b,
        boolConstant(true),
        (arm) => [arm.operation('sin', x)],
        () => [x],
      );
      const made = b.operation('cos', sine);
      return [...pop(b, 1), made];
    });
    expect(text).not.toMatch(/push|pop/);
    expect(text).toMatch(/cos[^]*results r0, r/);
  });

  test('needs no stack if it is kept again', () => {
    const text = around((b, x) => {
      push(b, x);
      push(b, ...pop(b, 1));
      return pop(b, 1);
    });
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real)
        results r0"
    `);
  });

  test('is the same block if nothing is kept', () => {
    blockAfter(
      ['real'],
      (b, x) => [b.operation('sin', x)],
      (block) => {
        expect(joinBranches(block, new Set())).toBe(block);
        return block;
      },
    );
  });

  test.each<[string, (b: Builder, x: Variable) => readonly Atom[]]>([
    [
      'after a call, which may keep values',
      (b, x) => {
        push(b, x);
        b.add([], { tag: 'call', callee: 0, arguments: [] });
        return pop(b, 1);
      },
    ],
    [
      'after a branch that keeps values',
      (b, x) => {
        push(b, x);
        choice(
          b,
          boolConstant(true),
          (arm) => (push(arm, x), []),
          () => [],
        );
        return pop(b, 1);
      },
    ],
    [
      'after memory is released',
      (b, x) => {
        const mark = b.one('int', { tag: 'mark' });
        push(b, x);
        b.add([], { tag: 'release', mark });
        return pop(b, 1);
      },
    ],
    [
      'if it is another number of values',
      (b, x) => {
        push(b, x, x);
        return pop(b, 1);
      },
    ],
    [
      'if another is taken first',
      (b, x) => {
        push(b, x, x);
        return [...pop(b, 1), ...pop(b, 2)];
      },
    ],
  ])('stays on the stack %s', (_, write) => {
    expect(around(write)).toMatch(/push[^]*pop/);
  });
});

test('a block that takes only what another one has kept stays itself', () => {
  blockAfter(
    [],
    (b) => b.add(['real'], { tag: 'pop' }),
    (block) => {
      expect(joinBranches(block, new Set())).toBe(block);
      return block;
    },
  );
});
