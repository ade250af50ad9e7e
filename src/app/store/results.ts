import type { Diagnostic } from '../../language/source/diagnostic';
import { programOf } from '../../notebook/document';
import type {
  CheckReply,
  DeltaPayload,
  GradientPayload,
  InputDescription,
  Json,
  ProductName,
  RunReply,
  Series,
  TracePayload,
  ValuePayload,
} from '../../protocol/messages';
import { arrivalAt } from './current';
import type { Slice } from './store';
import { linksOf, type CellLinks } from './subjects';

export interface Payloads {
  readonly value: ValuePayload;
  readonly trace: TracePayload;
  readonly delta: DeltaPayload;
  readonly gradient: GradientPayload;
}

/** What a run was about: the texts that a cell depends on, and those with the inputs' values (`subjects.ts`). */
export interface RunKey {
  readonly texts: string;
  readonly all: string;
}

export interface ProductResult<N extends ProductName = ProductName> {
  /** `held`: it did not come to its end at an earlier visit, and waits to be asked for. */
  readonly state: 'empty' | 'pending' | 'partial' | 'ok' | 'error' | 'held';
  /** The last good one: it stays while the program has errors and while a newer one is computed. */
  readonly payload: Payloads[N] | undefined;
  /** The texts that `payload` is about: its spans hold only while they are those of the notebook. */
  readonly texts: string;
  /** What the newest answer, good or not, is about. */
  readonly answered: RunKey;
  /** No reply older than this is taken. */
  readonly drawn: number;
  /** Why there is no newer payload, when `state` is `error`. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the newest run had watched, where it failed. */
  readonly failedSeries: readonly Series[] | undefined;
}

export type Results = { readonly [N in ProductName]: ProductResult<N> };

export interface ResultsSlice {
  /** The newest answer of the checker; `undefined` before the first. */
  readonly check: CheckReply | undefined;
  /** By the id of a cell of the program, what that answer says of it. */
  readonly links: Readonly<Record<number, CellLinks>>;
  /** By the id of a cell of the program; a cell that never ran has none. */
  readonly results: Readonly<Record<number, Results>>;
  readonly takeCheck: (reply: CheckReply) => void;
  /** `id` is the cell's that the reply is about. */
  readonly takeReply: (reply: RunReply, id: number, key: RunKey) => void;
  readonly setState: (id: number, products: readonly ProductName[], state: 'pending' | 'held', key: RunKey) => void;
  /** A run was stopped from outside: what it owed becomes an error. */
  readonly failPending: (id: number, products: readonly ProductName[], key: RunKey, diagnostic: Diagnostic) => void;
}

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
/** Of a cell that never ran. */
export const NOT_RUN: Results = { value: NONE, trace: NONE, delta: NONE, gradient: NONE };

export const resultsSlice: Slice<ResultsSlice> = (set) => ({
  check: undefined,
  links: {},
  results: NO_RESULTS,
  takeCheck(reply) {
    set((state) => {
      if (reply.revision !== state.text) return {};
      const ids = programOf(state.notebook).map(({ id }) => id);
      const links = kept(linksOf(reply, ids), state.links);
      return {
        ...(state.wished === undefined ? {} : arrivalAt({ ...state, links }, state.wished)),
        check: reply,
        links,
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

/** Of a cell of which the checker says what it said before, the same object: it need not be drawn again. */
function kept(links: ResultsSlice['links'], before: ResultsSlice['links']): ResultsSlice['links'] {
  return Object.fromEntries(
    Object.entries(links).map(([id, now]) => {
      const last = before[Number(id)];
      return [id, JSON.stringify(last) === JSON.stringify(now) && last !== undefined ? last : now];
    }),
  );
}

function changed({ results }: Pick<ResultsSlice, 'results'>, id: number, own: Results): Pick<ResultsSlice, 'results'> {
  return { results: { ...results, [id]: own } };
}

/** Without the values of inputs that now have another type, and would not fit. */
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
  return { ...results, ...changes }; // each with a payload of its own kind
}
