import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as b from '../language/core/builders';
import { variablePattern } from '../language/core/patterns';
import type { Term } from '../language/core/tree';
import { REAL, type Type } from '../language/types/type';
import { evaluated, outcome, program } from '../testing/run-source';
import { runs } from '../testing/runs';
import { compile } from './compile';
import { advance } from './machine';
import { PAGE_BUDGET } from './outcome';
import { type MachineOptions, MachineState } from './state';

describe('derivatives inside the program', () => {
  it('are exact', () => {
    expect(evaluated('grad (fun x -> x * x) 3')).toBe('6');
    expect(evaluated('deriv (fun x -> sin (x * x)) 2')).toBe(String(Number((4 * Math.cos(4)).toPrecision(6))));
    expect(evaluated('grad (fun (x, y) -> x * y + x) (2, 3)')).toBe('(4, 2)');
    expect(evaluated('rd (fun x -> (x, x * x)) 3 (1, 10)')).toBe('61');
    expect(evaluated('fd (fun x -> (x, x * x)) 3 1')).toBe('(1, 6)');
  });

  it('never confuse perturbations', () => {
    expect(evaluated('deriv (fun x -> x * deriv (fun y -> x + y) 1) 1')).toBe('1');
    expect(evaluated('deriv (fun x -> x * deriv (fun y -> x * y) 3) 4')).toBe('8');
    expect(evaluated('deriv (fun x -> x * deriv (fun y -> x * y * deriv (fun z -> x * y * z) 1) 1) 2')).toBe('24');
    expect(evaluated('let rec f x = deriv (fun y -> x + y) 1\nderiv (fun x -> x + f x) 1')).toBe('1');
    // Siskind & Pearlmutter: the inner derivative is taken of the outer variable.
    expect(evaluated('deriv (fun x -> deriv (fun y -> x) 1) 5')).toBe('0');
  });

  it('nest to any depth, in both modes', () => {
    expect(evaluated('deriv (deriv (deriv (fun x -> x ^ 5))) 2')).toBe('240');
    expect(evaluated('deriv (deriv (deriv (deriv exp))) 1')).toBe('2.71828');
    expect(evaluated('fd (fun x -> fd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('fd (fun x -> rd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('rd (fun x -> fd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('deriv (fun x -> fd (fun y -> y) x (x * x)) 3')).toBe('6');
    expect(evaluated('fd (fun x -> fd (fun y -> (x, y, 1)) x (x * x)) 3 1')).toBe('(0, 6, 0)');
    expect(evaluated('rd (fun w -> rd (fun (x, y) -> x * x * y) (2, 3) w) 5 (1, 10)')).toBe('52');
  });

  it('stop with a place if a partial is not finite', () => {
    const overflow = outcome('deriv (fun x -> log x) 1e-320');
    expect(overflow.tag === 'failed' && overflow.diagnostic.code).toBe('not-finite');
    // The error has the place of the operation, in both modes, with and without an enclosing derivative.
    for (const text of [
      'fd (fun x -> 1 + log x) 1e-320 1',
      'rd (fun x -> 1 + log x) 1e-320 1',
      'deriv (fun y -> fd (fun x -> 1 + log x) (y * 1e-320) 1) 1',
      'deriv (fun y -> rd (fun x -> 1 + log x) (y * 1e-320) 1) 1',
      // The error occurs even if the value is unused.
      'deriv (fun y -> let d = fd (fun x -> 1 + log x) (y * 1e-320) 1 in y) 1',
      'deriv (fun y -> let d = rd (fun x -> 1 + log x) (y * 1e-320) 1 in y) 1',
    ]) {
      const start = text.indexOf('log');
      expect(outcome(text)).toMatchObject({
        tag: 'failed',
        diagnostic: { code: 'not-finite', span: { start, end: start + 'log x'.length } },
      });
    }
  });

  it('stop at the reader’s call if a partial in the prelude is not finite', () => {
    const call = 'dot b (map cos b)';
    const text = `let b0 = [-1e308]\nrd (fun b -> (${call}, 2.0)) b0 (1e300, 0.0)`;
    const start = text.indexOf(call);
    for (const options of [{}, { calls: true }, { tracing: 'record' }] as const)
      expect(outcome(text, options)).toMatchObject({
        tag: 'failed',
        diagnostic: { code: 'not-finite', span: { start, end: start + call.length } },
      });
  });

  it('agree in both modes and both orders on random programs', () => {
    fc.assert(
      fc.property(expression(4), fc.tuple(unit, unit), fc.tuple(unit, unit), (body, [x, y], [u, v]) => {
        const f = `let f (x, y) = ${body}\nlet p = (${x}, ${y})\nlet d = (${u}, ${v})\n`;
        const dot = 'let dot ((a, b), (c, e)) = a * c + b * e\n';
        const [reverse = 0, forward = 0] = numbers(`${f}${dot}dot (rd f p 1, d)\nfd f p d`);
        expect(reverse).toBeCloseTo(forward, 9);
        const line = `let g t = f (${x} + t * ${u}, ${y} + t * ${v})\n`;
        const [second = 0, mixed = 0, other = 0, outer = 0] = numbers(
          `${f}${dot}${line}deriv (deriv g) 0\ndot (fd (fun q -> rd f q 1) p d, d)\n` +
            'dot (rd (fun q -> fd f q d) p 1, d)\nfd (fun q -> fd f q d) p d',
        );
        for (const each of [mixed, other, outer])
          expect(Math.abs(each - second)).toBeLessThan(1e-8 * (1 + Math.abs(second)));
        const h = 1e-4;
        const [left = 0, middle = 0, right = 0] = numbers(`${f}${line}g (-${h})\ng 0\ng ${h}`);
        expect(Math.abs((right - left) / (2 * h) - forward)).toBeLessThan(
          1e-4 * (1 + Math.abs(forward) + Math.abs(second)),
        );
        expect(Math.abs((right - 2 * middle + left) / (h * h) - second)).toBeLessThan(1e-2 * (1 + Math.abs(second)));
      }),
      { ...runs(0.25), seed: 6 },
    );
  }, 60_000);

  it('are right for functions with branches, recursion, closures and structured points', () => {
    expect(evaluated('let rec pow x n = if n = 0 then 1 else x * pow x (n - 1)\nderiv (fun x -> pow x 5) 2')).toBe(
      '80',
    );
    expect(evaluated('deriv (fun x -> if x < 1 then x else x * x * x) 2')).toBe('12');
    expect(evaluated('let twice f x = f (f x)\nderiv (twice (fun x -> x * x)) 2')).toBe('32');
    expect(evaluated('grad (fun (a, (b, n, c)) -> a * b * c ^ n) (2, (3, 2, 4))')).toBe('(48, (32, 2, 48))');
    expect(evaluated('let a = 3\nlet f = let k = a * a in fun x -> k * x\nderiv f 1')).toBe('9');
    expect(evaluated('input c : real = 2\nderiv (fun x -> x * c * x) 3', { tracing: 'dependencies' })).toBe('12');
  });

  it('allow a recursive function to use its own derivative', () => {
    // f 0 x = x ^ 3, f (n + 1) x = (f n)' x
    expect(evaluated('let rec f n x = if n = 0 then x ^ 3 else deriv (f (n - 1)) x\nf 2 5')).toBe('30');
  });

  it('use the first of equals, and 0 at kinks', () => {
    expect(evaluated('grad abs 0')).toBe('0');
    expect(evaluated('grad relu 0')).toBe('0');
    expect(evaluated('grad max (2, 2)')).toBe('(1, 0)');
    expect(evaluated('grad (fun x -> x ^ 0) 0 + grad (fun x -> x ^ 1) 0')).toBe('1');
    expect(evaluated('deriv (deriv (fun x -> x ^ 2)) 0')).toBe('2');
  });
});

describe('derivatives of structured values', () => {
  const array: Type = { tag: 'sequence', container: 'array', item: REAL };
  const reals = (...items: readonly Term[]): Term => b.sequence('array', REAL, items);
  const x = b.variable('x', REAL);
  const y = b.variable('y', REAL);
  const l = b.variable('l', array);
  const ofX = (body: Term): Term => b.lambda(variablePattern('x', REAL), body);
  const ofArray = (body: Term): Term => b.lambda(variablePattern('l', array), body);
  const times = (left: Term, right: Term): Term => b.operation('multiply', [left, right]);
  const second = b.intrinsic('index', [l, b.int(1)]);
  const both = ofX(reals(times(x, x), b.real(7), x));
  /** Returns the result outside any derivative. */
  const alone = (term: Term): string => shown(term);
  const inside = (term: Term): string => shown(b.grad(b.lambda(variablePattern('y', REAL), term), b.real(5), 'deriv'));
  const shown = (term: Term): string =>
    evaluated({ variants: [], items: [{ tag: 'output', term, origin: term.origin }] });

  it('have the shape of the point or of the result', () => {
    expect(alone(b.rd(both, b.real(3), reals(b.real(10), b.real(100), b.real(1))))).toBe('61');
    expect(alone(b.fd(both, b.real(3), b.real(2)))).toBe('[12, 0, 2]');
    expect(alone(b.rd(ofArray(times(second, second)), reals(b.real(1), b.real(3), b.real(5)), b.real(1)))).toBe(
      '[0, 6, 0]',
    );
    expect(alone(b.fd(ofArray(l), reals(b.real(1), b.real(3)), reals(b.real(4), b.real(5))))).toBe('[4, 5]');
  });

  it('fail if a direction has another shape, alone and inside', () => {
    const cotangent = 'shape: the cotangent must have the shape of the result';
    const tangent = 'shape: the tangent must have the shape of the point';
    expect(alone(b.rd(both, b.real(3), reals(b.real(1))))).toContain(cotangent);
    expect(alone(b.fd(ofArray(second), reals(b.real(1), b.real(2)), reals(b.real(1))))).toContain(tangent);
    expect(inside(b.rd(both, y, reals(y)))).toContain(cotangent);
    expect(inside(b.fd(ofArray(second), reals(y, y), reals(y)))).toContain(tangent);
  });
});

describe('the cost of inner derivatives', () => {
  it.each<[string, string, readonly [primal: number, derivative: number, nodes: number, visits: number, live: number]]>(
    [
      ['deriv (fun x -> x * x * x) 2', '12', [2, 8, 3, 3, 3]],
      ['fd (fun x -> x * x * x) 2 1', '12', [2, 8, 3, 3, 3]],
      ['fd (fun x -> x * x * x) 2 0', '0', [2, 0, 3, 3, 3]],
      ['rd (fun x -> x * x * x) 2 0', '0', [2, 0, 3, 0, 3]],
      ['grad (fun (x, y) -> x * y + x) (2, 3)', '(4, 2)', [2, 8, 4, 4, 4]],
      // The same entry is two results, a result is constant, or a real of the point is unused.
      ['rd (fun x -> (x, x)) 3 (1, 10)', '11', [0, 0, 1, 1, 1]],
      ['fd (fun x -> (x, 5)) 3 1', '(1, 0)', [0, 0, 1, 1, 1]],
      ['rd (fun (x, y) -> x) (1, 2) 5', '(5, 0)', [0, 0, 2, 1, 2]],
      ['rd (fun x -> (x, 2)) 3 (1, 1)', '1', [0, 0, 1, 1, 1]],
      // Inside another derivative, the sweep is arithmetic of the outer one.
      ['deriv (deriv (fun x -> x * x * x)) 2', '12', [2, 24, 11, 10, 8]],
      ['deriv (fun y -> fd (fun x -> x * x * x) y 1) 2', '12', [2, 19, 10, 9, 7]],
      ['deriv (fun y -> rd (fun x -> (x, x)) y (1, y)) 3', '1', [0, 3, 4, 3, 3]],
      ['deriv (fun y -> (fd (fun x -> (x, y)) y 1).2) 3', '0', [0, 0, 3, 1, 2]],
      ['deriv (fun y -> (fd (fun x -> (x * y, y)) y 1).1) 3', '1', [1, 0, 5, 3, 3]],
      ['deriv (fun y -> rd (fun x -> (x * y, y)) 2 (1, y)) 3', '1', [1, 0, 5, 3, 3]],
      ['deriv (fun y -> fd (fun x -> x * x) 3 y) 2', '6', [1, 11, 8, 6, 6]],
      ['deriv (fun z -> (rd (fun (x, y) -> x) (z, 2) z).2) 5', '0', [0, 0, 5, 1, 3]],
      ['deriv (fun z -> (rd (fun (x, y) -> x) (z, 2) z).1) 5', '1', [0, 0, 5, 2, 3]],
      // Some inner derivatives do not depend on the outer point.
      ['fd (fun x -> let d = deriv (fun y -> y * x) 3 in d * x) 2 1', '4', [2, 6, 6, 5, 4]],
      ['deriv (fun x -> let d = deriv (fun y -> y * y) 3 in d * x) 2', '6', [2, 3, 7, 4, 5]],
      ['deriv (fun x -> let d = fd (fun y -> y * y) 3 1 in d * x) 2', '6', [2, 3, 7, 4, 5]],
      // Entries that depend only on the outer point are not swept inside.
      ['deriv (fun x -> deriv (fun y -> let a = x * x in a * y) 3) 2', '4', [2, 4, 7, 4, 4]],
      ['deriv (fun y -> rd (fun x -> let a = y * y in (a, (a, x))) 2 (y, (y, 1))) 3', '0', [1, 0, 5, 1, 3]],
      // The entries of the first derivative are dropped before the second.
      ['deriv (fun x -> x * x) 1 + deriv (fun x -> x * x) 2', '6', [3, 8, 4, 4, 2]],
    ],
  )('%s', (text, value, cost) => {
    expect(evaluated(text)).toBe(value);
    const result = outcome(text);
    if (result.tag !== 'ok') throw new Error(result.diagnostic.message);
    const { primal, derivative, nodes, visits, live } = result.value.meter;
    expect([primal, derivative, nodes, visits, live]).toEqual(cost);
  });

  it('stops when the memory for a recorded sweep is used up', () => {
    const text = (operator: string): string =>
      `let rec go n x = if n = 0 then x else go (n - 1) (sin x)\nderiv (fun x -> ${operator} (go 2000) x 1) 0.5`;
    for (const operator of ['rd', 'fd']) {
      const enough = outcome(text(operator), { budget: { seconds: 60, steps: 1e7, bytes: 1.2e6 } });
      expect(enough.tag).toBe('ok');
      const scarce = outcome(text(operator), { budget: { seconds: 60, steps: 1e7, bytes: 1.6e5 } });
      expect(scarce).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-memory' } });
    }
  });
});

const unit = fc.integer({ min: -90, max: 90 }).map((n) => `(${n / 100})`);

/** Expressions in x and y whose values stay moderate. */
function expression(depth: number): fc.Arbitrary<string> {
  const leaf = fc.oneof(fc.constantFrom('x', 'y'), unit);
  if (depth === 0) return leaf;
  const inner = expression(depth - 1);
  return fc.oneof(
    leaf,
    fc
      .tuple(fc.constantFrom('sin', 'cos', 'tanh', 'sigmoid', 'softplus', 'atan', 'erf'), inner)
      .map(([f, e]) => `${f} (${e})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a} + ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a} - ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a} * ${b})`),
    fc.tuple(inner, inner).map(([a, b]) => `(${a}) / (2 + (${b}) ^ 2)`),
    fc.tuple(inner, fc.integer({ min: 0, max: 3 })).map(([a, n]) => `(${a}) ^ ${n}`),
    inner.map((e) => `log (1 + exp (${e}))`),
    fc.tuple(inner, inner).map(([a, b]) => `(let z = ${a} in z * (${b}) + z)`.replaceAll('z', `z${depth}`)),
  );
}

function numbers(text: string): readonly number[] {
  const result = outcome(text);
  if (result.tag !== 'ok') throw new Error(`${result.diagnostic.message}: ${text}`);
  return result.value.outputs.map(Number);
}

describe('the work of derivatives', () => {
  function machineOf(text: string, options: Partial<MachineOptions> = {}): MachineState {
    return new MachineState(compile(program(text)), { budget: PAGE_BUDGET, ...options });
  }

  it('counts as a step for every entry that a sweep visits', () => {
    const machine = machineOf(
      'rd (fun x -> sin (x * x)) 2 1\nfd (fun x -> x * x * x) 2 1\nderiv (deriv (fun x -> x ^ 3)) 2',
    );
    let instructions = 0;
    while (advance(machine, 1) === 'running') instructions++;
    const { steps, visits } = machine.meter;
    expect(visits).toBeGreaterThan(10);
    expect(steps).toBe(instructions + 1 + visits);
  });

  it('stops at the memory limit, like every run that needs more', () => {
    const text = `let rec f (n : int) (x : real) : real = if n = 0 then x else f (n - 1) (sin x * 1.5)
deriv (fun x -> deriv (f 500) x * x) 0.5`;
    const kinds = new Set<string>();
    for (let bytes = 20_000; bytes <= 300_000; bytes += 4_000) {
      const found = outcome(text, { budget: { ...PAGE_BUDGET, bytes } });
      kinds.add(found.tag === 'ok' ? 'ok' : found.diagnostic.message.replace(/[\d,]+ bytes/u, 'n bytes'));
    }
    expect([...kinds]).toEqual(['the run was stopped: it needs more than n bytes of memory', 'ok']);
  });

  it('a run pauses after the requested input, and no other', () => {
    const text = 'input a : real = 1\ninput b : real = a + 1\ninput c : real = 3\na + b + c';
    const paused = (name: string): readonly string[] => {
      const machine = machineOf(text, { pauseAt: { tag: 'input', name } });
      expect(advance(machine, 1000)).toBe('paused');
      return [...machine.inputs.keys()];
    };
    expect([paused('a'), paused('b'), paused('c')]).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect(advance(machineOf(text, { pauseAt: { tag: 'input', name: 'd' } }), 1000)).toBe('done');
    expect(advance(machineOf(text, { pauseAt: { tag: 'watch', name: 'a', record: 0 } }), 1000)).toBe('done');
  });
});
