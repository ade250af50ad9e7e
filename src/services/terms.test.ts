import { describe, expect, test } from 'vitest';
import { asText } from '../ad/notation/line';
import type { TermName, TermPayload, TermReply, TermRequest } from '../protocol/terms';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { newService, repliesTo } from '../testing/ask';
import { loadWhole } from './loader';
import { createTerms } from './terms';

const OPENING = 'input x : real = 2\ninput y : real = 3\nx * y + sin x';
const POWER = 'let rec pow (x, n) = if n < 0.5 then 1 else x * pow (x, n - 1)\ninput x : real = 1.5\npow (x, 3)';

type Asked = Partial<Omit<TermRequest, 'cells' | 'term'>>;

function request(cells: readonly string[], term: TermName, asked: Asked = {}): TermRequest {
  const budget = { ...PAGE_BUDGET, seconds: 60 };
  return {
    cells,
    cell: cells.length - 1,
    term,
    inputs: {},
    budget,
    bound: undefined,
    from: 0,
    count: 200,
    copies: 'none',
    ...asked,
  };
}

function ask(cells: string | readonly string[], term: TermName, asked: Asked = {}): TermReply {
  const texts = typeof cells === 'string' ? [cells] : cells;
  return drain(createTerms()(loadWhole(texts), request(texts, term, asked)));
}

function payload(cells: string | readonly string[], term: TermName, asked: Asked = {}): TermPayload {
  const reply = ask(cells, term, asked);
  if (reply.state !== 'ok') throw new Error(JSON.stringify(reply.diagnostics));
  return reply.payload;
}

describe('terms', () => {
  test('the literal trace has a let for every redex, and says its size and type', () => {
    const { lines, size, type, recursive, total } = payload(OPENING, 'trace');
    expect(asText(lines)).toBe('let t1 : ℝ = x · y in\nlet t2 : ℝ = sin(x) in\nt1 + t2');
    expect({ size, type, recursive, total }).toEqual({ size: 11, type: 'ℝ', recursive: false, total: 3 });
  });

  test('the derivative by the literal rules differentiates the body of a let twice', () => {
    const text = asText(payload('input x : real = 3\nsin (x * x)', 'derivative').lines);
    expect(text).toMatchInlineSnapshot(`
      "let x_1 : ℝ = 3 in
      let t1_1 : ℝ = x_1 · x_1 in
      (let x_2 : ℝ = 3 in
        let y : ℝ = 1.sin_r(t1_1) in
        0)
      + (let t1' : ℝ =
          let t1_2 : ℝ = t1_1 in
          let y_1 : ℝ = 1.sin_r(t1_2) in
          y_1 in
        let x_3 : ℝ = 3 in
        let y_2 : ℝ × ℝ = t1'.(·)_r(⟨x_3, x_3⟩) in
        let z : ℝ × ℝ = y_2 in
        let y_3 : ℝ = fst(z) in
        let z_1 : ℝ = snd(z) in
        y_3 + z_1)"
    `);
  });

  test('both terms in A-normal form', () => {
    expect(asText(payload(OPENING, 'trace-anf').lines).split('\n').slice(-2)).toEqual([
      'let t5 : ℝ = t3 + t4 in',
      't5',
    ]);
    const { lines, type } = payload(OPENING, 'derivative-anf');
    expect([asText(lines).split('\n').at(-1), type]).toEqual(["⟨x', y'⟩", 'ℝ × ℝ']);
  });

  test('translations by source-to-source engines, without the derivatives that the program takes itself', () => {
    const forward = payload(OPENING, 'translation-forward');
    expect(forward.type).toBe('(real * real) * (real * real) -> real * real');
    expect([forward.size, forward.ranOn, forward.opens]).toEqual([undefined, {}, true]);
    const inner = 'deriv (fun x -> x * deriv (fun y -> x * y) 1) 4';
    expect(payload(inner, 'translation-reverse').ranOn).toEqual({ inner: ['dual numbers'] });
    // The checker does not accept `do` and `Delta`.
    expect(payload(OPENING, 'translation-reverse').opens).toBe(true);
  });

  test('Taylor macros of several shapes, without the derivatives that the program takes itself', () => {
    const jets = { 'macro-1-2': 3, 'macro-2-2': 6, 'macro-restricted': 4 } as const;
    for (const [name, parts] of Object.entries(jets)) {
      const real = Array.from({ length: parts }, () => 'real').join(' * ');
      const { type, opens } = payload('input x : real = 2\nsin x', name as keyof typeof jets);
      expect([type, opens]).toEqual([`${real} -> ${real}`, true]);
    }
    expect(payload('input x : real = 2\nx * deriv sin x', 'macro-1-2').ranOn).toEqual({ inner: ['dual numbers'] });
    expect(payload('input x : real = 2\nsin x', 'translation-taylor').type).toBe('real * real -> real * real');
  });

  test('a window of the lines of a term', () => {
    const whole = payload(POWER, 'trace');
    const part = payload(POWER, 'trace', { from: 10, count: 5 });
    expect(part.lines).toEqual(whole.lines.slice(10, 15));
    expect([part.from, part.total]).toEqual([10, whole.total]);
  });

  test('windows that follow one another print the term once', () => {
    const cells = [POWER];
    const loaded = loadWhole(cells);
    const terms = createTerms();
    const lines = (from: number) => {
      const reply = drain(terms(loaded, request(cells, 'trace', { from, count: 3 })));
      return reply.state === 'ok' ? reply.payload.lines : [];
    };
    const [first] = lines(0);
    lines(3);
    expect(lines(0)[0]).toBe(first);
  });

  test("an approximant has the program's trace once n is large enough", () => {
    const defined = [0, 1, 2, 3, 4, 5, 6].map((bound) => ask(POWER, 'trace', { bound }));
    expect(defined.map(({ state }) => state)).toEqual(['error', 'error', 'error', 'error', 'ok', 'ok', 'ok']);
    expect(defined[3]).toMatchObject({ recursive: true, diagnostics: [{ code: 'approximant' }] });
    expect(payload(POWER, 'trace', { bound: 4 }).lines).toEqual(payload(POWER, 'trace').lines);
  });

  test('a term that is too large is an error with its size, and A-normal form is not', () => {
    const reply = ask(POWER, 'derivative');
    expect(reply).toMatchObject({ state: 'error', recursive: true, diagnostics: [{ code: 'unsupported' }] });
    expect(JSON.stringify(reply)).toMatch(/has [\d,]+ nodes; the limit is 20,000/u);
    expect(payload(POWER, 'derivative-anf').total).toBeLessThan(30);
  });

  test('a program with errors has diagnostics, one with nothing to differentiate has none', () => {
    expect(ask('lgo 1', 'trace')).toMatchObject({ state: 'error', diagnostics: [{ severity: 'error' }] });
    expect(ask('1 + 1', 'trace')).toEqual({ state: 'error', diagnostics: [], recursive: false });
  });
});

describe('copies', () => {
  const cellOf = (cells: string | readonly string[], term: TermName) =>
    payload(cells, term, { copies: 'cell' }).copies?.cell;

  test('are the whole term, whatever the window', () => {
    const { copies } = payload(OPENING, 'trace', { count: 1, copies: 'texts' });
    expect(copies?.text.split('\n')).toHaveLength(3);
    expect(copies?.tex.split('\n')).toHaveLength(5);
    expect(copies?.program).toContain('let traced x (y : real) =');
    expect(copies?.cell).toBeUndefined();
  });

  test('a cell applies the trace to the inputs', () => {
    expect(cellOf(OPENING, 'trace')).toBe(
      'let traced x (y : real) =\n  let t1 = x * y in\n  let t2 = sin x in\n  t1 + t2\n\ntraced x y\n',
    );
  });

  test.each(['trace', 'derivative', 'trace-anf', 'derivative-anf', 'translation-forward'] as const)(
    'a cell with %s gives the same beside the program, also when it is opened twice',
    (term) => {
      const once = cellOf(OPENING, term);
      expect(once).toBeDefined();
      const again = cellOf([OPENING, once ?? ''], 'trace');
      expect(again).toContain(term.startsWith('trace') ? 'let traced2 ' : 'let traced ');
    },
  );

  test('a copied cell has new names', () => {
    const cell = cellOf(`let main = 1\n${OPENING}`, 'translation-forward');
    expect(cell).toContain('let main2 ');
    expect(cell).toContain('let t = main2 s0');
  });

  test('inputs that are not reals are replaced by their values at the point', () => {
    expect(cellOf('input p : real * real = (2, 3)\np.1 * p.2', 'trace-anf')).toMatch(/2\.0/u);
    expect(cellOf('grad (fun x -> x * x) 3', 'trace')).toBe('let x2 = 3.0 in x2 * x2\n');
  });

  test("there is no cell if one of the reader's names conflicts", () => {
    expect(cellOf('input x : real = 2\nlet y = sin x\nlet sin z = z\ny', 'trace')).toBeUndefined();
  });
});

test('the run worker answers the newest question about each term', async () => {
  const service = newService();
  const [old, other, young, copies] = await Promise.all([
    repliesTo(service, 'term', request([OPENING], 'trace', { from: 1 })),
    repliesTo(service, 'term', request([OPENING], 'derivative')),
    repliesTo(service, 'term', request([OPENING], 'trace')),
    repliesTo(service, 'term', request([OPENING], 'trace', { copies: 'texts' })),
  ]);
  expect([old.length, other[0]?.state, young[0]?.state, copies[0]?.state]).toEqual([0, 'ok', 'ok', 'ok']);
});
