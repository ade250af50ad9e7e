import type { Diagnostic } from '../../../language/source/diagnostic';
import type { FrameView } from './PanelFrame';
interface Answered {
  readonly reply: Reply | undefined;
  readonly stale: boolean;
}

type Reply =
  { readonly state: 'ok' } | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] } | 'stopped';

/** The state of a panel that asks its own question. A program that cannot run shows the problems of its value. */
export function answerView(
  { reply, stale }: Answered,
  payload: FrameView['payload'],
  isRunnable: boolean,
  value: FrameView,
  stopped: Diagnostic,
): FrameView {
  if (!isRunnable) {
    const { state, diagnostics } = value;
    if (state === 'held' || state === 'empty') return { state, payload, diagnostics: [], stale: true };
    return state === 'error'
      ? { state, payload, diagnostics, stale: true }
      : { state: 'pending', payload, diagnostics: [], stale: true };
  }
  if (stale || reply === undefined) return { state: 'pending', payload, diagnostics: [], stale };
  if (reply === 'stopped') return { state: 'error', payload, diagnostics: [stopped], stale };
  if (reply.state === 'ok') return { state: 'ok', payload, diagnostics: [], stale };
  const { diagnostics } = reply;
  return { state: diagnostics.length === 0 ? 'empty' : 'error', payload, diagnostics, stale };
}
