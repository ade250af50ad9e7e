import { describe, expect, test } from 'vitest';
import { REALS } from '../../testing/ir/rounds';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { type Accesses, accessesOf, SOME } from './accesses';

const ROWS: ArrayLayout = { tag: 'array', id: 7, item: [REALS, 'real'] };
const AT = intConstant(0);

/** The result of `accessesOf`, with names: there is a shadow of reals, `reals`, and one of rows, `rows`. */
interface Told {
  readonly reads: readonly string[];
  readonly adds: readonly string[];
  readonly ordered: readonly string[];
}

type Write = (b: Builder, reals: Variable, rows: Variable, isShadow: (each: Atom) => void) => void;

function told(write: Write, takesOwn = false): Told {
  const numbers = new Numbers();
  const [reals, rows] = [numbers.variable(REALS), numbers.variable(ROWS)];
  const shadows = new Set([reals.id, rows.id]);
  const builder = new Builder(numbers, undefined, true);
  write(builder, reals, rows, (each) => {
    if (each.tag === 'variable') shadows.add(each.id);
  });
  const found: Accesses = accessesOf(builder.statements, shadows, takesOwn);
  const name = (id: number): string =>
    id === reals.id ? 'reals' : id === rows.id ? 'rows' : id === SOME ? 'some' : 'part';
  const names = (ids: ReadonlySet<number>): readonly string[] => [...ids].map(name);
  return { reads: names(found.reads), adds: names(found.adds), ordered: names(found.ordered) };
}

const NOTHING: Told = { reads: [], adds: [], ordered: [] };
const EVERYTHING: Told = { reads: ['some'], adds: ['some'], ordered: ['some'] };

function add(b: Builder, shadow: Atom, how: { readonly ordered?: boolean; readonly replaces?: boolean } = {}): void {
  const place = { tag: 'item', index: AT, part: 0 } as const;
  b.add([], { tag: 'accumulate', shadow, place, amount: realConstant(1), ...how });
}

/** Reads a real of the first item, and uses it. */
function use(b: Builder, array: Atom): void {
  b.operation('sin', b.one('real', { tag: 'item', array, index: AT, checked: false }));
}

/** The row in the first item of rows; of the real beside it, whether it is used. */
function rowOf(b: Builder, rows: Atom, usesReal: boolean): Atom {
  const [row, beside] = b.add([REALS, 'real'], { tag: 'item', array: rows, index: AT, checked: false });
  if (row === undefined || beside === undefined) throw new Error('two parts');
  if (usesReal) b.operation('sin', beside);
  return row;
}

describe('what statements do with shadows', () => {
  test.each<[string, Write, Told]>([
    [
      'adding',
      (b, reals) => {
        add(b, reals);
      },
      { ...NOTHING, adds: ['reals'] },
    ],
    [
      'adding in order',
      (b, reals) => {
        add(b, reals, { ordered: true });
      },
      { reads: ['reals'], adds: ['reals'], ordered: ['reals'] },
    ],
    [
      'replacing',
      (b, reals) => {
        add(b, reals, { replaces: true });
      },
      { reads: ['reals'], adds: ['reals'], ordered: ['reals'] },
    ],
    [
      'reading a real',
      (b, reals) => {
        use(b, reals);
      },
      { ...NOTHING, reads: ['reals'] },
    ],
    [
      'reading a real that nothing uses',
      (b, reals) => {
        b.one('real', { tag: 'item', array: reals, index: AT, checked: false });
      },
      NOTHING,
    ],
    [
      'reading a row',
      (b, _, rows) => {
        rowOf(b, rows, false);
      },
      NOTHING,
    ],
    [
      'reading a row, and the real beside it',
      (b, _, rows) => {
        rowOf(b, rows, true);
      },
      { ...NOTHING, reads: ['rows'] },
    ],
    [
      'adding to a row',
      (b, _, rows, isShadow) => {
        const row = rowOf(b, rows, false);
        isShadow(row);
        add(b, row);
      },
      { ...NOTHING, adds: ['part'] },
    ],
    [
      'reading what is no shadow',
      (b) => {
        use(b, b.numbers.variable(REALS));
      },
      NOTHING,
    ],
    [
      'what the statements make',
      (b, reals, _, isShadow) => {
        const own = b.one(REALS, { tag: 'shadow', of: reals });
        isShadow(own);
        use(b, own);
        add(b, own, { replaces: true });
      },
      NOTHING,
    ],
    [
      'its length',
      (b, reals) => {
        b.one('int', { tag: 'length', array: reals });
      },
      NOTHING,
    ],
    [
      'copying it',
      (b, reals) => {
        b.one(REALS, { tag: 'append', left: reals, right: reals });
      },
      { ...NOTHING, reads: ['some'] },
    ],
    [
      'a call',
      (b, reals) => {
        b.call([], 0, [reals]);
      },
      EVERYTHING,
    ],
    [
      'a call that only adds',
      (b, reals) => {
        b.add([], { tag: 'call', callee: 0, arguments: [reals], onlyAdds: true });
      },
      { ...NOTHING, adds: ['some'] },
    ],
    [
      'half of a derivative, which finds shadows on the stack',
      (b) => {
        b.add([], { tag: 'call', callee: 0, arguments: [], onlyAdds: false });
      },
      EVERYTHING,
    ],
    [
      'half of a derivative that only adds to shadows on the stack',
      (b) => {
        b.add([], { tag: 'call', callee: 0, arguments: [], onlyAdds: true });
      },
      { ...NOTHING, adds: ['some'] },
    ],
    [
      'a call without shadows',
      (b) => {
        b.call([], 0, [AT]);
      },
      NOTHING,
    ],
    [
      'writing a shadow into another',
      (b, reals, rows) => {
        b.add([], { tag: 'keep', array: rows, index: AT, values: [reals, realConstant(0)] });
      },
      EVERYTHING,
    ],
    [
      'adding data',
      (b, reals) => {
        b.add([], { tag: 'addAll', shadow: reals, value: b.numbers.variable(REALS), like: reals, lenient: false });
      },
      EVERYTHING,
    ],
    [
      'what a branch does',
      (b, reals) => {
        const arm = b.inner();
        add(arm, reals);
        const condition = b.operation('lessInt', AT, AT);
        b.add([], { tag: 'if', condition, consequent: arm.block([]), alternative: b.inner().block([]) });
      },
      { ...NOTHING, adds: ['reals'] },
    ],
  ])('%s', (_, write, expected) => {
    expect(told(write)).toEqual(expected);
  });

  const takesBack =
    (isMade: boolean): Write =>
    (b, reals, _, isShadow) => {
      const made = isMade ? b.one(REALS, { tag: 'shadow', of: reals }) : reals;
      isShadow(made);
      b.add([], { tag: 'push', values: [made] });
      const taken = b.one(REALS, { tag: 'pop' });
      isShadow(taken);
      use(b, taken);
    };

  test('shadows from the stack are their own if they have made all that they put there', () => {
    expect(told(takesBack(true), true)).toEqual(NOTHING);
    expect(told(takesBack(false), true)).toEqual({ ...NOTHING, reads: ['part'] });
    expect(told(takesBack(true), false)).toEqual({ ...NOTHING, reads: ['part'] });
  });
});
