import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReply, ValuePayload } from '../../protocol/messages';
import { newMeter } from '../../semantics/outcome';
import { store } from './store';

const SPAN = { cell: 0, start: 0, end: 1 };

function payload(text: string): ValuePayload {
  const outputs = [{ type: 'real', text, full: text, span: SPAN }];
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

  it('has what a failed run had watched, until a run succeeds', () => {
    const { takeReply, text } = store.getState();
    const series = [{ name: 'loss', labels: ['loss'], columns: [Float64Array.of(4, 9)], span: SPAN }];
    takeReply({ revision: 1, state: 'error', product: 'value', diagnostics: [], series }, text);
    expect(store.getState().results.value.failedSeries).toBe(series);
    takeReply(reply(2, 'good'), text);
    expect(store.getState().results.value.failedSeries).toBeUndefined();
  });

  it('drops what was set for an input that now has another type', () => {
    const { takeCheck, setInput, editCell } = store.getState();
    const input = (type: string) => ({ name: 'x', type, range: undefined, span: SPAN });
    const check = (type: string) => {
      const { text: revision } = store.getState();
      takeCheck({ revision, diagnostics: [], inputs: [input(type)], runnable: true });
    };
    check('real');
    setInput('x', 3);
    editCell(0, '2');
    check('real');
    expect(store.getState().overrides).toEqual({ x: 3 });
    editCell(0, '3');
    check('bool');
    expect(store.getState().overrides).toEqual({});
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
