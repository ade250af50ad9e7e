import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReply, ValuePayload } from '../../protocol/messages';
import { newMeter } from '../../semantics/outcome';
import { store } from './store';

function payload(text: string): ValuePayload {
  const span = { cell: 0, start: 0, end: 1 };
  const outputs = [{ type: 'real', text, full: text, span }];
  return { outputs, inputs: [], warnings: [], series: [], meter: newMeter(), seconds: 0, focus: undefined };
}
const reply = (revision: number, text: string): RunReply => ({
  revision,
  state: 'ok',
  product: 'value',
  payload: payload(text),
});
const shown = () => store.getState().results.value.payload?.outputs[0]?.text;

describe('results', () => {
  beforeEach(() => {
    store.getState().open({ markdown: '```pullback\n1\n```\n', origin: { tag: 'own' }, shelfId: undefined });
  });

  it('never draws an older value after a newer one', () => {
    const { takeReply, text } = store.getState();
    takeReply(reply(2, 'newer'), text);
    takeReply(reply(1, 'older'), text);
    expect(shown()).toBe('newer');
  });

  it('drops replies about an earlier text', () => {
    const { takeReply, text, editCell } = store.getState();
    editCell(0, '2');
    takeReply(reply(1, 'of the old text'), text);
    expect(shown()).toBeUndefined();
  });

  it('keeps the last good value beside an error', () => {
    const { takeReply, text } = store.getState();
    takeReply(reply(1, 'good'), text);
    takeReply({ revision: 2, state: 'error', product: 'value', diagnostics: [] }, text);
    expect(store.getState().results.value.state).toBe('error');
    expect(shown()).toBe('good');
  });

  it('has nothing to show for what a finished run did not answer', () => {
    const { settle, text } = store.getState();
    settle(['delta'], text);
    expect(store.getState().results.delta.state).toBe('empty');
  });

  it('turns what a stopped run owes into an error', () => {
    const diagnostic = {
      severity: 'error',
      code: 'stopped',
      message: 'stopped',
      span: { cell: 0, start: 0, end: 0 },
      related: [],
    } as const;
    store.getState().failPending(diagnostic);
    expect(store.getState().results.trace).toMatchObject({ state: 'error', diagnostics: [diagnostic] });
  });

  it('opening a document forgets the results of the one before', () => {
    const { takeReply, text, open } = store.getState();
    takeReply(reply(1, 'good'), text);
    open({ markdown: '', origin: { tag: 'own' }, shelfId: undefined });
    expect(shown()).toBeUndefined();
  });
});
