import { misfit } from '../../../semantics/misfit';
import type { Heap } from '../../run/heap';
import { Misfit } from './misfit';
import type { Shape, ShapeKind, ShapeOf } from './shapes';

/** Reads and writes the values of a type. Parts of a value are left to the reader and the writer. */
export interface Codec {
  write(value: unknown, at: number, writer: Writer): void;
  read(at: number, reader: Reader): unknown;
}

/** Returns the codec of a type of one kind. `size` has the bytes of a part, by type. */
export type CodecOf<Kind extends ShapeKind> = (shape: ShapeOf<Kind>, size: readonly number[], type: number) => Codec;

/** How values are read and written, for the kinds of types that a model has. */
export type Codecs = { readonly [Kind in ShapeKind]?: CodecOf<Kind> };

/** A step of a path: the index of an item, or the text of another step. */
type Step = string | number | undefined;

/** The depth of calls at which a part waits until the parts around it are done: values can be of any depth. */
const DEEPEST = 100;

/** Returns the codecs of the types of a model, by number. */
export function codecsOf(types: readonly Shape[], codecs: Codecs, size: readonly number[]): readonly Codec[] {
  // A model has the codecs of all its kinds, and that of a kind takes the shapes of this kind.
  return types.map((shape, type) => (codecs[shape.kind] as CodecOf<ShapeKind>)(shape, size, type));
}

/** A path to a part of a value, as its last steps and the path before them. */
interface Path {
  readonly steps: readonly Step[];
  readonly before: Path | undefined;
}

/** Writes values into the memory of a module, and checks them meanwhile: throws a Misfit at a part that does not fit. */
export class Writer {
  readonly heap: Heap;
  /** The number to write instead of every real. */
  readonly instead: number | undefined;
  private readonly codecs: readonly Codec[];
  private readonly waiting: (() => void)[] = [];
  private readonly steps: Step[] = [];
  private depth = 0;
  private before: Path | undefined;

  constructor(heap: Heap, codecs: readonly Codec[], instead?: number) {
    this.heap = heap;
    this.codecs = codecs;
    this.instead = instead;
  }

  /** Writes a whole value. */
  write(type: number, value: unknown, at: number): void {
    this.put(type, value, at);
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
  }

  /** Writes a part of the value, which is a step away from it. */
  put(type: number, value: unknown, at: number, step?: Step): void {
    const { depth } = this;
    this.steps[depth] = step;
    this.depth = depth + 1;
    if (depth < DEEPEST) this.codecs[type]?.write(value, at, this);
    else {
      const before = { steps: this.steps.slice(0, depth + 1), before: this.before };
      this.waiting.push(() => {
        this.before = before;
        this.put(type, value, at);
      });
    }
    this.depth = depth;
  }

  /** Throws the error for a value, or for an item of it, that is not what is wanted. */
  wrong(wanted: string, found: unknown, step?: Step): never {
    return this.fail((path) => misfit(wanted, found, path), step);
  }

  /** Throws an error at the value, or at a part of it. The message gets the path to the value. */
  fail(message: (path: string) => string, step?: Step, end = ''): never {
    let path = pathText([...this.steps.slice(0, this.depth), step]);
    for (let before = this.before; before !== undefined; before = before.before) path = pathText(before.steps) + path;
    throw new Misfit(message(path), path + end);
  }
}

/**
 * Reads values from the memory of a module. Data that is shared is shared, but for arrays of reals, which their readers
 * may change.
 */
export class Reader {
  readonly heap: Heap;
  private readonly codecs: readonly Codec[];
  /** The data that has been read, by address, for each type. */
  private readonly known: Map<number, unknown>[];
  private readonly waiting: (() => void)[] = [];
  private depth = 0;

  constructor(heap: Heap, codecs: readonly Codec[]) {
    this.heap = heap;
    this.codecs = codecs;
    this.known = codecs.map(() => new Map<number, unknown>());
  }

  /** Returns a whole value. */
  read(type: number, at: number): unknown {
    const value = this.part(type, at, [], 0);
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
    return value;
  }

  /** Returns a part of a value, which belongs into an object under a key: it is put there later if it is deep. */
  part(type: number, at: number, into: object, key: string | number): unknown {
    if (this.depth < DEEPEST) {
      this.depth++;
      const value = this.codecs[type]?.read(at, this);
      this.depth--;
      return value;
    }
    this.waiting.push(() => {
      // The object has the key as its own, whatever the key is.
      (into as Record<string | number, unknown>)[key] = this.part(type, at, into, key);
    });
    return undefined;
  }

  /** Returns the data of a type at an address if it has been read, or else a new object, to read into. */
  shared<Made extends object>(type: number, address: number, make: () => Made, fill: (made: Made) => void): Made {
    const known = this.known[type];
    const found = known?.get(address);
    // Data in the map of a type was made as a value of this type.
    if (found !== undefined) return found as Made;
    const made = make();
    known?.set(address, made);
    fill(made);
    return made;
  }
}

function pathText(steps: readonly Step[]): string {
  return steps.map((step) => (typeof step === 'number' ? `[${step}]` : (step ?? ''))).join('');
}
