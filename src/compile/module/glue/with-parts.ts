import { type Reader, type Step, stepText, type Writer } from './transfer';

/** The depth of calls at which a part waits until the parts around it are done: values can be of any depth. */
const DEEPEST = 100;

/** A path to a part of a value, as its last steps and the path before them. */
interface Path {
  readonly steps: readonly Step[];
  readonly before: Path | undefined;
}

export type PartWriter = InstanceType<ReturnType<typeof withParts>['Writer']>;
export type PartReader = InstanceType<ReturnType<typeof withParts>['Reader']>;

/** Returns the writer and the reader of models whose types have parts, made from those of the others. */
export function withParts(PlainWriter: typeof Writer, PlainReader: typeof Reader) {
  /** Writes values and their parts. */
  class PartsWriter extends PlainWriter {
    private readonly waiting: (() => void)[] = [];
    private readonly steps: Step[] = [];
    private depth = 0;
    private before: Path | undefined;

    override write(type: number, value: unknown, at: number): void {
      this.put(type, value, at);
      for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
    }

    /** Writes a part of the value, which is a step away from it. */
    put(type: number, value: unknown, at: number, step?: Step): void {
      const { depth } = this;
      this.steps[depth] = step;
      this.depth = depth + 1;
      if (depth < DEEPEST) super.write(type, value, at);
      else {
        const before = { steps: this.steps.slice(0, depth + 1), before: this.before };
        this.waiting.push(() => {
          this.before = before;
          this.put(type, value, at);
        });
      }
      this.depth = depth;
    }

    protected override pathTo(step: Step): string {
      let path = pathText([...this.steps.slice(0, this.depth), step]);
      for (let { before } = this; before !== undefined; before = before.before) path = pathText(before.steps) + path;
      return path;
    }
  }

  /**
   * Reads values and their parts. Data that is shared is shared, but for arrays of reals, which those who get them may
   * change.
   */
  class PartsReader extends PlainReader {
    /** The data that has been read, by address, for each type. */
    private readonly known: readonly Map<number, unknown>[] = this.codecs.map(() => new Map<number, unknown>());
    private readonly waiting: (() => void)[] = [];
    private depth = 0;

    override read(type: number, at: number): unknown {
      const value = this.part(type, at, [], 0);
      for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) next();
      return value;
    }

    /** Returns a part of a value, which belongs into an object under a key: it is put there later if it is deep. */
    part(type: number, at: number, into: object, key: string | number): unknown {
      if (this.depth < DEEPEST) {
        this.depth++;
        const value = super.read(type, at);
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

  return { Writer: PartsWriter, Reader: PartsReader };
}

function pathText(steps: readonly Step[]): string {
  return steps.map(stepText).join('');
}
