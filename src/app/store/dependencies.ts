import type { CheckReply, InputDescription, Json } from '../../protocol/messages';
import { overrideOf } from './inputs';
import type { AppState, CellDependencies } from './state';

/*
 * What a cell depends on, directly or through others. The checker answers with direct uses alone: in a chain of thousands
 * of cells, a list of all for each would be millions long.
 */

type Dependencies = AppState['dependencies'];

/** The checker's answer by the ids of the program's cells. */
export function dependenciesOf({ cells, inputs }: CheckReply, ids: readonly number[]): Dependencies {
  const declared = new Map<number, InputDescription[]>();
  for (const input of inputs) {
    const own = declared.get(input.span.cell) ?? [];
    declared.set(input.span.cell, own);
    own.push(input);
  }
  return Object.fromEntries(
    ids.flatMap((id, index): readonly [number, CellDependencies][] => {
      const checked = cells[index];
      if (checked === undefined) return [];
      const { runnable, outputs } = checked;
      const uses = checked.uses.map((cell) => ids[cell] ?? -1);
      return [[id, { runnable, uses, outputs, declares: declared.get(index) ?? [] }]];
    }),
  );
}

/** The cells and inputs that a run of a cell needs. */
interface Needed {
  /** The ids of the cell itself and of all cells that it depends on. */
  readonly cells: ReadonlySet<number>;
  /** The inputs that these declare, in reading order. */
  readonly inputs: readonly InputDescription[];
}

const known = new WeakMap<Dependencies, Map<number, Needed>>();

/** Returns what a run of a cell needs: always the same object for the same arguments. */
export function neededFor(dependencies: Dependencies, id: number): Needed {
  const own = known.get(dependencies) ?? new Map<number, Needed>();
  known.set(dependencies, own);
  const before = own.get(id);
  if (before !== undefined) return before;
  const cells = new Set([id]);
  for (const cell of cells) for (const other of dependencies[cell]?.uses ?? []) cells.add(other);
  const inputs = [...cells]
    .flatMap((cell) => dependencies[cell]?.declares ?? [])
    .sort((a, b) => a.span.cell - b.span.cell);
  const needed = { cells, inputs };
  own.set(id, needed);
  return needed;
}

export type Digest = (id: number) => string;

/**
 * Returns a function that identifies, by a hash, what `parts` says about a cell and all cells that it depends on. Each
 * cell is hashed once, with the hashes of those that it uses.
 */
export function createDigest(dependencies: Dependencies, parts: (id: number) => Iterable<number>): Digest {
  const known = new Map<number, readonly [number, number]>();
  const hashed = (id: number): readonly [number, number] => {
    let [a, b] = [1, 2];
    const add = (part: number): void => {
      a = Math.imul(a ^ (a >>> 15) ^ part, 0x2c1b3c6d);
      b = Math.imul(b ^ (b >>> 13) ^ part, 0x297a2d39);
    };
    for (const part of parts(id)) add(part);
    for (const use of dependencies[id]?.uses ?? []) for (const part of known.get(use) ?? []) add(part);
    return [a, b];
  };
  return (wanted) => {
    // Without recursion, because a chain of cells may be longer than the stack.
    const pending = [wanted];
    for (let id = pending.at(-1); id !== undefined; id = pending.at(-1)) {
      const before = known.has(id) ? [] : (dependencies[id]?.uses ?? []).filter((use) => !known.has(use));
      if (before.length > 0) {
        pending.push(...before);
        continue;
      }
      if (!known.has(id)) known.set(id, hashed(id));
      pending.pop();
    }
    return (
      known
        .get(wanted)
        ?.map((half) => half.toString(36))
        .join(' ') ?? ''
    );
  };
}

/** For `createDigest`: the set values of the inputs that a cell declares. */
export function setValues(
  dependencies: Dependencies,
  overrides: Readonly<Record<string, Json>>,
): (id: number) => Iterable<number> {
  return (id) => {
    const set = (dependencies[id]?.declares ?? []).flatMap(({ name }) => {
      const value = overrideOf(overrides, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return set.length === 0 ? [] : new TextEncoder().encode(JSON.stringify(set));
  };
}
