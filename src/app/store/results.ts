import type { Diagnostic } from '../../language/source/diagnostic';
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
import type { Slice } from './store';

export interface Payloads {
  readonly value: ValuePayload;
  readonly trace: TracePayload;
  readonly delta: DeltaPayload;
  readonly gradient: GradientPayload;
}

export interface ProductResult<N extends ProductName = ProductName> {
  readonly state: 'empty' | 'pending' | 'partial' | 'ok' | 'error';
  /** The last good one: it stays while the program has errors and while a newer one is computed. */
  readonly payload: Payloads[N] | undefined;
  /** The revision of the text that `payload` is about: its spans hold only while the text is at it. */
  readonly text: number;
  /** The revision of the text that the newest answer, good or not, is about. */
  readonly answered: number;
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
  readonly results: Results;
  readonly takeCheck: (reply: CheckReply) => void;
  /** `text` is the revision of the text that the run was asked for. */
  readonly takeReply: (reply: RunReply, text: number) => void;
  readonly markPending: (products: readonly ProductName[]) => void;
  /** A run is over: what it did not answer has nothing to show. */
  readonly settle: (products: readonly ProductName[], text: number) => void;
  /** A run was stopped from outside: what it owed becomes an error. */
  readonly failPending: (diagnostic: Diagnostic) => void;
}

const NONE = {
  state: 'pending',
  payload: undefined,
  text: -1,
  answered: -1,
  drawn: -1,
  diagnostics: [],
  failedSeries: undefined,
} as const;
export const NO_RESULTS: Results = { value: NONE, trace: NONE, delta: NONE, gradient: NONE };

export const resultsSlice: Slice<ResultsSlice> = (set) => ({
  check: undefined,
  results: NO_RESULTS,
  takeCheck(reply) {
    set((state) =>
      reply.revision === state.text
        ? { check: reply, overrides: fitting(state.overrides, state.check?.inputs ?? [], reply.inputs) }
        : {},
    );
  },
  takeReply(reply, text) {
    set((state) => {
      const before = state.results[reply.product];
      if (text !== state.text || reply.revision < before.drawn) return {};
      return { results: { ...state.results, [reply.product]: after(before, reply, text) } };
    });
  },
  markPending(products) {
    set((state) => ({
      results: mapResults(state.results, (result, name) =>
        products.includes(name) ? { ...result, state: 'pending' } : result,
      ),
    }));
  },
  settle(products, text) {
    set((state) =>
      text === state.text && products.length > 0
        ? {
            results: mapResults(state.results, (result, name) =>
              products.includes(name) ? { ...NONE, drawn: result.drawn, answered: text, state: 'empty' } : result,
            ),
          }
        : {},
    );
  },
  failPending(diagnostic) {
    set((state) => ({
      results: mapResults(state.results, (result) =>
        result.state === 'pending' || result.state === 'partial'
          ? { ...result, state: 'error', answered: state.text, diagnostics: [diagnostic] }
          : result,
      ),
    }));
  },
});

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

function after(before: ProductResult, reply: RunReply, text: number): ProductResult {
  const drawn = reply.revision;
  switch (reply.state) {
    case 'pending':
      return { ...before, drawn, state: 'pending' };
    case 'error':
      return {
        ...before,
        drawn,
        answered: text,
        state: 'error',
        diagnostics: reply.diagnostics,
        failedSeries: reply.series,
      };
    case 'partial':
    case 'ok':
      return {
        state: reply.state,
        payload: reply.payload,
        text,
        answered: text,
        drawn,
        diagnostics: [],
        failedSeries: undefined,
      };
  }
}

function mapResults(results: Results, change: (result: ProductResult, name: ProductName) => ProductResult): Results {
  const changed: Record<string, ProductResult> = {};
  for (const name of PRODUCT_NAMES) changed[name] = change(results[name], name);
  return changed as unknown as Results; // every key is there, with a payload of its own kind
}

const PRODUCT_NAMES = ['value', 'trace', 'delta', 'gradient'] as const satisfies readonly ProductName[];
