import { absent } from '../differentiate/reals';
import { isNumber, sameAtom } from '../ir/atoms';
import { intConstant } from '../ir/builder';
import type { ArrayLiteral, Atom, Construct, Field, Item, Rest, Statement } from '../ir/tree';

/** No shadows: derivatives are not written out yet. */
export const NONE: ReadonlySet<number> = new Set();

/** Knows the data that the program makes and never changes, and the data of which it has read the fields. */
export class KnownData {
  /** Returns what stands for an atom. */
  private readonly atom: (atom: Atom) => Atom;
  private readonly shadows: ReadonlySet<number>;
  private readonly made = new Map<number, Construct>();
  private readonly arrays = new Map<number, ArrayLiteral>();
  /** The fields of data. */
  private readonly fields = new Map<number, Field>();

  /** `shadows` are the variables whose data changes. */
  constructor(atom: (atom: Atom) => Atom, shadows: ReadonlySet<number>) {
    this.atom = atom;
    this.shadows = shadows;
  }

  /** Records the data that a statement makes or reads. */
  remember(statement: Statement): void {
    for (const { id } of statement.targets) {
      if (this.shadows.has(id)) continue;
      else if (statement.tag === 'array') this.arrays.set(id, statement);
      else if (statement.tag === 'construct') this.made.set(id, statement);
      else if (statement.tag === 'field') this.fields.set(id, statement);
    }
  }

  /** Returns the values of a statement's targets, if other atoms or constants have them. */
  valuesOf(statement: Statement): readonly Atom[] | undefined {
    if (statement.tag === 'item') return this.partsOf(statement);
    const [target] = statement.targets;
    if (target !== undefined && isOfNothing(statement)) return [absent(target.kind)];
    const value = this.valueOf(statement);
    return value && [value];
  }

  private valueOf(statement: Statement): Atom | undefined {
    switch (statement.tag) {
      case 'field': {
        const data = this.constructed(statement.value);
        const field = data?.constructor_ === statement.constructor_ ? data.fields[statement.index] : undefined;
        return field && this.atom(field);
      }
      case 'tag': {
        const data = this.constructed(statement.value);
        return data && intConstant(data.constructor_);
      }
      case 'rest':
        return this.restOf(statement);
      case 'construct':
        return this.shadows === NONE ? this.wholeOf(statement) : undefined;
      default:
        return undefined;
    }
  }

  /** Returns what is left of a list, if the cells before it are known. */
  private restOf({ list, after }: Rest): Atom | undefined {
    if (after.tag !== 'constant') return undefined;
    let cell = list;
    for (let left = Number(after.value); left > 0; left--) {
      const rest = this.constructed(cell)?.fields.at(-1);
      if (rest === undefined) return undefined;
      cell = this.atom(rest);
    }
    return cell;
  }

  /** Returns the parts of an item that are known. */
  private partsOf({ array, index, targets, absentIsZero }: Item): readonly Atom[] | undefined {
    if (absentIsZero === true && isNumber(array, 0)) return targets.map(({ kind }) => absent(kind));
    if (index.tag !== 'constant') return undefined;
    const at = Number(index.value);
    if (array.tag === 'variable') return this.arrays.get(array.id)?.items[at]?.map(this.atom);
    const { value } = array;
    if (typeof value !== 'object' || at < 0 || at >= (value.count ?? 0)) return undefined;
    return value.parts.slice(at * targets.length, (at + 1) * targets.length);
  }

  /** Returns the constructor and the fields of data, if they are known and never change. */
  private constructed(data: Atom): Pick<Construct, 'constructor_' | 'fields'> | undefined {
    if (data.tag === 'variable') return this.made.get(data.id);
    const { value } = data;
    return typeof value === 'object' ? { constructor_: value.constructor_, fields: value.parts } : undefined;
  }

  /** Returns the cells of a list that is known to its end and never changes, if there are at most so many. */
  cellsOf(list: Atom, most: number): readonly Atom[] | undefined {
    if (this.shadows !== NONE) return undefined;
    const cells: Atom[] = [];
    let cell = this.atom(list);
    for (let data = this.constructed(cell); data !== undefined; data = this.constructed(cell)) {
      const rest = data.fields.at(-1);
      if (rest === undefined) return cells;
      if (cells.length === most) return undefined;
      cells.push(cell);
      cell = this.atom(rest);
    }
    return undefined;
  }

  /** Returns the data of which all fields make up data again: `b :: rest` after it matched `b :: rest`. */
  private wholeOf({ constructor_, fields, targets }: Construct): Atom | undefined {
    const known = fields.map((field) => (field.tag === 'variable' ? this.fields.get(field.id) : undefined));
    const whole = known[0]?.value;
    if (whole === undefined || whole.kind !== targets[0]?.kind) return undefined;
    const isPart = (field: Field | undefined, i: number): boolean =>
      field?.index === i && field.constructor_ === constructor_ && sameAtom(field.value, whole);
    return known.every(isPart) ? whole : undefined;
  }
}

/** Whether a statement reads a part of data that is absent, which is absent, too. */
function isOfNothing(statement: Statement): boolean {
  if (statement.tag === 'field') return isNumber(statement.value, 0);
  return (statement.tag === 'spine' || statement.tag === 'rest') && isNumber(statement.list, 0);
}
