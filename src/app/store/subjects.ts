import { type CodeCell, engineCells, programCells, programIndex, programOf } from '../../notebook/document';
import type { Json } from '../../protocol/messages';
import type { ShownStep, Subject } from '../../protocol/subject';
import { createDigest, type Digest, neededFor, setValues } from './dependencies';
import { presentInputs } from './inputs';
import type { AppState, RunKey } from './state';

type Known = Pick<AppState, 'notebook' | 'dependencies' | 'versions' | 'overrides'>;

/** The program cell with an id, and its index; undefined if there is none. */
export function programCell({ notebook }: Pick<AppState, 'notebook'>, id: number | undefined) {
  const index = id === undefined ? -1 : programIndex(notebook, id);
  const cell = programOf(notebook)[index];
  return cell === undefined ? undefined : { cell, index };
}

/** Keeps the last digest, because the panels of every cell ask for it at every change of the store. */
function keptDigest() {
  let last: { readonly of: readonly [object, object]; readonly digest: Digest } | undefined;
  return (dependencies: Known['dependencies'], about: object, parts: (id: number) => Iterable<number>): Digest => {
    if (last?.of[0] !== dependencies || last.of[1] !== about)
      last = { of: [dependencies, about], digest: createDigest(dependencies, parts) };
    return last.digest;
  };
}

const textDigest = keptDigest();
const valueDigest = keptDigest();

/** Identifies the texts that a cell's panels depend on, by a hash: it changes when they do. */
export function textKey(state: Known, id: number | undefined): string {
  const found = programCell(state, id);
  if (id === undefined || found === undefined) return '';
  const { dependencies, versions } = state;
  const digest = textDigest(dependencies, versions, (cell) => [cell, versions[cell] ?? 0]);
  // An engine is compared on every cell's program.
  const engines = engineCells(state.notebook).map((each) => each.name + digest(each.id));
  return [digest(id), found.cell.attributes['focus'], ...engines].join(' ');
}

/** Identifies the texts and the input values that a run of a cell depends on. */
export function runKey(state: Known, id: number): RunKey {
  const texts = textKey(state, id);
  const { dependencies, overrides } = state;
  return { texts, all: `${texts} ${valueDigest(dependencies, overrides, setValues(dependencies, overrides))(id)}` };
}

/** The part of a question that describes the program and the cell. */
export interface AskedProgram extends Subject {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly step?: ShownStep;
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
    inputs: presentInputs(state.overrides, neededFor(state.dependencies, found.cell.id).inputs),
  };
}

export function focusAttribute(attributes: CodeCell['attributes']): string | undefined {
  const name = attributes['focus'] ?? '';
  return name === '' ? undefined : name;
}
