import { misfit } from '../../../semantics/misfit';
import type { Heap } from '../../run/values';
import type { Codec, Reader, Writer } from './codec';
import { Misfit } from './error';
import type { Codecs } from './parts';
import type { Shape, ShapeKind } from './shapes';

/** The types of a model, and how values of each are read and written. */
export interface Types {
  readonly types: readonly Shape[];
  readonly codecs: Codecs;
  /** The bytes of a part, by type. */
  readonly size: readonly number[];
}

/** A path to a part of a value, as its last step and the path before it. */
interface Path {
  readonly step: string | number;
  readonly before: Path | undefined;
}

function codecOf({ types, codecs }: Types, type: number): { readonly shape: Shape; readonly codec: Codec<ShapeKind> } {
  const shape = types[type];
  // The codec of a kind takes the shapes of this kind.
  const codec = shape === undefined ? undefined : (codecs[shape.kind] as Codec<ShapeKind> | undefined);
  if (shape === undefined || codec === undefined) throw new Error('no such type');
  return { shape, codec };
}

/**
 * Writes a value into the memory of a module, and checks it meanwhile: throws a Misfit at the first part that does not
 * fit. With `instead`, every real is written as that number. Values can be of any depth.
 */
export function write(heap: Heap, types: Types, type: number, value: unknown, address: number, instead?: number): void {
  const pending: {
    readonly type: number;
    readonly value: unknown;
    readonly at: number;
    readonly path: Path | undefined;
  }[] = [{ type, value, at: address, path: undefined }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: given, at, path } = next;
    const { shape, codec } = codecOf(types, next.type);
    const parts: typeof pending = [];
    const fail = (message: string, ...steps: readonly (string | number)[]): never => {
      throw new Misfit(message, pathOf(path, steps));
    };
    const writer: Writer = {
      heap,
      instead,
      size: types.size,
      get path() {
        return pathOf(path);
      },
      wrong: (wanted, item) => {
        const steps = item === undefined ? [] : [item];
        const found = item === undefined ? given : (given as Readonly<Record<number, unknown>>)[item];
        return fail(misfit(wanted, plain(found), pathOf(path, steps)), ...steps);
      },
      fail,
      put: (of, part, to, step) => {
        parts.push({ type: of, value: part, at: to, path: step === undefined ? path : { step, before: path } });
      },
    };
    codec.write(shape, given, at, writer);
    for (const part of parts.reverse()) pending.push(part);
  }
}

/**
 * Reads a value from the memory of a module. Data that is shared is shared, but for arrays of reals, which their
 * readers may change. Values can be of any depth.
 */
export function read(heap: Heap, types: Types, type: number, address: number): unknown {
  const { view, reals } = heap;
  /** The data that has been read, by type and address. */
  const known = new Map<string, object>();
  const root: Record<string, unknown> = {};
  const pending: {
    readonly type: number;
    readonly at: number;
    readonly into: object;
    readonly key: string | number;
  }[] = [{ type, at: address, into: root, key: 'value' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { type: of, at, into, key } = next;
    const { shape, codec } = codecOf(types, of);
    const reader: Reader = {
      view,
      reals,
      size: types.size,
      give: (value) => {
        // The object has the key as its own, whatever the key is.
        (into as Record<string | number, unknown>)[key] = value;
      },
      data: (from, make) => {
        const name = `${of} ${from}`;
        const made = known.get(name) ?? make();
        known.set(name, made);
        reader.give(made);
      },
      put: (part, from, whole, step) => {
        pending.push({ type: part, at: from, into: whole, key: step });
      },
    };
    codec.read(shape, at, reader);
  }
  return root['value'];
}

function pathOf(path: Path | undefined, more: readonly (string | number)[] = []): string {
  const steps = [...more].reverse();
  for (let step = path; step !== undefined; step = step.before) steps.push(step.step);
  return steps
    .reverse()
    .map((step) => (typeof step === 'number' ? `[${step}]` : step))
    .join('');
}

/** Returns what a message shows of a value. */
function plain(value: unknown): unknown {
  return ArrayBuffer.isView(value) && 'length' in value ? Array.from(value as Float64Array).slice(0, 20) : value;
}
