/** Mistakes of people who come from other languages. Each gives one error, which says how to write it here. */
import { expect, test } from 'vitest';
import { parse } from '../syntax/parser';
import { elaborate } from './elaborate';

/** The language that a reader comes from, the program, and the code of its only error. */
const MISTAKES: readonly (readonly [from: string, text: string, code: string])[] = [
  ['Julia', 'function f(x)\n  x ^ 2\nend\n\nf 3', 'foreign-syntax'],
  ['Julia', 'let f x =\n  if x > 0 then\n    x\n  else\n    -x\n  end\n\nf 3', 'foreign-syntax'],
  ['Julia', 'let f x =\n  if x > 0\n    x\n  else\n    -x\n  end\n\nf 3', 'unexpected'],
  ['Julia', 'let f x =\n  if x > 0 then x else -x end\n\nf 3', 'foreign-syntax'],
  ['Julia', 'for i in 1:10\n  i\nend\n', 'foreign-syntax'],
  ['Lua', 'local function f(x)\n  return x * x\nend\n\nf 3', 'foreign-syntax'],
  ['Lua', 'function f(x) return x * x end\n\nf 3', 'foreign-syntax'],
  ['Lua', 'local x = 5\n\nx + 1', 'foreign-syntax'],
  ['OCaml', 'let f x = begin\n  x + 1\nend\n\nf 3', 'foreign-syntax'],
  ['OCaml', 'let f x = begin x + 1 end\n\nf 3', 'foreign-syntax'],
  ['OCaml', 'let f x =\n  match x with\n  | 0 -> 1\n  | _ -> 2\nend\n\nf 3', 'foreign-syntax'],
  ['OCaml', 'let f x = begin match x with\n  | 0 -> 1\n  | _ -> 2\n  end\n\nf 3', 'missing-parentheses'],
  ['OCaml', 'let f = function\n  | 0 -> 1\n  | n -> n + 1\n\nf 3', 'foreign-syntax'],
  ['OCaml', 'let f x = x +. 1.0\n\nf 3', 'unexpected'],
  ['OCaml', 'let x = ref 0\n', 'unknown-name'],
  ['OCaml', '[1; 2; 3]', 'unexpected'],
  ['OCaml', 'let f x = if x <> 0 then 1 else 2\n\nf 3', 'foreign-spelling'],
  ['Python', 'let f x = if x == 0 then 1 else 2\n\nf 3', 'foreign-spelling'],
  ['Python', 'let f x = x ** 2\n\nf 3', 'foreign-spelling'],
  ['Python', 'def f(x):\n    return x ** 2\n\nf(3)', 'foreign-syntax'],
  ['Python', 'let f = lambda x: x + 1\n\nf 3', 'foreign-syntax'],
  ['Python', '# a comment\nlet x = 1\n\nx', 'foreign-spelling'],
  ['Python', '[x ** 2 for x in range(10)]', 'foreign-syntax'],
  ['Python', 'for i in range(10):\n    print(i)\n', 'foreign-syntax'],
  ['Python', 'let x = None\n\nx', 'unknown-constructor'],
  ['Python', 'let f x = x > 0 and x < 3\n\nf 1', 'foreign-syntax'],
  ['Python', 'let f x = x if x > 0 else 0\n\nf 3', 'foreign-syntax'],
  ['Python', 'len([1, 2])', 'unknown-name'],
  ['Python', '7 // 2', 'foreign-spelling'],
  ['Python', '7 % 2', 'unknown-character'],
  ['JavaScript', 'const f = (x) => x * x;\n\nf(3)', 'foreign-syntax'],
  ['JavaScript', 'let f = x => x * x\n\nf 3', 'foreign-syntax'],
  ['JavaScript', 'function f(x) { return x * x; }\n\nf(3)', 'foreign-syntax'],
  ['JavaScript', 'let f x = if x === 0 then 1 else 2\n\nf 3', 'foreign-spelling'],
  ['JavaScript', 'let f x = x > 0 ? x : 0\n\nf 3', 'unknown-character'],
  ['JavaScript', 'Math.sin(3)', 'unknown-name'],
  ['JavaScript', 'let xs = [1, 2]\nxs.map(fun x -> x)', 'field-of-no-record'],
  ['JavaScript', '// hello\nlet x = 1\n\nx', 'foreign-spelling'],
  ['Haskell', 'let f = \\x -> x + 1\n\nf 3', 'foreign-spelling'],
  ['Haskell', 'let f x = y + 1 where y = x * 2\n\nf 3', 'foreign-syntax'],
  ['Haskell', 'sin $ 3 + 1', 'unknown-character'],
  ['Haskell', 'let f = sin . cos\n\nf 3', 'field-of-no-record'],
  ['Haskell', 'let f x | x > 0 = x | otherwise = 0\n\nf 3', 'unexpected'],
  ['R', 'x <- 5\n\nx', 'foreign-syntax'],
  ['R', 'f <- function(x) x^2\n\nf(3)', 'foreign-syntax'],
  ['R', 'let xs = c(1, 2, 3)\n\nxs', 'unknown-name'],
  ['R', '1:10', 'unexpected'],
  ['MATLAB', 'function y = f(x)\n  y = x^2;\nend\n', 'foreign-syntax'],
  ['MATLAB', 'let x = [1, 2]\nx .* x', 'unexpected'],
  ['MATLAB', 'let x = [1, 2]\nx .^ 2', 'unexpected'],
  ['MATLAB', "let m = [[1, 2]]\nm'", 'unknown-name'],
  ['MATLAB', 'let xs = [1, 2]\nxs[end]', 'foreign-syntax'],
  ['MATLAB', '[1, 2; 3, 4]', 'unexpected'],
  ['Julia', 'map(xs) do x\n  x^2\nend', 'unexpected'],
  ['Lua', 'if 1 > 0 then 2 end', 'missing-else'],
  ['Julia', 'while x > 0 do\n  x\nend', 'foreign-syntax'],
  ['Ruby', 'def f(x)\n  x * x\nend\n\nf 3', 'foreign-syntax'],
  ['Python', 'let xs = [1, 2]\nxs[1:10]', 'slice'],
  ['Python', 'let xs = [1, 2]\nxs[:1]', 'slice'],
  ['Python', 'let xs = [1, 2]\nxs[1:]', 'slice'],
  ['MATLAB', 'let xs = [1, 2]\nxs[1:end]', 'slice'],
  ['Julia', 'let m = [[1, 2], [3, 4]]\nm[end][0]', 'foreign-syntax'],
  ['OCaml', 'let f y =\n  let x = 0 in\n  x := !x + y; !x\n\nf 3', 'foreign-spelling'],
  ['OCaml', 'let x = 0\n\nx := !x + 1', 'foreign-spelling'],
  ['OCaml', 'let x = 0\n\n!x', 'unknown-character'],
  ['OCaml', 'let x = 3;;', 'unexpected'],
  ['OCaml', 'let x = 3\n\nx + 1;;', 'unexpected'],
  ['OCaml', 'let x = 3\n\nnot x > 3', 'missing-parentheses'],
  ['Python', 'let f x = if not x <= 3 then 1 else 2\n\nf 3', 'missing-parentheses'],
  ['Haskell', 'f :: real -> real\nlet f x = x + 1\n\nf 3', 'foreign-syntax'],
  ['Haskell', 'x :: real\nlet x = 3\n\nx', 'foreign-syntax'],
  ['Haskell', 'x :: Double\nlet x = 3\n\nx', 'foreign-syntax'],
];

/** The mend that a hint names. */
const HINTS: readonly (readonly [text: string, mend: string])[] = [
  ['let xs = [1, 2]\nxs[1:10]', '`slice 1 10 xs`'],
  ['let xs = [1, 2]\nxs[:1]', '`take 1 xs`'],
  ['let xs = [1, 2]\nxs[1:]', '`drop 1 xs`'],
  ['let xs = [1, 2]\nxs[0:length xs]', '`slice 0 2 xs`'],
  ['let xs = [1, 2]\nxs[end]', '`xs[length xs - 1]`'],
  ['let x = ref 0', '`foldl`'],
  ['let x = 3\n\nnot x > 3', '`not (x > y)`'],
  ['let x = 3;;', 'remove it'],
];

test.each(HINTS)('%j has a hint with %s', (text, mend) => {
  const parsed = parse(text, 0);
  const [only] = [...parsed.diagnostics, ...elaborate([parsed.program]).diagnostics].filter(
    ({ severity }) => severity === 'error',
  );
  expect(only?.hint).toContain(mend);
});

test('`not` before a comparison is no error in parentheses, and where the program defines it', () => {
  const texts = ['not (1 > 3)', 'let f a b = not a = b\nf true false', 'let not x = x + 1\nnot 2 > 1'];
  for (const text of texts) {
    const parsed = parse(text, 0);
    expect([...parsed.diagnostics, ...elaborate([parsed.program]).diagnostics]).toEqual([]);
  }
});

/** Codes of errors whose message has the spelling to write. */
const SAYS_IT: ReadonlySet<string> = new Set(['foreign-spelling']);

test.each(MISTAKES)('%s: %j is one error', (_, text, code) => {
  const parsed = parse(text, 0);
  const errors = [...parsed.diagnostics, ...elaborate([parsed.program]).diagnostics].filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors.map((each) => each.code)).toEqual([code]);
  const [only] = errors;
  if (only === undefined) return;
  expect(only.hint !== undefined || SAYS_IT.has(only.code), only.message).toBe(true);
  expect(only.span.end).toBeGreaterThan(only.span.start);
});

test('an `end` on a line of its own, after a program without errors, is reported', () => {
  const { program } = parse('let f x = x + 1\nend\n', 0);
  const found = elaborate([program]).diagnostics.filter(({ severity }) => severity === 'error');
  expect(found.map(({ code }) => code)).toEqual(['foreign-syntax']);
});

test('`end` and `begin` are names where the program defines them', () => {
  const { program } = parse('let end = 1\n\nlet begin x = x\n\nbegin end\n', 0);
  expect(elaborate([program]).diagnostics).toEqual([]);
});
