import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { evaluated } from '../../testing/run-source';
import { checkProgram } from '../core/check';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';

/** A pattern as text, with the values that it matches. `@` stands for a name, and `named` is the value bound to it. */
interface Sample<T> {
  readonly text: string;
  readonly fits: (value: T) => boolean;
  readonly named?: (value: T) => readonly number[];
}

type Tree = 'Leaf' | { readonly at: number; readonly left: Tree; readonly right: Tree };
type Value = readonly [boolean, Tree, readonly number[]];

const anything: Sample<unknown> = { text: '_', fits: () => true };

function pairOf<A, B>(left: Sample<A>, right: Sample<B>): Sample<readonly [A, B]> {
  return {
    text: `(${left.text}, ${right.text})`,
    fits: ([a, b]) => left.fits(a) && right.fits(b),
    named: ([a, b]) => [...(left.named?.(a) ?? []), ...(right.named?.(b) ?? [])],
  };
}

const numbers = fc.oneof(
  fc.constant(anything),
  fc.constant<Sample<number>>({ text: '@', fits: () => true, named: (value) => [value] }),
  fc.integer({ min: 0, max: 2 }).map((n): Sample<number> => ({ text: String(n), fits: (value) => value === n })),
);
const booleans = fc.oneof(
  fc.constant(anything),
  fc.boolean().map((b): Sample<boolean> => ({ text: String(b), fits: (value) => value === b })),
);
const { lists, trees } = fc.letrec<{ lists: Sample<readonly number[]>; trees: Sample<Tree> }>((tie) => ({
  lists: fc.oneof(
    { depthSize: 'small' },
    fc.constant(anything),
    fc.constant<Sample<readonly number[]>>({ text: '@List', fits: () => true, named: (value) => [value.length] }),
    fc.constant({ text: '[]', fits: (value: readonly number[]) => value.length === 0 }),
    fc.tuple(numbers, tie('lists')).map(([head, tail]) => ({
      text: `(${head.text} :: ${tail.text})`,
      fits: ([first, ...rest]: readonly number[]) => first !== undefined && head.fits(first) && tail.fits(rest),
      named: ([first, ...rest]: readonly number[]) => [
        ...(first === undefined ? [] : (head.named?.(first) ?? [])),
        ...(tail.named?.(rest) ?? []),
      ],
    })),
  ),
  trees: fc.oneof(
    { depthSize: 'small' },
    fc.constant(anything),
    fc.constant<Sample<Tree>>({ text: '@Tree', fits: () => true, named: (value) => [sizeOf(value)] }),
    fc.constant({ text: 'Leaf', fits: (value: Tree) => value === 'Leaf' }),
    fc.tuple(numbers, tie('trees'), tie('trees')).map(([at, left, right]) => ({
      text: `Node (${at.text}, ${left.text}, ${right.text})`,
      fits: (value: Tree) => value !== 'Leaf' && at.fits(value.at) && left.fits(value.left) && right.fits(value.right),
      named: (value: Tree) =>
        value === 'Leaf'
          ? []
          : [
              ...(at.named?.(value.at) ?? []),
              ...(left.named?.(value.left) ?? []),
              ...(right.named?.(value.right) ?? []),
            ],
    })),
  ),
}));
const patterns: fc.Arbitrary<Sample<Value>> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(anything) },
  {
    weight: 6,
    arbitrary: fc.tuple(booleans, trees, lists).map(([first, second, third]) => {
      const inner = pairOf(second, third);
      return {
        text: `(${first.text}, ${inner.text})`,
        fits: ([b, tree, list]: Value) => first.fits(b) && inner.fits([tree, list]),
        named: ([, tree, list]: Value) => inner.named?.([tree, list]) ?? [],
      };
    }),
  },
);

const treeValues = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant<Tree>('Leaf'),
    fc.record({ at: fc.integer({ min: 0, max: 3 }), left: tie('tree'), right: tie('tree') }),
  ),
})).tree;
const values = fc.tuple(fc.boolean(), treeValues, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }));

function sizeOf(tree: Tree): number {
  return tree === 'Leaf' ? 0 : 1 + sizeOf(tree.left) + sizeOf(tree.right);
}

/** Returns an arm whose result encodes its number and the sum of the values bound to its names. */
function armText(pattern: string, index: number): string {
  const uses: string[] = [];
  const text = pattern.replaceAll(/@(List|Tree)?/gu, (_, kind: string | undefined) => {
    const name = `n${uses.length}`;
    uses.push(kind === 'List' ? `length ${name}` : kind === 'Tree' ? `size ${name}` : name);
    return name;
  });
  return `  | ${text} -> ${[1000 * index, ...uses].join(' + ')}`;
}

function treeText(tree: Tree): string {
  return tree === 'Leaf' ? 'Leaf' : `Node (${tree.at}, ${treeText(tree.left)}, ${treeText(tree.right)})`;
}

function valueText([first, tree, list]: Value): string {
  return `(${first}, (${treeText(tree)}, [${list.join(', ')}]))`;
}

describe('a match', () => {
  it('takes the first matching arm, and warns of missing and unreached arms', () => {
    fc.assert(
      fc.property(
        fc.array(patterns, { minLength: 1, maxLength: 6 }),
        fc.array(values, { minLength: 1, maxLength: 6 }),
        (arms, given) => {
          const lines = arms.map(({ text }, index) => armText(text, index));
          const text = [
            'type Tree = Leaf | Node (int * Tree * Tree)',
            'let rec size t = match t with Leaf -> 0 | Node (_, l, r) -> 1 + size l + size r',
            `let choose (v : bool * (Tree * list int)) =\n  match v with\n${lines.join('\n')}`,
            ...given.map((value) => `choose ${valueText(value)}`),
          ].join('\n');
          const parsed = parse(text, 0);
          expect(parsed.diagnostics).toEqual([]);
          const { program, diagnostics } = elaborate([parsed.program]);
          if (program === undefined)
            throw new Error(`${text}\n${diagnostics.map(({ message }) => message).join('\n')}`);
          expect(checkProgram(program)).toEqual([]);
          const missing = diagnostics.some(({ code }) => code === 'missing-case');
          const unreached = diagnostics.flatMap(({ code, span }) => (code === 'unreached-arm' ? [span.start] : []));
          for (const value of given) {
            const taken = arms.findIndex(({ fits }) => fits(value));
            const alone = `${text.slice(0, text.indexOf('\nchoose'))}\nchoose ${valueText(value)}\n\nmatch (${value[0]}, (${treeText(value[1])}, [${value[2].join(', ')}])) with\n${lines.join('\n')}`;
            if (taken < 0) {
              expect(missing).toBe(true);
              expect(evaluated(alone)).toMatch(/^no-match: /);
            } else {
              const sum = (arms[taken]?.named?.(value) ?? []).reduce((a, b) => a + b, 0);
              expect(evaluated(alone)).toBe(`${1000 * taken + sum}; ${1000 * taken + sum}`);
              expect(unreached).not.toContain(text.indexOf(lines[taken] ?? '') + 4);
            }
          }
        },
      ),
      runs(0.5),
    );
  });

  it('evaluates an arm with several decisions once for each value', () => {
    const text = (value: string): string =>
      `let f p = match p with (true, _, x) -> x + 1 | (_, true, x) -> x + 2 | (_, _, x) -> watch "last" (x * 10)\nf ${value}`;
    expect(evaluated(text('(true, false, 1)'))).toBe('2');
    expect(evaluated(text('(false, true, 1)'))).toBe('3');
    expect(evaluated(text('(false, false, 1)'))).toBe('10');
  });

  it('matches strings, reals and booleans', () => {
    const f =
      'let f s = match s with "one" -> 1 | "two" -> 2 | _ -> 0\nlet g x = match x with 0.5 -> "half" | _ -> "other"';
    expect(evaluated(`${f}\n(f "two", f "three", g 0.5, g 1, match true with false -> 1 | true -> 2)`)).toBe(
      '(2, 0, "half", "other", 2)',
    );
  });

  it('tests each component of a tuple of the same variable', () => {
    const f = 'let f n = match (n, n, n) with (0, 1, _) -> 10 | (1, _, 0) -> 20 | (_, 0, k) -> k + 30 | _ -> 40';
    expect(evaluated(`${f}\n(f 0, f 1)`)).toBe('(30, 40)');
    expect(evaluated('let g t = match (t, t) with (x :: _, y :: _) -> x + 2 * y | _ -> 0\n(g [5], g [])')).toBe(
      '(15, 0)',
    );
  });

  it('evaluates the scrutinee once, before the arms', () => {
    expect(evaluated('match (watch "a" (1 + 1), log 0) with (1, _) -> 1 | _ -> 2')).toMatch(/^domain: /);
  });
});
