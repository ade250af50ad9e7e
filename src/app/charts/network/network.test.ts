import { describe, expect, test } from 'vitest';
import type { GradientPayload } from '../../../protocol/messages';
import type { NetworkView } from '../../../protocol/views';
import { adjointsOf } from './adjoints';
import { networkDrawing, networkSentence } from './network';

/** Two inputs, two neurons and one: as `([([4, -2], 0.5), ([0, 1], -1)], ([1, 3], 2))` is sent. */
const SMALL: NetworkView = {
  kind: 'network',
  inputs: 2,
  layers: [
    {
      neurons: 2,
      weights: [
        [4, -2],
        [0, 1],
      ],
      biases: [0.5, -1],
      leaf: { weights: 0, weightStep: 3, biases: 2, biasStep: 3 },
    },
    { neurons: 1, weights: [[1, 3]], biases: [2], leaf: { weights: 6, weightStep: 3, biases: 8, biasStep: 3 } },
  ],
  most: 4,
  leaves: 9,
};
const VALUES = [4, -2, 0.5, 0, 1, -1, 1, 3, 2];

function layerOf(inputs: number, neurons: number): NetworkView['layers'][number] {
  const row = Array.from({ length: Math.min(64, inputs) }, (_, j) => j / inputs);
  return {
    neurons,
    weights: Array.from({ length: Math.min(64, neurons) }, () => row),
    biases: Array.from({ length: Math.min(64, neurons) }, () => 0),
    leaf: { weights: 0, weightStep: inputs + 1, biases: inputs, biasStep: inputs + 1 },
  };
}

describe('the diagram of a network', () => {
  test('has a column of nodes for each layer, and a stroke for each weight', () => {
    const { nodes, strokes, heads } = networkDrawing(SMALL, 488);
    expect(nodes.map(({ layer, at, bias }) => `${layer} ${at} ${String(bias)}`)).toEqual([
      '0 0 undefined',
      '0 1 undefined',
      '1 0 0.5',
      '1 1 -1',
      '2 0 2',
    ]);
    expect(nodes.map(({ x }) => x)).toEqual([44, 44, 244, 244, 444]);
    expect(heads.map(({ text }) => text)).toEqual(['2 inputs', '2 neurons', '1 neuron']);
    expect(strokes.flatMap(({ path }) => path.match(/M/gu) ?? [])).toHaveLength(6);
  });

  test('has strokes as thick as the weights are large, dashed where they are negative', () => {
    const { strokes, nodes } = networkDrawing(SMALL, 488);
    const strokeOf = (input: number, neuron: number) => {
      const [from, to] = [nodes[input], nodes[2 + neuron]];
      const line = `M${from?.x.toFixed(1)} ${from?.y.toFixed(1)}L${to?.x.toFixed(1)} ${to?.y.toFixed(1)}`;
      return strokes.find(({ path }) => path.includes(line));
    };
    expect(strokeOf(0, 0)).toMatchObject({ width: 5, isNegative: false });
    expect(strokeOf(1, 0)).toMatchObject({ width: 2.75, isNegative: true });
    expect(strokeOf(0, 1)).toMatchObject({ width: 0.5, isNegative: false });
    expect(strokes.map(({ width }) => width)).toEqual(strokes.map(({ width }) => width).toSorted((a, b) => a - b));
  });

  test('says how many neurons are left out, and stays within its width', () => {
    const wide: NetworkView = { ...SMALL, inputs: 300, layers: [layerOf(300, 64), layerOf(64, 2)] };
    const { nodes, heads, height, radius, strokes } = networkDrawing(wide, 200);
    expect(heads.map(({ text, rest }) => [text, rest])).toEqual([
      ['300', '… 236 more'],
      ['64', undefined],
      ['2', undefined],
    ]);
    expect(Math.min(...nodes.map(({ x, y }) => Math.min(x, y)))).toBeGreaterThan(radius);
    expect(Math.max(...nodes.map(({ y }) => y))).toBeLessThan(height - radius);
    expect(Math.max(...nodes.map(({ x }) => x))).toBeLessThan(200 - radius);
    // Strokes that look alike are one path.
    expect(strokes.length).toBeLessThan(40);
  });

  test('is coloured by adjoints relative to the largest', () => {
    const adjoints = [8, -8, 0, 0.1, 4, 0, 0, NaN, 0];
    const shades = networkDrawing(SMALL, 488, adjoints).strokes.map(({ adjoint }) => adjoint);
    expect(new Set(shades)).toEqual(new Set([1, -1, 0, 0.5]));
  });

  test('is finite whatever the weights are', () => {
    const odd: NetworkView = {
      ...SMALL,
      layers: SMALL.layers.map((layer) => ({ ...layer, weights: layer.weights.map((row) => row.map(() => NaN)) })),
    };
    for (const view of [odd, { ...SMALL, most: 0 }])
      expect(JSON.stringify(networkDrawing(view, 488, [NaN, Infinity]))).not.toMatch(/NaN|null,/u);
  });

  test('is said in one sentence', () => {
    expect(networkSentence(SMALL)).toBe('Network of 2 inputs and layers of 2 and 1 neuron');
  });
});

describe('the adjoints of the parameters of a network', () => {
  function gradientOf(leaves: readonly (readonly [string, number])[]): GradientPayload {
    const span = { cell: 0, start: 0, end: 0 };
    return {
      focus: {
        ...{ label: 'f', span, value: '0', cotangent: undefined },
        leaves: leaves.map(([label, value]) => ({ label, value, span })),
      },
      engines: [
        { engine: 'forward', status: 'pending' },
        {
          ...{ engine: 'reverse', status: 'ok', value: '0', derivatives: leaves.map((_, at) => 10 + at) },
          ...{ errors: undefined, differences: [], differs: [], seconds: 0, meter: {}, ranOn: {} },
        },
      ],
      agreement: undefined,
      maxRelativeDifference: undefined,
    };
  }
  const parameters = VALUES.map((value, at) => [`p.${at}`, value] as const);

  test('are those of the input that has these numbers', () => {
    const gradient = gradientOf([['x', 3], ...parameters, ['rate', 1]]);
    expect(adjointsOf(SMALL, gradient)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  test('are unknown where no input has them', () => {
    expect(adjointsOf(SMALL, undefined)).toBeUndefined();
    expect(adjointsOf(SMALL, gradientOf([['x', 3]]))).toBeUndefined();
    expect(adjointsOf(SMALL, gradientOf(parameters.map(([label, value]) => [label, value + 1])))).toBeUndefined();
    expect(adjointsOf(SMALL, gradientOf(parameters.slice(1)))).toBeUndefined();
  });
});
