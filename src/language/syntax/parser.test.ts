import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import { surfaceProgram } from '../../testing/surface/arbitrary';
import { MAX_DEPTH } from './cursor';
import { parse, parseExpressionText } from './parser';
import { print, printExpression } from './printer';
import { KEYWORDS } from './token';

const FIRST_LOOK = [
  `-- Abadi & Plotkin's miniature training loop
input rate : real = 0.1 in 0.01 .. 0.24

let a = 2
let b = 6
let model (x, w) = w * x
let loss (y, p) = (y - p) ^ 2

let currentLoss w = loss (b, model (a, w))

let rec descend w =
  if watch "loss" (currentLoss w) < 1e-6 then w
  else descend (w - rate * grad currentLoss w)

descend 0
`,
  `type Maybe a = Nothing | Just a

let neuron (x, (w, b)) = sigmoid (dot x w + b)
let fromMaybe d m = match m with Nothing -> d | Just x -> x
let total f xs = fold (x, acc) -> f x + acc over xs from 0

grad (total (fun x -> x * x)) [1, 2, 3]        -- [2, 4, 6]
`,
];

describe('`data`', () => {
  const tags = (text: string) => parse(text, 0).program.items.map(({ tag }) => tag);

  test('starts an item only where a name and a colon follow it in the first column', () => {
    expect(tags('data xs : array real\ndata k : int = 2')).toEqual(['data', 'data']);
    expect(tags('data xs')).toEqual(['expression']);
    expect(tags('data :: rest')).toEqual(['expression']);
    expect(tags('let data = 1\ndata + data')).toEqual(['let', 'expression']);
    expect(tags('let f data =\n  data * 2')).toEqual(['let']);
  });

  test('that does not parse keeps its name', () => {
    const [item] = parse('data xs : = 3', 0).program.items;
    expect(item).toMatchObject({ tag: 'broken', names: [{ text: 'xs' }] });
  });
});

test.each(FIRST_LOOK)('the first look at the language parses (%#)', (text) => {
  expect(parse(text, 0).diagnostics).toEqual([]);
});

/** The two texts of a pair have the same meaning. */
const readings: readonly (readonly [string, string])[] = [
  ['-x ^ 2', '-(x ^ 2)'],
  ['2 ^ -x ^ 3', '2 ^ (-(x ^ 3))'],
  ['a ^ b ^ c', 'a ^ (b ^ c)'],
  ['-a * b', '(-a) * b'],
  ['a * -b', 'a * (-b)'],
  ['a - b - c', '(a - b) - c'],
  ['f -1', 'f - 1'],
  ['f x.1 [i]', '(f (x.1)) [i]'],
  ['f xs[i].a', 'f ((xs[i]).a)'],
  ['p.1.2', '(p.1).2'],
  ['f(x, y)', 'f (x, y)'],
  ['a :: b :: c ++ d', 'a :: (b :: (c ++ d))'],
  ['x |> f |> g', '(x |> f) |> g'],
  ['a < b && c || d', '((a < b) && c) || d'],
  ['a + fun x -> x + 1', 'a + (fun x -> (x + 1))'],
  ['if a then b else c + d', 'if a then b else (c + d)'],
  ['case e of inl x -> x | inr y -> y', 'match e with | inl x -> x | inr y -> y'],
  ['λx → x ≤ 1', 'fun x -> x <= 1'],
  ['∇ f ⟨a, b⟩', 'grad f (a, b)'],
  ['fun (x : ℝ × ℝ) -> x', 'fun (x : real * real) -> x'],
  ['do { x ← e; x ⋖ 1 }', 'do { x <- e; x <. 1 }'],
  ['fun { a, b = (c, _) } -> a', 'fun { a = a, b = (c, _) } -> a'],
  ['fun (f : a -> b + c * d * e -> list a) -> f', 'fun (f : a -> ((b + (c * d * e)) -> (list a))) -> f'],
];

test.each(readings)('%s reads as %s', (left, right) => {
  const [a, b] = [parseExpressionText(left, 0), parseExpressionText(right, 0)];
  expect(a).toBeDefined();
  expect(b).toBeDefined();
  expect(a && printExpression(a)).toBe(b && printExpression(b));
});

test('a number before two dots is an int', () => {
  const [item] = parse('input n : int = 3 in 1..5 step 2', 0).program.items;
  expect(item).toMatchObject({ tag: 'input', range: { low: 1, high: 5, step: 2 } });
});

test('a single constructor without a bar is an alias, unless it has the name of its type', () => {
  const { items } = parse('type A = B real\ntype C = C real\ntype D = | E real\n', 0).program;
  const tags = items.map((item) => (item.tag === 'type' ? item.definition.tag : item.tag));
  expect(tags).toEqual(['alias', 'variants', 'variants']);
});

test('`and` in the first column continues a `let rec`', () => {
  const text = 'let rec even n = n = 0 || odd (n - 1)\n\n-- the other\nand odd n = n /= 0 && even (n - 1)\neven 3';
  const { program, diagnostics } = parse(text, 0);
  expect(diagnostics).toEqual([]);
  expect(program.items.map(({ tag }) => tag)).toEqual(['let', 'expression']);
  const printed = print(program);
  expect(print(parse(printed, 0).program)).toBe(printed);
});

describe('recovery', () => {
  test('continues at the next item and keeps the names of broken ones', () => {
    const { program, diagnostics } = parse(
      'let a = (1\nlet rec f x = ] and g y = 2\ntype T = A | B ! | C\nlet (p, q) = \na + f 1',
      0,
    );
    expect(diagnostics).toHaveLength(4);
    const names = program.items.map((item) =>
      item.tag === 'broken' ? [...item.types, ...item.names].map((name) => name.text) : item.tag,
    );
    expect(names).toEqual([['a'], ['f', 'g'], ['T', 'A', 'B', 'C'], ['p', 'q'], 'expression']);
  });

  test('keeps the tree of an item with a mistake whose meaning is clear', () => {
    const { program, diagnostics } = parse('let f x = x == 1\nlet y = 1 in\ny', 0);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['foreign-spelling', 'indent-after-in']);
    expect(print(program)).toBe('let f x = x = 1\n\nlet y = 1 in y\n');
  });
});

const soup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...KEYWORDS, ...'( ) [ ] { } , ; : . .. = == < > <- -> + - * / ^ | || |> :: "a" "'.split(' ')),
      fc.constantFrom(
        'x',
        'Just',
        'Delta.x',
        '1',
        '2.5',
        '1e9',
        '_',
        '\n',
        '\n',
        ' ',
        '\t',
        '{-',
        '-}',
        '--',
        '\\',
        '\r',
      ),
    ),
    { maxLength: 60 },
  )
  .chain((tokens) => fc.constantFrom('', ' ').map((blank) => tokens.join(blank)));

const mutated = fc
  .tuple(surfaceProgram, fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom(...'()[]{}=|-,:.x1" \n'.split('')))))
  .map(([program, edits]) => {
    let text = print(program);
    for (const [place, kind, character] of edits) {
      const at = place % (text.length + 1);
      const inserted = kind % 2 === 0 ? character : '';
      text = text.slice(0, at) + inserted + text.slice(at + (kind > 1 ? 1 : 0));
    }
    return text;
  });

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  soup,
  mutated,
);

test('no text makes the parser fail, and every diagnostic lies within the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { program, diagnostics } = parse(text, 3);
      for (const { span, related } of diagnostics) {
        for (const place of [span, ...related.map((other) => other.span)]) {
          expect(place.cell).toBe(3);
          expect(0 <= place.start && place.start <= place.end && place.end <= text.length).toBe(true);
        }
      }
      const broken = program.items.some((item) => item.tag === 'broken');
      if (broken) expect(diagnostics).not.toEqual([]);
      const inText = program.items.every(({ span }) => span.start <= span.end && span.end <= text.length);
      expect(inText).toBe(true);
    }),
    runs(5),
  );
});

test('a text that parses without diagnostics prints and parses again', () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const { program, diagnostics } = parse(text, 0);
      fc.pre(diagnostics.length === 0);
      const printed = print(program);
      expect(parse(printed, 0).diagnostics).toEqual([]);
      expect(print(parse(printed, 0).program)).toBe(printed);
    }),
    runs(),
  );
});

describe('deep programs', () => {
  const parsing: readonly (readonly [string, string])[] = [
    ['ten thousand lets', `${'let x = 1 in\n '.repeat(10_000)}x`],
    ['ten thousand ifs', `${'if a then b else '.repeat(10_000)}x`],
    ['a list of a hundred thousand items', `[${'1, '.repeat(100_000)}1]`],
    ['a product type of ten thousand', `(x : ${'a * '.repeat(10_000)}a)`],
    ['a sum of a hundred thousand', `${'1 + '.repeat(100_000)}1`],
    ['a list of a hundred thousand heads', `${'1 :: '.repeat(100_000)}[]`],
    ['a hundred thousand powers', `${'1 ^ '.repeat(100_000)}1`],
    ['a hundred thousand conjunctions', `${'a && '.repeat(100_000)}a`],
    ['a hundred thousand pipes', `a${' |> f'.repeat(100_000)}`],
    ['sums of products in parentheses', `${'1 + 2 * (3 + '.repeat(MAX_DEPTH / 5)}1${')'.repeat(MAX_DEPTH / 5)}`],
    [`${MAX_DEPTH - 2} parentheses`, '('.repeat(MAX_DEPTH - 2) + '1' + ')'.repeat(MAX_DEPTH - 2)],
  ];
  test.each(parsing)('%s parse', (_, text) => {
    expect(parse(text, 0).diagnostics).toEqual([]);
  });

  const tooDeep: readonly (readonly [string, string])[] = [
    ['parentheses', '('.repeat(100_000)],
    ['balanced parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['lists', '['.repeat(100_000)],
    ['records', '{a='.repeat(100_000)],
    ['sums in parentheses', `${'1 + ('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['sums to the left', `${'('.repeat(100_000)}1${' + 1)'.repeat(100_000)}`],
    ['minus signs', `${'- '.repeat(100_000)}1`],
    ['applications', 'f '.repeat(100_000)],
    ['arguments in parentheses', 'f ('.repeat(100_000)],
    ['components', `x${'.1'.repeat(100_000)}`],
    ['functions', `${'fun x -> '.repeat(100_000)}x`],
    ['lets in bindings', 'let x = '.repeat(100_000)],
    ['matches', 'match x with a -> ('.repeat(100_000)],
    ['statements', 'do { '.repeat(100_000)],
    ['patterns', `fun ${'('.repeat(100_000)}`],
    ['list patterns', `match x with ${'a :: '.repeat(100_000)}a -> 1`],
    ['function types', `(x : ${'a -> '.repeat(100_000)}a)`],
    ['sum types', `(x : ${'a + '.repeat(100_000)}a)`],
    ['bracketed types', `(x : ${'('.repeat(100_000)}`],
  ];
  test.each(tooDeep)('a hundred thousand %s are too deep', (_, text) => {
    expect(parse(text, 0).diagnostics.map((diagnostic) => diagnostic.code)).toContain('too-deep');
  });
});
