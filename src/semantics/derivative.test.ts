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
});
