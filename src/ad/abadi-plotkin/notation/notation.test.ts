import { describe, expect, test } from 'vitest';
import { elaborate } from '../../../language/elaborate/elaborate';
import { parse } from '../../../language/syntax/parser';
import { drain } from '../../../semantics/task';
import { mainOf } from '../../main';
import { traceLiterally } from '../literal/evaluate';
import { literalDerivative } from '../literal/engine';
import { evaluate } from '../../../semantics/evaluate';
import { OPERATION_NAMES } from '../../../language/operations/names';
import { OPERATIONS } from '../../../language/operations/table';
import { NOWHERE } from '../../../language/source/span';
import { coreLines, definition } from './core-lines';
import { operationForm } from './forms';
import { asTex, asText, block, type Block, keyword, nameParts, piece, text } from '../../notation/line';
import { traceLines } from './trace-lines';

const BUDGET = { seconds: 20, steps: 1e6, bytes: 1e9 };

function programOf(source: string) {
  const { program, diagnostics } = elaborate([parse(source, 0).program]);
  if (program === undefined) throw new Error(JSON.stringify(diagnostics));
  return program;
}

/** Returns the expression at the end of the program. */
function term(source: string): Block {
  const last = programOf(source).items.at(-1);
  if (last?.tag !== 'output') throw new Error('no output');
  return coreLines(last.term);
}

/** Returns the literal trace of a program of inputs, and its symbolic derivative with 1 in every real of the result. */
function traces(source: string): { readonly trace: Block; readonly derivative: Block } {
  const program = programOf(source);
  const found = mainOf(program);
  const run = drain(evaluate(program, { budget: BUDGET }));
  if (found?.point.from !== 'inputs' || run.tag !== 'ok') throw new Error(JSON.stringify(run));
  const { main } = found;
  const point = { arguments: main.parameters.map(({ name }) => run.value.inputs.get(name)), cotangent: 1 };
  const traced = drain(traceLiterally(main, point, BUDGET));
  if (traced.tag !== 'ok') throw new Error(traced.diagnostic.message);
  const derived = literalDerivative(main, point, traced.value);
  if (derived.tag !== 'ok') throw new Error(derived.diagnostic.message);
  return { trace: traceLines(traced.value.term), derivative: traceLines(derived.value) };
}

describe('trace terms', () => {
  const { trace, derivative } = traces('input x : real = -2\nlet p = (x, 0.5)\nlet (a, b) = p\na * -3 + sin b');

  test('as text', () => {
    expect(asText(trace)).toMatchInlineSnapshot(`
      "let p : ℝ × ℝ = ⟨x, 0.5⟩ in
      let z : ℝ × ℝ = p in
      let t1 : ℝ = fst(z) in
      let a : ℝ = t1 in
      let t2 : ℝ = snd(z) in
      let b : ℝ = t2 in
      let t3 : ℝ = a · (-3) in
      let t4 : ℝ = sin(b) in
      t3 + t4"
    `);
    expect(asText(derivative).split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
      "let x_1 : ℝ = -2 in
      let p_1 : ℝ × ℝ = ⟨x_1, 0.5⟩ in
      (let x_2 : ℝ = -2 in
        let z_1 : ℝ × ℝ = p_1 in
        (let x_3 : ℝ = -2 in
          let t1_1 : ℝ = fst(z_1) in
          (let x_4 : ℝ = -2 in
            let a_1 : ℝ = t1_1 in
            (let x_5 : ℝ = -2 in
              let t2_1 : ℝ = snd(z_1) in
              (let x_6 : ℝ = -2 in
                let b_1 : ℝ = t2_1 in"
    `);
  });

  test('as TeX', () => {
    expect(asTex(trace)).toMatchInlineSnapshot(`
      "\\begin{array}{l}
      \\mathbf{let}\\ p\\ :\\ \\mathbb{R}\\ \\times \\ \\mathbb{R}\\ =\\ \\langle x,\\ 0.5\\rangle \\ \\mathbf{in} \\\\
      \\mathbf{let}\\ z\\ :\\ \\mathbb{R}\\ \\times \\ \\mathbb{R}\\ =\\ p\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ t_{1}\\ :\\ \\mathbb{R}\\ =\\ \\operatorname{fst}(z)\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ a\\ :\\ \\mathbb{R}\\ =\\ t_{1}\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ t_{2}\\ :\\ \\mathbb{R}\\ =\\ \\operatorname{snd}(z)\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ b\\ :\\ \\mathbb{R}\\ =\\ t_{2}\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ t_{3}\\ :\\ \\mathbb{R}\\ =\\ a\\ \\cdot \\ (-3)\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ t_{4}\\ :\\ \\mathbb{R}\\ =\\ \\operatorname{sin}(b)\\ \\mathbf{in} \\\\
      t_{3}\\ +\\ t_{4}
      \\end{array}"
    `);
    expect(asTex(derivative).split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
      "\\begin{array}{l}
      \\mathbf{let}\\ x_{1}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\
      \\mathbf{let}\\ p_{1}\\ :\\ \\mathbb{R}\\ \\times \\ \\mathbb{R}\\ =\\ \\langle x_{1},\\ 0.5\\rangle \\ \\mathbf{in} \\\\
      (\\mathbf{let}\\ x_{2}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\
      \\quad \\mathbf{let}\\ z_{1}\\ :\\ \\mathbb{R}\\ \\times \\ \\mathbb{R}\\ =\\ p_{1}\\ \\mathbf{in} \\\\
      \\quad (\\mathbf{let}\\ x_{3}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\
      \\quad \\quad \\mathbf{let}\\ t_{1,1}\\ :\\ \\mathbb{R}\\ =\\ \\operatorname{fst}(z_{1})\\ \\mathbf{in} \\\\
      \\quad \\quad (\\mathbf{let}\\ x_{4}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\
      \\quad \\quad \\quad \\mathbf{let}\\ a_{1}\\ :\\ \\mathbb{R}\\ =\\ t_{1,1}\\ \\mathbf{in} \\\\
      \\quad \\quad \\quad (\\mathbf{let}\\ x_{5}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\
      \\quad \\quad \\quad \\quad \\mathbf{let}\\ t_{2,1}\\ :\\ \\mathbb{R}\\ =\\ \\operatorname{snd}(z_{1})\\ \\mathbf{in} \\\\
      \\quad \\quad \\quad \\quad (\\mathbf{let}\\ x_{6}\\ :\\ \\mathbb{R}\\ =\\ -2\\ \\mathbf{in} \\\\"
    `);
  });

  test('the abbreviations at a type, and W.op_r of a pair', () => {
    const { derivative: both } = traces('input x : real = 2\ninput y : real = 3\nx * y + y');
    const shown = asText(both);
    expect(shown).toContain('+_{ℝ × ℝ}');
    expect(shown).toContain("t1'.(·)_r(⟨");
    expect(asTex(both)).toContain('_{\\mathbb{R}\\ \\times \\ \\mathbb{R}}');
  });

  test('the empty product', () => {
    const { derivative: unit } = traces('input x : real = 2\ninput n : int = 3\nx ^ n');
    expect(asText(unit)).toContain('0_unit');
  });
});

describe('terms of the core', () => {
  test.each([
    ['if x < 0 && x > -1 then -x else x - -1', 'if if x < 0 then x > (-1) else false then −x else x − (-1)'],
    [
      'let y = x * x in let z = y + 1 in (y - z) * (y / z)',
      'let y : ℝ = x · x in\nlet z : ℝ = y + 1 in\n(y − z) · (y / z)',
    ],
    ['(x, (x, true), ()).2', '⟨x, ⟨x, true⟩, ∗⟩.2'],
    ['fst (x, 2)', 'fst(⟨x, 2⟩)'],
    ['max x 2 + abs x ^ 2', 'max(x, 2) + (abs(x) ^ 2)'],
    ['deriv (fun y -> x * y) 2', '1.rd_2(y : ℝ. x · y)'],
    ['let f a b = a * b in f x 2', 'let f(a : ℝ)(b : ℝ) : ℝ = a · b in\nf(x)(2)'],
    [
      'let rec f n = if n < 1 then x else f (n - 1) in f 3',
      'letrec f(n : ℝ) : ℝ = if n < 1 then x else f(n − 1)\nin f(3)',
    ],
    ['watch "x" (x * 2)', 'watch "x" (x · 2)'],
    ['toReal (2 + 1)', 'toReal(2 + 1)'],
  ])('%s', (expression, expected) => {
    expect(asText(term(`input x : real = 1\n\n${expression}`))).toBe(expected);
  });

  test('TeX has no symbol outside ASCII, whatever the operation', () => {
    for (const name of OPERATION_NAMES) {
      const args = OPERATIONS[name].parameters.map((_, at) => block(piece('name', `x${at + 1}`)));
      expect([name, asTex(operationForm(name, args, NOWHERE))]).toEqual([name, expect.stringMatching(/^[\n -~]*$/u)]);
    }
  });

  test('pattern variables keep their names, in the pattern and in the body', () => {
    const source = `let v = 1.0
let x = [(v, v)]
match x with (v, x) :: _ -> v * x | [] -> v`;
    expect(asText(term(source))).toMatchInlineSnapshot(`
      "match x with
      | [] → v
      | :: ⟨v_2, _⟩ →
        let ⟨v, x⟩ : ℝ × ℝ = v_2 in
        v · x"
    `);
  });

  test('a definition names its arguments and its result', () => {
    const item = programOf('let rec f (a, n : int) = if n = 0 then a else f (a * 2, n - 1)\n\nf (1, 2)').items[0];
    if (item?.tag !== 'letrec') throw new Error('no definition');
    const [first] = item.functions;
    expect(first && asText(definition('letrec', first.name, first.function))).toMatchInlineSnapshot(
      `"letrec f(⟨a, n⟩ : ℝ × int) : ℝ = if n = 0 then a else f(⟨a · 2, n − 1⟩)"`,
    );
  });

  test('every piece with a place has the place of its term', () => {
    const source = 'input x : real = 1\n\nx * sin x';
    const placed = term(source).flatMap(({ pieces }) =>
      pieces.flatMap(({ text: shown, span }) =>
        span === undefined ? [] : [[shown, source.slice(span.start, span.end)]],
      ),
    );
    expect(placed).toEqual([
      ['x', 'x'],
      [' · ', 'x * sin x'],
      ['sin', 'sin x'],
      ['x', 'x'],
    ]);
  });
});

describe('names', () => {
  test.each([
    ['x', { stem: 'x', index: '', prime: false }],
    ['t12', { stem: 't', index: '12', prime: false }],
    ["t12'", { stem: 't', index: '12', prime: true }],
    ["t2'_1", { stem: 't', index: '2,1', prime: true }],
    ['loss_3', { stem: 'loss', index: '3', prime: false }],
  ])('%s', (name, parts) => {
    expect(nameParts(name)).toEqual(parts);
  });

  test('in TeX: letters as they are, words upright in one, adjoints with a bar', () => {
    const line = block(
      piece('name', "t2'_1"),
      text(' '),
      piece('name', 'x_y'),
      keyword(' in'),
      piece('string', '"50 %"'),
    );
    expect(asTex(line)).toBe(
      '\\begin{array}{l}\n\\bar{t}_{2,1}\\ \\mathit{x\\_y}\\ \\mathbf{in}\\text{"50 \\%"}\n\\end{array}',
    );
  });
});
