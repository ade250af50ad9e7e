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

/** A part of a value that is still to be written. */
interface Unwritten {
  readonly type: number;
  readonly value: unknown;
  readonly at: number;
  readonly path: Path | undefined;
}

/**
 * Writes a value into the memory of a module, and checks it meanwhile: throws a Misfit at the first part that does not
 * fit. With `instead`, every real is written as that number. Values can be of any depth.
 */
export function write(heap: Heap, types: Types, type: number, value: unknown, address: number, instead?: number): void {
  let current: Unwritten | undefined = { type, value, at: address, path: undefined };
  const pending: Unwritten[] = [];
  const fail = (message: string, ...steps: readonly (string | number)[]): never => {
    throw new Misfit(message, pathOf(current?.path, steps));
  };
  const writer: Writer = {
    heap,
    instead,
    size: types.size,
    get path() {
      return pathOf(current?.path);
    },
    wrong: (wanted, item) => {
      const steps = item === undefined ? [] : [item];
      const whole = current?.value;
      const found = item === undefined ? whole : (whole as Readonly<Record<number, unknown>>)[item];
      return fail(misfit(wanted, plain(found), pathOf(current?.path, steps)), ...steps);
    },
    fail,
    put: (of, part, at, step) => {
      const before = current?.path;
      pending.push({ type: of, value: part, at, path: step === undefined ? before : { step, before } });
    },
  };
  for (; current !== undefined; current = pending.pop()) {
    const { shape, codec } = codecOf(types, current.type);
    const count = pending.length;
    codec.write(shape, current.value, current.at, writer);
    // The first part is written, and checked, first.
    if (pending.length > count + 1) for (const part of pending.splice(count).reverse()) pending.push(part);
  }
}

/**
 * Reads a value from the memory of a module. Data that is shared is shared, but for arrays of reals, which their
 * readers may change. Values can be of any depth.
 */
export function read({ view, reals }: Heap, types: Types, type: number, address: number): unknown {
  /** The data that has been read, by type and address. */
  const known = new Map<string, object>();
  const root: Record<string, unknown> = {};
  type Unread = { readonly type: number; readonly at: number; readonly into: object; readonly key: string | number };
  let current: Unread | undefined = { type, at: address, into: root, key: 'value' };
  const pending: Unread[] = [];
  const give = (value: unknown): void => {
    // The object has the key as its own, whatever the key is.
    if (current !== undefined) (current.into as Record<string | number, unknown>)[current.key] = value;
  };
  const reader: Reader = {
    view,
    reals,
    size: types.size,
    give,
    data: (from, make) => {
      const name = `${current?.type ?? 0} ${from}`;
      const made = known.get(name) ?? make();
      known.set(name, made);
      give(made);
    },
    put: (of, at, into, key) => {
      pending.push({ type: of, at, into, key });
    },
  };
  for (; current !== undefined; current = pending.pop()) {
    const { shape, codec } = codecOf(types, current.type);
    codec.read(shape, current.at, reader);
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
