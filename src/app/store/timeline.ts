import { cellWith, type Notebook, programCells, programIndex, programOf } from '../../notebook/document';
import { afterEdit } from './notices';
import { programIds, relocated, relocation } from './places';
import type { AppState, NotebookMoment, Slice, TimelineSlice } from './state';

/** The newest FINE moments are all kept. Of older ones, those closest in time are dropped first. */
const FINE = 100;
const MOST = 240;
/** Milliseconds. Typing with pauses shorter than PAUSE is one moment, for at most LONGEST. */
const PAUSE = 700;
const LONGEST = 5_000;

/** The ongoing edit that the present moment collects. */
interface Editing {
  readonly name: string | undefined;
  readonly begun: number;
  readonly last: number;
}

export const NO_TIMELINE = { past: [], future: [] } as const;

export const timelineSlice: Slice<TimelineSlice> = (set) => {
  let editing: Editing | undefined;
  return {
    ...NO_TIMELINE,
    moment: { number: 0, at: 0, notebook: '' },
    edit(notebook, name, isGesture = false) {
      const now = performance.now(); // the clock can be set back
      set((state) => {
        const goesOn =
          name !== undefined &&
          editing?.name === name &&
          state.past.length > 0 && // none in a notebook that was just opened
          state.future.length === 0 &&
          (isGesture || (now - editing.last < PAUSE && now - editing.begun < LONGEST));
        const before: NotebookMoment = { ...state.moment, notebook: state.notebook };
        const past = goesOn ? state.past : thinned([...state.past, before]);
        const number = Math.max(state.moment.number, state.future.at(-1)?.number ?? 0) + 1;
        editing = { name, begun: goesOn ? (editing?.begun ?? now) : now, last: now };
        return {
          ...arrived(state, notebook),
          past,
          future: [],
          moment: { number, at: Date.now(), notebook },
          notices: afterEdit(state.notices),
          edited: true,
        };
      });
    },
    goToMoment(number, notebook) {
      editing = undefined;
      set((state) => {
        const all = [...state.past, { ...state.moment, notebook: state.notebook }, ...state.future];
        const at = all.findIndex((moment) => moment.number === number);
        const moment = all[at];
        if (moment === undefined) return {};
        return {
          ...arrived(state, notebook),
          past: all.slice(0, at),
          future: all.slice(at + 1),
          moment: { ...moment, notebook },
          notices: afterEdit(state.notices),
          edited: true,
        };
      });
    },
    setImported(revision, imported) {
      set((state) => (state.textRevision === revision ? arrived(state, { ...state.notebook, imported }) : {}));
    },
    restoreTimeline(generation, { past, number, future }) {
      set((state) => {
        if (state.generation !== generation) return {};
        // Edits made while the saved history was loading come after it.
        const shift = number - (state.past[0] ?? state.moment).number;
        const moved = (moment: NotebookMoment): NotebookMoment => ({ ...moment, number: moment.number + shift });
        return {
          past: [...past, ...state.past.map(moved)],
          moment: moved(state.moment),
          future: state.edited ? state.future.map(moved) : future,
        };
      });
    },
  };
};

type Arrival = Pick<AppState, 'notebook' | 'versions' | 'textRevision' | 'current'>;
/** The parts of the state that refer to cells by index. */
type Placed = Pick<AppState, 'check' | 'dependencies' | 'results' | 'pointed' | 'breakpoints' | 'caret'>;

/**
 * The state after an edit. Cells that stay keep their results; changed cells get a new version, and all do if the cells that
 * the notebook imports have changed.
 */
function arrived(state: Arrival & Placed, notebook: Notebook): Arrival & Placed {
  const [before, after] = [programCells(state.notebook), programCells(notebook)];
  const textRevision = state.textRevision + 1;
  const versions = { ...state.versions };
  const isNew = notebook.imported.join('\n') !== state.notebook.imported.join('\n');
  for (const [index, { id }] of programOf(notebook).entries())
    if (isNew || after[index] !== before[programIndex(state.notebook, id)]) versions[id] = textRevision;
  const { check, dependencies, results, pointed, breakpoints, caret } = state;
  const to = relocation(programIds(state.notebook), programIds(notebook));
  const isThere = cellWith(notebook, state.current) !== undefined;
  return {
    notebook,
    textRevision,
    versions,
    current: isThere ? state.current : neighbour(state, notebook),
    ...relocated({ check, dependencies, results, pointed, breakpoints, caret }, to),
  };
}

/** Id of the code cell nearest to where the current one was. */
function neighbour({ notebook: before, current }: Arrival, notebook: Notebook): number | undefined {
  const at = before.cells.findIndex(({ id }) => id === current);
  const code = new Set(notebook.cells.flatMap(({ tag, id }) => (tag === 'code' ? [id] : [])));
  const left = before.cells.slice(0, Math.max(0, at)).findLast(({ id }) => code.has(id));
  return left?.id ?? notebook.cells.find(({ id }) => code.has(id))?.id;
}

/** The moments, at most MOST: drops the old one that is closest in time to the next. */
function thinned(past: readonly NotebookMoment[]): readonly NotebookMoment[] {
  if (past.length <= MOST) return past;
  const old = past.slice(1, past.length - FINE);
  let closest = 0;
  let gap = Infinity;
  old.forEach((moment, at) => {
    const next = past[at + 2];
    const between = next === undefined ? Infinity : next.at - moment.at;
    if (between < gap) [gap, closest] = [between, at + 1];
  });
  return past.filter((_, at) => at !== closest);
}
