import { describe, expect, test } from 'vitest';
import { blockAfter, four, gradientAround, loopsIn } from '../../testing/ir/examples';
import { REALS } from '../../testing/ir/rounds';
import { adding, type Given, item, loop, type Rounds } from '../../testing/ir/sums';
import { type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Accumulate, Atom, Variable } from '../ir/tree';
import { merge } from './merge';

const ROWS: ArrayLayout = { tag: 'array', id: 1, item: [REALS] };

/** Puts a shadow into data, by which it is known too. */
function shadowInData(b: Builder, shadow: Atom): void {
  b.one(ROWS, { tag: 'array', items: [[shadow]] });
}

/** How a second loop adds to a shadow, and what happens around it. */
interface Adding {
  /** Runs before the first loop. */
  readonly before?: (b: Builder, shadow: Atom) => void;
  /** Runs between the loops. */
  readonly between?: (b: Builder, shadow: Atom) => void;
  readonly isOld?: boolean;
  readonly of?: 'data' | 'shadow';
  readonly how?: Pick<Accumulate, 'ordered' | 'replaces'>;
  /** Runs in each round of the second loop. */
  readonly inside?: (inner: Builder, read: Atom, shadow: Atom) => void;
}

/** Merges two loops once derivatives are written out; the second adds to a shadow. */
function withShadow({ before, between, isOld = false, of = 'data', how = {}, inside }: Adding): string {
  const shadows = new Set<number>();
  return blockAfter(
    ['real', 'int', REALS],
    (b, _, n = _, data = _) => {
      const shadowOf = (array: Atom): Variable => {
        const made = b.one(REALS, { tag: 'shadow', of: array });
        shadows.add(made.id);
        return made;
      };
      const other = shadowOf(data);
      const old = isOld ? shadowOf(data) : undefined;
      if (old !== undefined) before?.(b, old);
      const first = loop(b, n, adding(data));
      const shadow = old ?? shadowOf(of === 'data' ? data : other);
      b.operation('sin', first);
      between?.(b, shadow);
      const second = loop(b, n, (inner, index, sum) => {
        const read = item(inner, data, index);
        inside?.(inner, read, other);
        inner.add([], {
          tag: 'accumulate',
          shadow,
          place: { tag: 'item', index, part: 0 },
          amount: read,
          ...how,
        });
        return inner.operation('add', sum, read);
      });
      return [first, second, item(b, shadow, intConstant(0))];
    },
    (block) => merge(block, shadows),
  );
}

describe('where derivatives are written out', () => {
  test('a loop that adds to a new shadow moves with it', () => {
    const text = withShadow({});
    expect(loopsIn(text)).toBe(1);
    expect(text.lastIndexOf('shadow')).toBeLessThan(text.indexOf('for'));
  });

  test('it moves if memory is freed that is taken after the earlier loop', () => {
    const between = (b: Builder): void => {
      b.add([], { tag: 'release', mark: b.one('int', { tag: 'mark' }) });
    };
    expect(loopsIn(withShadow({ between }))).toBe(1);
  });

  test.each<[string, Adding]>([
    ['the shadow is older than the earlier loop and known by another name', { isOld: true, before: shadowInData }],
    ['the shadow is read before', { between: (b, shadow) => void item(b, shadow, intConstant(0)) }],
    ['the shadow is that of another', { of: 'shadow' }],
    ['it adds in an order', { how: { ordered: true } }],
    ['it puts amounts in place of others', { how: { replaces: true } }],
    ['it makes data', { inside: (inner, read) => void inner.one(REALS, { tag: 'array', items: [[read]] }) }],
    ['it reads a shadow', { inside: (inner, _, shadow) => void item(inner, shadow, intConstant(0)) }],
  ])('two loops stay two if %s', (_, given) => {
    expect(loopsIn(withShadow(given))).toBe(2);
  });

  /** A round that reads an item and adds it to a shadow. */
  const addingTo =
    (data: Atom, shadow: Atom): Rounds =>
    (inner, index, sum) => {
      const read = item(inner, data, index);
      inner.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index, part: 0 }, amount: read });
      return inner.operation('add', sum, read);
    };

  test.each<[string, number, (given: Given, other: Atom) => readonly Atom[]]>([
    [
      'the memory of the shadow would be freed',
      2,
      ({ b, n, data }) => {
        const mark = b.one('int', { tag: 'mark' });
        b.operation('sin', loop(b, n, adding(data)));
        b.add([], { tag: 'release', mark });
        return [loop(b, n, addingTo(data, b.one(REALS, { tag: 'shadow', of: data })))];
      },
    ],
    [
      'the memory of the shadow would be freed, and a number moves with it',
      2,
      ({ b, x, n, data }) => {
        const mark = b.one('int', { tag: 'mark' });
        b.operation('sin', loop(b, n, adding(data)));
        b.add([], { tag: 'release', mark });
        const [cosine, shadow] = [b.operation('cos', x), b.one(REALS, { tag: 'shadow', of: data })];
        return [
          loop(b, n, (inner, ...own) => inner.operation('multiply', cosine, addingTo(data, shadow)(inner, ...own))),
        ];
      },
    ],
    [
      'memory is freed before them',
      1,
      ({ b, n, data }) => {
        b.add([], { tag: 'release', mark: b.one('int', { tag: 'mark' }) });
        b.operation('sin', loop(b, n, adding(data)));
        return [loop(b, n, addingTo(data, b.one(REALS, { tag: 'shadow', of: data })))];
      },
    ],
    [
      'the shadow comes before all else',
      1,
      ({ b, n, data }) => {
        const shadow = b.one(REALS, { tag: 'shadow', of: data });
        b.operation('sin', loop(b, n, adding(data)));
        return [loop(b, n, addingTo(data, shadow))];
      },
    ],
    [
      'another has moved between them',
      1,
      ({ b, x, n, data }) => {
        b.operation('sin', loop(b, n, adding(data)));
        const cosine = b.operation('cos', x);
        loop(b, n, (inner, ...own) => inner.operation('add', cosine, adding(data)(inner, ...own)));
        return [loop(b, n, addingTo(data, b.one(REALS, { tag: 'shadow', of: data })))];
      },
    ],
    [
      'only numbers move before memory is freed',
      1,
      ({ b, x, n, data }) => {
        const mark = b.one('int', { tag: 'mark' });
        b.operation('sin', loop(b, n, adding(data)));
        b.add([], { tag: 'release', mark });
        const sine = b.operation('sin', x);
        return [loop(b, n, (inner, index, sum) => adding(data)(inner, index, inner.operation('add', sum, sine)))];
      },
    ],
    [
      'the shadow is given',
      2,
      ({ b, n, data }, other) => {
        b.operation('sin', loop(b, n, adding(data)));
        return [loop(b, n, addingTo(data, other))];
      },
    ],
    [
      'the earlier one adds to a shadow, and the later one cannot move',
      2,
      ({ b, x, n, data }) => {
        const first = loop(b, n, addingTo(data, b.one(REALS, { tag: 'shadow', of: data })));
        const tested = b.one('real', { tag: 'move', values: [x], finite: true });
        return [
          first,
          loop(b, n, (inner, index, sum) => adding(data)(inner, index, inner.operation('add', sum, tested))),
        ];
      },
    ],
  ])('if %s, there are %d loops', (_, loops, write) => {
    const text = blockAfter(
      ['real', 'int', REALS, REALS],
      (b, ...given) => {
        const [x, n, data, other] = four(given);
        return write({ b, x, n, data }, other);
      },
      (block) => merge(block, new Set()),
    );
    expect(loopsIn(text)).toBe(loops);
  });

  test('two derivatives of a loss at one point read the data once, and compute what they share once', () => {
    const text = gradientAround(
      `input xs : array real = [1, 2]
let loss (a, b) = sum (map (fun x -> tanh (a * x + b) ^ 2) xs)
let (da, db) = grad loss (0.5, 0.1)
let (daa, _) = grad (fun p -> let (u, _) = grad loss p in u) (0.5, 0.1)
da + db / daa`,
      'tape',
    ).after;
    expect(loopsIn(text)).toBe(2);
    expect(text.match(/= tanh /g)).toHaveLength(2);
  });
});
