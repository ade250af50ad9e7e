import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { programCells } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { createFrontEnd } from './front-end';
import { translationReport } from './translation';

const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\n';
const MAYBE = 'type Maybe a = Nothing | Just a\n';
const PROGRAMS: Readonly<Record<string, string>> = {
  tree: `${TREE}input t : Tree = Node (Leaf 1, Leaf 2)\nlet rec total t = match t with Leaf x -> x ^ 2 | Node (l, r) -> total l + total r\ntotal t`,
  list: 'input xs : list real = [1, 2]\nfold (x, acc) -> x * acc over xs from 1',
  array: 'input xs : array real = [1, 2]\nxs[0] * xs[1]',
  sum: 'input s : real + int = inl 2\nmatch s with inl x -> x ^ 2 | inr n -> toReal n',
  maybe: `${MAYBE}input m : Maybe (real * string) = Just (2, "a")\nmatch m with Nothing -> 0 | Just (x, _) -> x ^ 3`,
  'a match that leaves a case out': `${MAYBE}input m : Maybe real = Just 2\nmatch m with Just x -> x ^ 3`,
  'records in lists': 'input ps : list { x : real, n : int } = [{ x = 1, n = 2 }]\nsum (map (fun p -> p.x ^ 2) ps)',
  'derivatives inside': 'input x : real = 3\nx * deriv (fun y -> x * y * y) x',
};
const NOTEBOOKS = new URL('../../public/notebooks/', import.meta.url);
const CELLS = new Map<string, readonly string[]>([
  ...Object.entries(PROGRAMS).map(([name, text]) => [name, [text]] as const),
  ...readdirSync(NOTEBOOKS)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, programCells(parseNotebook(readFileSync(new URL(name, NOTEBOOKS), 'utf8')))] as const),
]);

/** The notebooks without a translation, and why they have none. */
const UNTRANSLATED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...CELLS.keys()]
      .filter((name) => /^(?:capstone-|placement)/u.test(name))
      .map((name) => [name, 'nothing-to-differentiate']),
  ),
  'detective.md': 'domain',
};

describe.each(['forward', 'reverse', 'taylor'] as const)('the translation by %s', (id) => {
  test.each([...CELLS.keys()])('of %s can be pasted into a cell without diagnostics', (name) => {
    const report = drain(translationReport(CELLS.get(name) ?? [], id, { budget: COMMAND_LINE_BUDGET, inputs: {} }));
    const failure = report.body === undefined ? report.diagnostics[0]?.code : undefined;
    expect(failure).toBe(UNTRANSLATED[name]);
    const { diagnostics } = createFrontEnd()([report.body?.text ?? '']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

test('a value that fits no arm still fails there', () => {
  const report = drain(
    translationReport([PROGRAMS['maybe'] ?? ''], 'forward', { budget: COMMAND_LINE_BUDGET, inputs: {} }),
  );
  expect(report.body?.text).toContain(`fail "shape" "the direction does not have the point's shape"`);
});

test('a point nested too deeply for any program is reported', () => {
  const text =
    'type Nat = Z | S (real * Nat)\nlet rec make n = if n = 0 then Z else S (1, make (n - 1))\n' +
    'let rec total t = match t with Z -> 0 | S (x, rest) -> x + total rest\n';
  const at = (size: number) => {
    const options = { budget: COMMAND_LINE_BUDGET, inputs: {} };
    return drain(translationReport([`${text}input t : Nat = make ${size}\ntotal t`], 'forward', options));
  };
  const deepest = at(100).body?.text ?? '';
  expect(createFrontEnd()([deepest]).diagnostics).toEqual([]);
  expect(at(101).diagnostics).toMatchObject([
    { code: 'unsupported', message: '`t` is nested more than 200 levels deep, too deep to write in a program' },
  ]);
  expect(at(5000).diagnostics).toMatchObject([{ code: 'unsupported' }]);
});
