import { describe, expect, it } from 'vitest';
import { reducedMain } from '../ad/subject';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { loadWhole } from './loader';
import { locatePoint, type Program } from './program';
import { recordedAt } from './recorded';

describe('what panels share', () => {
  const program = load('input x : real = 2\nlet rec f n = if n = 0 then x else sin (f (n - 1))\nf 100');
  const pointOf = (of: Program, inputs: Readonly<Record<string, number>>, budget = PAGE_BUDGET) => {
    const located = drain(locatePoint(of, inputs, budget));
    return located?.tag === 'ok' ? located.value : undefined;
  };

  it('is one point and one recording for all questions about it', () => {
    const first = pointOf(program, { x: 1 });
    const second = pointOf(program, { x: 1 });
    if (first === undefined || second === undefined) throw new Error('there is no point');
    expect(second.point).toBe(first.point);
    const recorded = drain(recordedAt(first.main, first.point, PAGE_BUDGET));
    const again = drain(recordedAt(second.main, second.point, PAGE_BUDGET));
    if (recorded.tag !== 'ok' || again.tag !== 'ok') throw new Error('the run failed');
    expect(again.value).toBe(recorded.value);
  });

  it('is one recording for each of the program and what engines run on in its place', () => {
    const found = pointOf(load('input x : real = 2\nlet f y = y * y * x\nderiv f x * f x'), {});
    if (found === undefined) throw new Error('there is no point');
    const { main, point } = found;
    const reduced = drain(reducedMain(main, point, PAGE_BUDGET));
    if (reduced.tag !== 'ok') throw new Error('the run failed');
    const [ofReduced, own] = [reduced.value.main, main].map((each) => {
      const recorded = drain(recordedAt(each, point, PAGE_BUDGET));
      return recorded.tag === 'ok' ? recorded.value : undefined;
    });
    expect([own?.value, ofReduced?.value]).toEqual([64, 64]);
    expect(own).not.toBe(ofReduced);
  });

  it('is found anew for other inputs, another program, or a smaller budget', () => {
    const first = pointOf(program, { x: 1 })?.point;
    expect(pointOf(program, { x: 3 })?.point.arguments).toEqual([3]);
    expect(pointOf(program, { x: 1 })?.point).not.toBe(first);
    expect(pointOf(load('input x : real = 2\nx'), { x: 1 })?.point.arguments).toEqual([1]);
    pointOf(program, { x: 1 });
    expect(drain(locatePoint(program, { x: 1 }, { ...PAGE_BUDGET, steps: 5 }))?.tag).toBe('stopped');
  });
});

function load(text: string): Program {
  const loaded = loadWhole([text]);
  if (loaded.tag === 'wrong') throw new Error(loaded.diagnostics[0]?.message);
  return loaded.program;
}
