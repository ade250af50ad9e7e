import { describe, expect, it } from 'vitest';
import type { Growth, Measurement } from '../../../protocol/growth';
import { newMeter } from '../../../semantics/outcome';
import { fittedValue, growthAsCsv, linesOf, showSlope, spread } from './growth';

const NONE = {
  primal: undefined,
  derivative: undefined,
  nodes: undefined,
  visits: undefined,
  reevaluations: undefined,
  live: undefined,
  steps: undefined,
};
const nodes = (count: number): Measurement => ({
  status: 'ok',
  meter: { ...newMeter(), nodes: count, primal: 7 },
  ranOn: {},
});
const growth: Growth = {
  input: 'n',
  sizes: [1, 10],
  engines: [
    {
      engine: 'reverse',
      measurements: [nodes(2), nodes(20)],
      fits: { ...NONE, nodes: { slope: 1, intercept: Math.log(2) } },
    },
    { engine: 'forward', measurements: [nodes(0), { status: 'not tried' }], fits: NONE },
    { engine: 'tape', measurements: [{ status: 'pending' }, nodes(5)], fits: NONE },
  ],
};

describe('the lines of growth', () => {
  it('are those of engines that count something, at the sizes where they do', () => {
    expect(linesOf(growth, 'nodes').map(({ engine, points }) => [engine, points])).toEqual([
      [
        'reverse',
        [
          { size: 1, value: 2 },
          { size: 10, value: 20 },
        ],
      ],
      ['tape', [{ size: 10, value: 5 }]],
    ]);
    expect(linesOf(growth, 'live')).toEqual([]);
  });

  it('go through what they are fitted to', () => {
    expect(fittedValue({ slope: 2, intercept: Math.log(3) }, 10)).toBeCloseTo(300, 9);
  });

  it('have slopes that read well', () => {
    expect([1, 0.987, -0.001, -1.5].map(showSlope)).toEqual(['1.00', '0.99', '0.00', '-1.50']);
  });
});

describe('labels that would cover each other', () => {
  it('are moved apart in their order, and stay within the chart', () => {
    expect(spread([50, 52, 10], 16, 0, 100)).toEqual([50, 66, 10]);
    expect(spread([98, 99, 97], 16, 0, 100)).toEqual([84, 100, 68]);
    expect(spread([-5], 16, 0, 100)).toEqual([0]);
    expect(spread([], 16, 0, 100)).toEqual([]);
  });
});

describe('growth as comma-separated values', () => {
  it('has a line an engine and size, empty where it was not measured, and the slopes', () => {
    expect(growthAsCsv(growth, ['nodes', 'primal'])).toBe(
      [
        'engine,n,nodes,primal',
        'reverse,1,2,7',
        'reverse,10,20,7',
        'forward,1,0,7',
        'forward,10,,',
        'tape,1,,',
        'tape,10,5,7',
        'reverse,slope,1,',
        'forward,slope,,',
        'tape,slope,,',
        '',
      ].join('\n'),
    );
  });
});
