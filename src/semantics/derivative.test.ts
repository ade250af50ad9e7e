import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluated, outcome } from '../testing/run-source';

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
    // Siskind & Pearlmutter: the derivative of the derivative of an outer variable.
    expect(evaluated('deriv (fun x -> deriv (fun y -> x) 1) 5')).toBe('0');
  });

  it('nest to any depth, in both modes', () => {
    expect(evaluated('deriv (deriv (deriv (fun x -> x ^ 5))) 2')).toBe('240');
    expect(evaluated('deriv (deriv (deriv (deriv exp))) 1')).toBe('2.71828');
    expect(evaluated('fd (fun x -> fd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('fd (fun x -> rd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('rd (fun x -> fd (fun y -> y * y * y) x 1) 2 1')).toBe('12');
    expect(evaluated('rd (fun w -> rd (fun (x, y) -> x * x * y) (2, 3) w) 5 (1, 10)')).toBe('52');
  });

  it('stop with a place where a partial is no number', () => {
    const overflow = outcome('deriv (fun x -> log x) 1e-320');
    expect(overflow.tag === 'failed' && overflow.diagnostic.code).toBe('not-finite');
  });

  it('agree in both modes and both orders, at random programs', () => {
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
      { seed: 6, numRuns: Math.ceil(Number(process.env['PULLBACK_RUNS'] ?? 200) / 4) },
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

  it('take the first of equals, and 0 at kinks', () => {
    expect(evaluated('grad abs 0')).toBe('0');
    expect(evaluated('grad relu 0')).toBe('0');
    expect(evaluated('grad max (2, 2)')).toBe('(1, 0)');
    expect(evaluated('grad (fun x -> x ^ 0) 0 + grad (fun x -> x ^ 1) 0')).toBe('1');
    expect(evaluated('deriv (deriv (fun x -> x ^ 2)) 0')).toBe('2');
  });
});

const unit = fc.integer({ min: -90, max: 90 }).map((n) => `(${n / 100})`);

/** Expressions of x and y whose values stay moderate. */
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
