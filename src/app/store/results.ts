import { programOf } from '../../notebook/document';
import type { InputDescription, Json, ProductName, RunReply } from '../../protocol/messages';
import { arrivalAt } from './current';
import { dependenciesOf } from './subjects';
import type { ProductResult, Results, ResultsSlice, RunKey, Slice } from './state';

const NO_KEY: RunKey = { texts: '', all: '' };
const NONE = {
  state: 'pending',
  payload: undefined,
  texts: '',
  answered: NO_KEY,
  drawn: -1,
  diagnostics: [],
  failedSeries: undefined,
} as const;
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
        ...(state.requested === undefined ? {} : arrivalAt({ ...state, dependencies }, state.requested)),
        check: reply,
        dependencies,
        overrides: fitting(state.overrides, state.check?.inputs ?? [], reply.inputs),
        results: Object.fromEntries(
          ids.flatMap((id) => (state.results[id] === undefined ? [] : [[id, state.results[id]]])),
        ),
      };
    });
  },
  takeReply(reply, id, key) {
    set((state) => {
      const results = state.results[id] ?? NOT_RUN;
      const before = results[reply.product];
      if (reply.revision < before.drawn) return {};
      return changed(state, id, { ...results, [reply.product]: after(before, reply, key) });
    });
  },
  setState(id, products, next, key) {
    set((state) =>
      changed(
        state,
        id,
        mapped(state.results[id] ?? NOT_RUN, products, (result) => ({
          ...result,
          state: next,
          answered: next === 'held' ? key : result.answered,
        })),
      ),
    );
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
        })),
      ),
    );
  },
});

/** The dependencies, with the previous object for each unchanged cell, so that it does not render again. */
function kept(
  dependencies: ResultsSlice['dependencies'],
  before: ResultsSlice['dependencies'],
): ResultsSlice['dependencies'] {
  return Object.fromEntries(
    Object.entries(dependencies).map(([id, now]) => {
      const last = before[Number(id)];
      return [id, JSON.stringify(last) === JSON.stringify(now) && last !== undefined ? last : now];
    }),
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
  const misfits = new Set(
    before
      .filter((old) => now.some(({ name, type }) => name === old.name && type !== old.type))
      .map(({ name }) => name),
  );
  if (!Object.keys(overrides).some((name) => misfits.has(name))) return overrides;
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => !misfits.has(name)));
}

function after(before: ProductResult, reply: RunReply, answered: RunKey): ProductResult {
  const drawn = reply.revision;
  switch (reply.state) {
    case 'pending':
      return { ...before, drawn, state: 'pending' };
    case 'empty':
      return { ...NONE, drawn, answered, state: 'empty' };
    case 'error':
      return { ...before, drawn, answered, state: 'error', diagnostics: reply.diagnostics, failedSeries: reply.series };
    case 'partial':
    case 'ok':
      return {
        state: reply.state,
        payload: reply.payload,
        texts: answered.texts,
        answered,
        drawn,
        diagnostics: [],
        failedSeries: undefined,
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
