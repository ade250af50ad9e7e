import type { Type } from '../../language/types/type';
import type { NetworkLayer, NetworkView } from '../../protocol/views';
import { partsOf } from '../../semantics/leaves';
import { itemsOf } from '../../semantics/reals';
import { primalOf, type Value } from '../../semantics/value';

/** The most layers, and neurons of a layer, that are drawn. */
const MOST_LAYERS = 16;
const MOST_NEURONS = 64;

/** A layer with all its weights, one row a neuron. */
interface Layer {
  readonly rows: readonly ArrayLike<Value>[];
  readonly biases: ArrayLike<Value>;
  readonly leaf: NetworkLayer['leaf'];
}

/**
 * Returns the parameters of a network as a diagram with about `most` weights; undefined if the value is none. A layer is a
 * neuron (its weights and its bias), a sequence of neurons, or a matrix with a row of weights for each neuron beside the
 * vector of their biases. A network is at least two layers in tuples, records and sequences, each of which has as many
 * inputs as the one before has neurons.
 */
export function networkView(value: Value, type: Type, most: number): NetworkView | undefined {
  const isOneLayer = pairOf(type) !== undefined || (type.tag === 'sequence' && pairOf(type.item)?.kind === 'neuron');
  if (isOneLayer || !mayHold(type)) return undefined;
  const reader = new NetworkReader();
  if (!reader.read(value, type) || reader.layers.length < 2) return undefined;
  const { layers, leaves } = reader;
  const sizes = [layers[0]?.rows[0]?.length ?? 0, ...layers.map(({ rows }) => rows.length)];
  let shown = MOST_NEURONS;
  const strokes = (): number =>
    layers.reduce((sum, _, at) => sum + Math.min(shown, sizes[at] ?? 0) * Math.min(shown, sizes[at + 1] ?? 0), 0);
  while (shown > 4 && strokes() > most) shown = Math.floor(shown / 2);
  return {
    kind: 'network',
    inputs: sizes[0] ?? 0,
    layers: layers.map(({ rows, biases, leaf }) => ({
      neurons: rows.length,
      weights: rows.slice(0, shown).map((row) => numbers(row, shown)),
      biases: numbers(biases, shown),
      leaf,
    })),
    most: reader.most,
    leaves,
  };
}

/** Reads layers, one after the other, and stops at the first that does not fit. */
class NetworkReader {
  readonly layers: Layer[] = [];
  /** The number of real leaves so far. */
  leaves = 0;
  most = 0;

  /** Returns whether the value is layers that fit to those before. */
  read(value: Value, type: Type): boolean {
    const pair = pairOf(type);
    if (pair?.kind === 'neuron') return this.neurons([value], pair);
    if (pair?.kind === 'layer') {
      const parts = partsOf(value);
      const rows = Array.from(itemsOf(parts[pair.weights]), itemsOf);
      const biases = itemsOf(parts[pair.biases]);
      const [inputs, count] = [rows[0]?.length ?? 0, rows.length];
      const isFirst = pair.weights < pair.biases;
      const leaf = {
        weights: this.leaves + (isFirst ? 0 : count),
        weightStep: inputs,
        biases: this.leaves + (isFirst ? count * inputs : 0),
        biasStep: 1,
      };
      return this.add({ rows, biases, leaf });
    }
    if (type.tag === 'sequence') {
      const neuron = pairOf(type.item);
      const items = itemsOf(value);
      if (neuron?.kind === 'neuron') return this.neurons(items, neuron);
      return Array.from(items).every((item) => this.read(item, type.item));
    }
    const types = partTypes(type);
    const parts = partsOf(value);
    return types !== undefined && types.every((each, at) => this.read(parts[at], each));
  }

  private neurons(neurons: ArrayLike<Value>, { weights, biases }: Pair): boolean {
    const all = Array.from(neurons, partsOf);
    const rows = all.map((parts) => itemsOf(parts[weights]));
    const inputs = rows[0]?.length ?? 0;
    const isFirst = weights < biases;
    const leaf = {
      weights: this.leaves + (isFirst ? 0 : 1),
      weightStep: inputs + 1,
      biases: this.leaves + (isFirst ? inputs : 0),
      biasStep: inputs + 1,
    };
    return this.add({ rows, biases: all.map((parts) => parts[biases]), leaf });
  }

  private add(layer: Layer): boolean {
    const { rows, biases } = layer;
    const inputs = rows[0]?.length ?? 0;
    const before = this.layers.at(-1)?.rows.length ?? inputs;
    const fits = inputs > 0 && before === inputs && rows.length === biases.length;
    if (!fits || this.layers.length === MOST_LAYERS) return false;
    for (const row of rows) {
      if (row.length !== inputs) return false;
      for (let j = 0; j < inputs; j++) {
        const size = Math.abs(primalOf(row[j]));
        if (size > this.most && size < Infinity) this.most = size;
      }
    }
    this.leaves += rows.length * (inputs + 1);
    this.layers.push(layer);
    return true;
  }
}

interface Pair {
  readonly kind: 'neuron' | 'layer';
  /** The index of each part. */
  readonly weights: number;
  readonly biases: number;
}

/** Returns the places of weights and bias in a neuron or layer: what has one dimension more is the weights. */
function pairOf(type: Type): Pair | undefined {
  const [first, second, ...more] = (partTypes(type) ?? []).map(dimensionsOf);
  if (first === undefined || second === undefined || more.length > 0 || Math.abs(first - second) !== 1)
    return undefined;
  const most = Math.max(first, second);
  const [weights, biases] = first > second ? [0, 1] : [1, 0];
  return most > 2 ? undefined : { kind: most === 1 ? 'neuron' : 'layer', weights, biases };
}

/** Returns 0 for a real, 1 for a vector, 2 for a matrix; at least 10 for what is not of reals. */
function dimensionsOf(type: Type): number {
  if (type.tag === 'real') return 0;
  return type.tag === 'sequence' ? 1 + dimensionsOf(type.item) : 10;
}

/** Whether values of a type can hold a layer, so that no long value is read in vain. */
function mayHold(type: Type): boolean {
  if (pairOf(type) !== undefined) return true;
  if (type.tag === 'sequence') return mayHold(type.item);
  return partTypes(type)?.every(mayHold) ?? false;
}

function partTypes(type: Type): readonly Type[] | undefined {
  if (type.tag === 'product') return type.items;
  return type.tag === 'record' ? type.fields.map((field) => field.type) : undefined;
}

function numbers(reals: ArrayLike<Value>, most: number): readonly number[] {
  return Array.from({ length: Math.min(reals.length, most) }, (_, at) => primalOf(reals[at]));
}
