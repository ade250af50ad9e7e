import type { NetworkView } from '../../../protocol/views';
import { counted } from '../../kit/format';

export interface NetworkNode {
  /** The layer, 0 for the inputs; and the number of the node in it. */
  readonly layer: number;
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** Undefined for an input. */
  readonly bias: number | undefined;
}

/** Strokes that are drawn alike, as the data of one path. */
export interface NetworkStrokes {
  readonly path: string;
  readonly width: number;
  readonly isNegative: boolean;
  /** From -1 to 1, in steps: the adjoint of the weight, relative to the largest. Undefined without adjoints. */
  readonly adjoint: number | undefined;
}

export interface NetworkHead {
  readonly x: number;
  readonly text: string;
  /** What stands below the nodes: how many are left out. */
  readonly rest: string | undefined;
}

export interface NetworkDrawing {
  readonly height: number;
  readonly radius: number;
  readonly nodes: readonly NetworkNode[];
  readonly strokes: readonly NetworkStrokes[];
  readonly heads: readonly NetworkHead[];
}

const HEAD = 26;
const REST = 20;
const EDGE = 44;
/** The distance of two neighbours: less where there are many. */
const SPACE = { most: 34, least: 9, tall: 380 } as const;
/** Where a column has less room than this, it has only its number. */
const LEAST_COLUMN = 84;
const WIDTH_STEPS = 8;
const ADJOINT_STEPS = 4;
const THICKEST = 5;
const THINNEST = 0.5;
/** The thickest stroke, as a share of the distance of two nodes. */
const THICKEST_SHARE = 0.16;

/** Returns a diagram of a network's parameters: a column of nodes for each layer, a stroke for each weight. */
export function networkDrawing(view: NetworkView, width: number, adjoints?: readonly number[]): NetworkDrawing {
  const { inputs, layers } = view;
  const counts = [inputs, ...layers.map(({ neurons }) => neurons)];
  const shown = [layers[0]?.weights[0]?.length ?? 0, ...layers.map(({ biases }) => biases.length)];
  const spaces = shown.map((count) => Math.max(SPACE.least, Math.min(SPACE.most, SPACE.tall / count)));
  const tall = Math.max(...shown.map((count, layer) => count * (spaces[layer] ?? 0)));
  const space = Math.min(...spaces);
  const gap = (width - 2 * EDGE) / layers.length;
  const x = (layer: number): number => EDGE + layer * gap;
  const y = (layer: number, at: number): number =>
    HEAD + tall / 2 + (at - ((shown[layer] ?? 0) - 1) / 2) * (spaces[layer] ?? 0);
  const nodes = shown.flatMap((count, layer) =>
    Array.from({ length: count }, (_, at): NetworkNode => ({
      layer,
      at,
      x: x(layer),
      y: y(layer, at),
      bias: layers[layer - 1]?.biases[at],
    })),
  );
  const isCut = counts.some((count, layer) => count > (shown[layer] ?? 0));
  const words = gap < LEAST_COLUMN ? String : (count: number, noun: string) => counted(count, noun);
  const heads = counts.map((count, layer) => {
    const left = count - (shown[layer] ?? 0);
    return {
      x: x(layer),
      text: words(count, layer === 0 ? 'input' : 'neuron'),
      rest: left > 0 ? `… ${left} more` : undefined,
    };
  });
  return {
    height: HEAD + tall + (isCut ? REST : 0),
    radius: Math.min(9, space * 0.36),
    nodes,
    strokes: strokesOf(view, { x, y, spaces }, adjoints),
    heads,
  };
}

interface Places {
  readonly x: (layer: number) => number;
  readonly y: (layer: number, at: number) => number;
  /** The distance of two nodes of each layer. */
  readonly spaces: readonly number[];
}

function strokesOf(
  { layers, most }: NetworkView,
  { x, y, spaces }: Places,
  adjoints: readonly number[] | undefined,
): readonly NetworkStrokes[] {
  const largest = largestOf(adjoints ?? []);
  const groups = new Map<string, NetworkStrokes & { readonly lines: string[] }>();
  for (const [layer, { weights, leaf }] of layers.entries()) {
    const space = Math.min(spaces[layer] ?? 0, spaces[layer + 1] ?? 0);
    const thickest = Math.min(THICKEST, space * THICKEST_SHARE);
    for (const [i, row] of weights.entries())
      for (const [j, weight] of row.entries()) {
        const size = most > 0 && !Number.isNaN(weight) ? Math.min(1, Math.abs(weight) / most) : 0;
        const step = Math.round(size * WIDTH_STEPS);
        const isNegative = weight < 0;
        const adjoint = adjoints?.[leaf.weights + i * leaf.weightStep + j];
        const shade = adjoint === undefined ? undefined : shareOf(adjoint, largest);
        const width = THINNEST + (step / WIDTH_STEPS) * (thickest - THINNEST);
        const key = `${width} ${isNegative} ${shade}`;
        const group = groups.get(key) ?? { path: '', width, isNegative, adjoint: shade, lines: [] };
        groups.set(key, group);
        group.lines.push(
          `M${x(layer).toFixed(1)} ${y(layer, j).toFixed(1)}L${x(layer + 1).toFixed(1)} ${y(layer + 1, i).toFixed(1)}`,
        );
      }
  }
  // Thick strokes lie on thin ones.
  return [...groups.values()]
    .sort((a, b) => a.width - b.width)
    .map(({ lines, ...group }) => ({ ...group, path: lines.join('') }));
}

function largestOf(adjoints: readonly number[]): number {
  return adjoints.reduce((most, each) => (Number.isFinite(each) ? Math.max(most, Math.abs(each)) : most), 0);
}

/** Returns -1 to 1 in steps; 0 is near 0. */
function shareOf(adjoint: number, largest: number): number {
  if (largest === 0 || Number.isNaN(adjoint)) return 0;
  const share = Math.max(-1, Math.min(1, adjoint / largest));
  return Math.round(share * ADJOINT_STEPS) / ADJOINT_STEPS + 0;
}

/** Says what a diagram shows. */
export function networkSentence({ inputs, layers }: NetworkView): string {
  const sizes = layers.map(({ neurons }) => String(neurons));
  const last = sizes.pop() ?? '';
  return `Network of ${counted(inputs, 'input')} and layers of ${sizes.join(', ')} and ${layers.at(-1)?.neurons === 1 ? '1 neuron' : `${last} neurons`}`;
}
