import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import type { Atom, Build, ArrayLiteral, Constant, Data, Item } from '../ir/tree';

/** What is known before the run of an array: its number of items, and what each part of all of its items is. */
export interface Shape {
  readonly count: number | undefined;
  readonly parts: readonly (Shape | undefined)[];
}

/** The shapes of the variables that hold arrays, as far as they are known. A table of numbers has rows of one length. */
export class Shapes {
  private readonly known = new Map<number, Shape>();

  /** Returns the shape of an array. */
  of(array: Atom): Shape | undefined {
    if (array.tag === 'variable') return this.known.get(array.id);
    return typeof array.value === 'object' ? shapeOf(array.value) : undefined;
  }

  /** Records the shapes of what a statement makes or reads. */
  remember(statement: Item | Build | ArrayLiteral): void {
    const { targets } = statement;
    switch (statement.tag) {
      case 'item': {
        const shape = this.of(statement.array);
        targets.forEach(({ id }, i) => {
          const part = shape?.parts[i];
          if (part !== undefined) this.known.set(id, part);
        });
        break;
      }
      case 'build': {
        const { count, body } = statement;
        let from = 0;
        for (const { id, kind } of targets) {
          const parts = body.results.slice(from, from + itemWidth(kind)).map((part) => this.of(part));
          this.known.set(id, { count: count.tag === 'constant' ? Number(count.value) : undefined, parts });
          from += itemWidth(kind);
        }
        break;
      }
      case 'array': {
        const [target = internalError('a target')] = targets;
        const { items } = statement;
        const parts = (items[0] ?? []).map((_, i) => common(items.map((item) => item[i] && this.of(item[i]))));
        this.known.set(target.id, { count: items.length, parts });
        break;
      }
    }
  }
}

const CONSTANT = new WeakMap<Data, Shape>();

/** Returns the shape of a constant array. */
function shapeOf(data: Data): Shape | undefined {
  const { count, parts } = data;
  if (count === undefined) return undefined;
  let shape = CONSTANT.get(data);
  if (shape === undefined) {
    const width = count === 0 ? 0 : parts.length / count;
    const rows = Array.from({ length: width }, (_, i) => (isArray(parts[i]) ? everyOf(parts, i, width) : undefined));
    shape = { count, parts: rows };
    CONSTANT.set(data, shape);
  }
  return shape;
}

function isArray(constant: Constant | undefined): boolean {
  return typeof constant?.value === 'object' && constant.value.count !== undefined;
}

/** Returns what the constants at one place of all items have in common. */
function everyOf(parts: readonly Constant[], first: number, width: number): Shape | undefined {
  const all: (Shape | undefined)[] = [];
  for (let at = first; at < parts.length; at += width) {
    const value = parts[at]?.value;
    all.push(typeof value === 'object' ? shapeOf(value) : undefined);
  }
  return common(all);
}

/** Returns what is the same in all shapes. */
function common(shapes: readonly (Shape | undefined)[]): Shape | undefined {
  let found = shapes[0];
  for (const other of shapes) {
    if (found === undefined || other === undefined) return undefined;
    if (other !== found) found = both(found, other);
  }
  return found;
}

function both(left: Shape, right: Shape): Shape {
  return {
    count: left.count === right.count ? left.count : undefined,
    // An array without items agrees with any.
    parts: (left.count === 0 ? right : left).parts.map((part, i) => {
      return right.count === 0 ? part : common([part, right.parts[i]]);
    }),
  };
}
