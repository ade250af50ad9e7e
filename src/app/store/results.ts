import { programIndex, programOf } from '../../notebook/document';
import type { InputDescription, Json, ProductName, RunReply } from '../../protocol/messages';
import { arrivalAt, isQuiet } from './current';
import { dependenciesOf } from './dependencies';
import type { AppState, CellDependencies, ProductResult, Results, ResultsSlice, RunKey, Slice } from './state';

const NO_KEY: RunKey = { texts: '', all: '' };
const NONE = {
  state: 'pending',
  payload: undefined,
  texts: '',
  answered: NO_KEY,
  drawn: -1,
  diagnostics: [],
  failedSeries: undefined,
  progress: undefined,
} as const;
/** The seconds of a run that may be at its end soon. */
export const EARLY = 0.1;
export const NO_RESULTS: Readonly<Record<number, Results>> = {};
/** The results of a cell that has never run. */
export const NOT_RUN: Results = { value: NONE, trace: NONE, delta: NONE, gradient: NONE };

export const resultsSlice: Slice<ResultsSlice> = (set) => ({
  check: undefined,
  dependencies: {},
  results: NO_RESULTS,
  takeCheck(reply) {
    set((state) => {
      if (reply.revision !== state.textRevision) return {};
      const ids = programOf(state.notebook).map(({ id }) => id);
      const dependencies = kept(dependenciesOf(reply, ids), state.dependencies);
      return {
        ...(state.check === undefined ? firstArrival({ ...state, dependencies }) : {}),
        check: reply,
        dependencies,
        overrides: fitting(state.overrides, state.check?.inputs ?? [], reply.inputs),
        results: withoutOthers(state.results, new Set(ids)),
      };
    });
  },
  takeReplies(replies) {
    set(({ results }) => {
      const taken: Record<number, Results> = {};
      for (const { reply, id, key } of replies) {
        const own = taken[id] ?? results[id] ?? NOT_RUN;
        const before = own[reply.product];
        if (reply.revision >= before.drawn) taken[id] = { ...own, [reply.product]: after(before, reply, key) };
      }
      return { results: { ...results, ...taken } };
    });
  },
  setState(cells, next) {
    set(({ results }) => {
      const set = cells.map(({ id, products, key }): readonly [number, Results] => [
        id,
        mapped(results[id] ?? NOT_RUN, products, (result) => ({
          ...result,
          state: next,
          answered: next === 'held' ? key : result.answered,
        })),
      ]);
      return { results: { ...results, ...Object.fromEntries(set) } };
    });
  },
  failPending(id, products, answered, diagnostic) {
    set((state) =>
      changed(
        state,
        id,
        mapped(state.results[id] ?? NOT_RUN, products, (result) => ({
          ...result,
          state: 'error',
          answered,
          diagnostics: [diagnostic],
          progress: undefined,
        })),
      ),
    );
  },
});

/** A notebook opens at a cell that has something to show, which is known after its first check. */
function firstArrival(state: AppState): Partial<AppState> {
  const { notebook, current } = state;
  if (current === undefined || !isQuiet(state, current)) return {};
  const code = programOf(notebook).filter(({ tag, id }) => tag === 'code' && !isQuiet(state, id));
  const next = code.find(({ id }) => programIndex(notebook, id) > programIndex(notebook, current)) ?? code[0];
  return next === undefined ? {} : { requested: next.id, ...arrivalAt(state, next.id) };
}

/** The results of these cells. */
function withoutOthers(results: ResultsSlice['results'], ids: ReadonlySet<number>): ResultsSlice['results'] {
  const entries = Object.entries(results);
  const own = entries.filter(([id]) => ids.has(Number(id)));
  return own.length === entries.length ? results : Object.fromEntries(own);
}

/** The dependencies, with the previous objects where nothing has changed, so that unchanged cells do not render again. */
function kept(
  dependencies: ResultsSlice['dependencies'],
  before: ResultsSlice['dependencies'],
): ResultsSlice['dependencies'] {
  const entries = Object.entries(dependencies).map(([id, now]): readonly [string, CellDependencies] => {
    const last = before[Number(id)];
    return [id, last !== undefined && isSame(last, now) ? last : now];
  });
  const isNew =
    entries.length !== Object.keys(before).length || entries.some(([id, now]) => before[Number(id)] !== now);
  return isNew ? Object.fromEntries(entries) : before;
}

function isSame(a: CellDependencies, b: CellDependencies): boolean {
  return (
    a.runnable === b.runnable &&
    a.outputs === b.outputs &&
    a.uses.length === b.uses.length &&
    a.uses.every((cell, index) => cell === b.uses[index]) &&
    a.declares.length === b.declares.length &&
    (a.declares.length === 0 || JSON.stringify(a.declares) === JSON.stringify(b.declares))
  );
}

function changed({ results }: Pick<ResultsSlice, 'results'>, id: number, own: Results): Pick<ResultsSlice, 'results'> {
  return { results: { ...results, [id]: own } };
}

/** The overrides without those of inputs whose type has changed. */
function fitting(
  overrides: Readonly<Record<string, Json>>,
  before: readonly InputDescription[],
  now: readonly InputDescription[],
): Readonly<Record<string, Json>> {
  const names = Object.keys(overrides);
  if (names.length === 0) return overrides;
  const types = new Map(before.map(({ name, type }) => [name, type]));
  const misfits = new Set(now.filter(({ name, type }) => (types.get(name) ?? type) !== type).map(({ name }) => name));
  if (!names.some((name) => misfits.has(name))) return overrides;
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => !misfits.has(name)));
}

function after(before: ProductResult, reply: RunReply, answered: RunKey): ProductResult {
  const drawn = reply.revision;
  switch (reply.state) {
    case 'pending':
      return { ...before, drawn, state: 'pending' };
    case 'empty':
      return { ...NONE, drawn, answered, state: 'empty' };
    case 'error': {
      const { diagnostics, series: failedSeries } = reply;
      // What another program showed stays while this one has a mistake, but not where nothing can be shown for it.
      const isOther = diagnostics[0]?.code === 'unsupported' && before.texts !== answered.texts;
      return {
        ...(isOther ? NONE : before),
        drawn,
        answered,
        state: 'error',
        diagnostics,
        failedSeries,
        progress: undefined,
      };
    }
    case 'partial':
    case 'ok':
      if ('progress' in reply) {
        // The page keeps what it shows until the run turns out to be long.
        if (before.payload !== undefined && reply.progress.seconds < EARLY) return before;
        return { ...before, drawn, state: 'partial', progress: reply.progress };
      }
      return {
        state: reply.state,
        payload: reply.payload,
        texts: answered.texts,
        answered,
        drawn,
        diagnostics: NONE.diagnostics,
        failedSeries: undefined,
        progress: undefined,
      };
  }
}

function mapped(
  results: Results,
  names: readonly ProductName[],
  change: (result: ProductResult) => ProductResult,
): Results {
  const changes: Record<string, ProductResult> = {};
  for (const name of names) changes[name] = change(results[name]);
  return { ...results, ...changes }; // each result keeps its payload's type
}
