import { misfit } from '../../../semantics/misfit';
import type { Heap } from '../../run/heap';
import { Misfit } from './misfit';
import type { Shape, ShapeKind, ShapeOf } from './shapes';

/**
 * Reads and writes the values of a type. What consists of parts leaves these to the reader and the writer, which are a
 * PartReader and a PartWriter then.
 */
export interface Codec {
  write(value: unknown, at: number, writer: Writer): void;
  read(at: number, reader: Reader): unknown;
}

/** Returns the codec of a type of one kind. `size` has the bytes of a part, by type. */
export type CodecOf<Kind extends ShapeKind> = (shape: ShapeOf<Kind>, size: readonly number[], type: number) => Codec;

/** How values are read and written, for the kinds of types that a model has. */
export type Codecs = { readonly [Kind in ShapeKind]?: CodecOf<Kind> };

/** Returns the codecs of the types of a model, by number. */
export function codecsOf(types: readonly Shape[], codecs: Codecs, size: readonly number[]): readonly Codec[] {
  // A model has the codecs of all its kinds, and that of a kind takes the shapes of this kind.
  return types.map((shape, type) => (codecs[shape.kind] as CodecOf<ShapeKind>)(shape, size, type));
}

/** A step of a path: the index of an item, or the text of another step. */
export type Step = string | number | undefined;

/** Writes values without parts into the memory of a module, and checks them: throws a Misfit at what does not fit. */
export class Writer {
  readonly heap: Heap;
  /** The number to write instead of every real. */
  readonly instead: number | undefined;
  protected readonly codecs: readonly Codec[];

  constructor(heap: Heap, codecs: readonly Codec[], instead?: number) {
    this.heap = heap;
    this.codecs = codecs;
    this.instead = instead;
  }

  write(type: number, value: unknown, at: number): void {
    this.codecs[type]?.write(value, at, this);
  }

  /** Throws the error for a value, or for an item of it, that is not what is wanted. */
  wrong(wanted: string, found: unknown, step?: Step): never {
    return this.fail((path) => misfit(wanted, found, path), step);
  }

  /** Throws an error at the value, or at an item of it. The message gets the path. */
  fail(message: (path: string) => string, step?: Step, end = ''): never {
    const path = this.pathTo(step);
    throw new Misfit(message(path), path + end);
  }

  /** Returns the path to the value, or to an item of it. */
  protected pathTo(step: Step): string {
    return stepText(step);
  }
}

/** Reads values without parts from the memory of a module. */
export class Reader {
  readonly heap: Heap;
  protected readonly codecs: readonly Codec[];

  constructor(heap: Heap, codecs: readonly Codec[]) {
    this.heap = heap;
    this.codecs = codecs;
  }

  read(type: number, at: number): unknown {
    return this.codecs[type]?.read(at, this);
  }
}

/** Returns a step as the text of a path. */
export function stepText(step: Step): string {
  return typeof step === 'number' ? `[${step}]` : (step ?? '');
}
