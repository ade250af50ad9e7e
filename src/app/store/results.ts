import type { Diagnostic } from '../../language/source/diagnostic';
import type {
  CheckReply,
  DeltaPayload,
  GradientPayload,
  ProductName,
  RunReply,
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
  /** No reply older than this is taken. */
  readonly drawn: number;
  /** Why there is no newer payload, when `state` is `error`. */
  readonly diagnostics: readonly Diagnostic[];
}

export type Results = { readonly [N in ProductName]: ProductResult<N> };

export interface ResultsSlice {
  /** The newest answer of the checker; `undefined` before the first. */
  readonly check: CheckReply | undefined;
  readonly results: Results;
  readonly running: boolean;
  takeCheck(reply: CheckReply): void;
  /** `text` is the revision of the text that the run was asked for. */
  takeReply(reply: RunReply, text: number): void;
  setRunning(running: boolean): void;
  markPending(products: readonly ProductName[]): void;
  /** A run was stopped from outside: what it owed becomes an error. */
  failPending(diagnostic: Diagnostic): void;
  forgetResults(): void;
}

const EMPTY = { state: 'empty', payload: undefined, text: -1, drawn: -1, diagnostics: [] } as const;
export const NO_RESULTS: Results = { value: EMPTY, trace: EMPTY, delta: EMPTY, gradient: EMPTY };

export const resultsSlice: Slice<ResultsSlice> = (set) => ({
  check: undefined,
  results: NO_RESULTS,
  running: false,
  takeCheck(reply) {
    set((state) => (reply.revision === state.text ? { check: reply } : {}));
  },
  takeReply(reply, text) {
    set((state) => {
      const before = state.results[reply.product];
      if (text !== state.text || reply.revision < before.drawn) return {};
      return { results: { ...state.results, [reply.product]: after(before, reply, text) } };
    });
  },
  setRunning(running) {
    set({ running });
  },
  markPending(products) {
    set((state) => {
      const results: Record<string, ProductResult> = { ...state.results };
      for (const name of products) results[name] = { ...state.results[name], state: 'pending' };
      return { results: results as unknown as Results }; // the keys are those of `state.results`
    });
  },
  failPending(diagnostic) {
    set((state) => {
      const results: Record<string, ProductResult> = {};
      for (const [name, result] of Object.entries(state.results))
        results[name] =
          result.state === 'pending' || result.state === 'partial'
            ? { ...result, state: 'error', diagnostics: [diagnostic] }
            : result;
      return { results: results as unknown as Results }; // the keys are those of `state.results`
    });
  },
  forgetResults() {
    set({ check: undefined, results: NO_RESULTS, running: false });
  },
});

function after(before: ProductResult, reply: RunReply, text: number): ProductResult {
  const drawn = reply.revision;
  switch (reply.state) {
    case 'pending':
      return { ...before, drawn, state: 'pending' };
    case 'error':
      return { ...before, drawn, state: 'error', diagnostics: reply.diagnostics };
    case 'partial':
    case 'ok':
      return { state: reply.state, payload: reply.payload, text, drawn, diagnostics: [] };
  }
}
