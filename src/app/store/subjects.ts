import { type CodeCell, EMPTY_NOTEBOOK, programCells, programIndex, programOf } from '../../notebook/document';
import type { CheckReply, InputDescription, Json } from '../../protocol/messages';
import type { Subject } from '../../protocol/subject';
import { presentInputs } from './inputs';
import type { AppState, CellDependencies, RunKey } from './state';

export function dependenciesOf(
  { cells, inputs }: CheckReply,
  ids: readonly number[],
): Readonly<Record<number, CellDependencies>> {
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
      const { runnable, dependsOn, outputs } = checked;
      const own = declared.size === 0 ? [] : dependsOn.flatMap((cell) => declared.get(cell) ?? []);
      return [[id, { runnable, dependsOn: dependsOn.map((cell) => ids[cell] ?? -1), outputs, inputs: own }]];
    }),
  );
}

type Known = Pick<AppState, 'notebook' | 'dependencies' | 'versions' | 'overrides'>;

/** The program cell with an id, and its index; undefined if there is none. */
export function programCell({ notebook }: Pick<AppState, 'notebook'>, id: number | undefined) {
  const index = id === undefined ? -1 : programIndex(notebook, id);
  const cell = programOf(notebook)[index];
  return cell === undefined ? undefined : { cell, index };
}

/** Identifies the texts that a cell's panels depend on, by a hash: it changes when they do. */
export function textKey(state: Known, id: number | undefined): string {
  if (id === undefined) return '';
  // Cached, because the panels of every cell ask for it at every change of the store.
  if (
    state.notebook !== asked.notebook ||
    state.dependencies !== asked.dependencies ||
    state.versions !== asked.versions
  )
    asked = { notebook: state.notebook, dependencies: state.dependencies, versions: state.versions, keys: new Map() };
  const known = asked.keys.get(id) ?? newTextKey(state, id);
  asked.keys.set(id, known);
  return known;
}

interface AskedKeys extends Pick<Known, 'notebook' | 'dependencies' | 'versions'> {
  readonly keys: Map<number, string>;
}

let asked: AskedKeys = { notebook: EMPTY_NOTEBOOK, dependencies: {}, versions: {}, keys: new Map() };

function newTextKey(state: Known, id: number): string {
  const found = programCell(state, id);
  if (found === undefined) return '';
  // A cell may depend on thousands of others.
  let [a, b] = [1, 2];
  for (const other of state.dependencies[id]?.dependsOn ?? [id])
    for (const part of [other, state.versions[other] ?? 0]) {
      a = Math.imul(a ^ (a >>> 15) ^ part, 0x2c1b3c6d);
      b = Math.imul(b ^ (b >>> 13) ^ part, 0x297a2d39);
    }
  return `${a.toString(36)} ${b.toString(36)} ${found.cell.attributes['focus'] ?? ''}`;
}

/** Identifies the texts and the input values that a run of a cell depends on. */
export function runKey(state: Known, id: number): RunKey {
  const texts = textKey(state, id);
  return {
    texts,
    all: `${texts} ${JSON.stringify(presentInputs(state.overrides, state.dependencies[id]?.inputs ?? []))}`,
  };
}

/** The part of a question that describes the program and the cell. */
export interface AskedProgram extends Subject {
  readonly inputs: Readonly<Record<string, Json>>;
}

/** The program and the cell to ask about; undefined while the cell cannot be run. */
export function askedProgram(
  state: Known & Pick<AppState, 'check' | 'textRevision'>,
  id: number | undefined,
): AskedProgram | undefined {
  const found = programCell(state, id);
  const dependencies = id === undefined ? undefined : state.dependencies[id];
  if (found === undefined || dependencies?.runnable !== true || state.check?.revision !== state.textRevision)
    return undefined;
  return {
    cells: programCells(state.notebook),
    cell: found.index,
    focus: focusAttribute(found.cell.attributes),
    inputs: presentInputs(state.overrides, dependencies.inputs),
  };
}

export function focusAttribute(attributes: CodeCell['attributes']): string | undefined {
  const name = attributes['focus'] ?? '';
  return name === '' ? undefined : name;
}
