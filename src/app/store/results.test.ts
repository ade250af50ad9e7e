import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReply, ValuePayload } from '../../protocol/messages';
import { EMPTY_NOTEBOOK, playground } from '../../notebook/document';
import { newMeter } from '../../semantics/outcome';
import { NOT_RUN } from './results';
import { store } from './store';
import { runKey } from './subjects';

const SPAN = { cell: 0, start: 0, end: 1 };

function payload(text: string): ValuePayload {
  const result = { type: 'real', text, full: text, cut: undefined, isPicture: false, view: undefined, span: SPAN };
  return {
    outputs: [result],
    outputCount: 1,
    result,
    inputs: [],
    inputCount: 0,
    warnings: [],
    warningCount: 0,
    series: [],
    meter: newMeter(),
    seconds: 0,
    focus: undefined,
  };
}
const reply = (revision: number, text: string): RunReply => ({
  revision,
  cell: 0,
  state: 'ok',
  product: 'value',
  payload: payload(text),
});
const results = () => store.getState().results[0] ?? NOT_RUN;
const shown = () => results().value.payload?.outputs[0]?.text;
const take = (message: RunReply) => {
  store.getState().takeReplies([{ reply: message, id: 0, key: runKey(store.getState(), 0) }]);
};

describe('results', () => {
  beforeEach(() => {
    store.getState().open({ notebook: playground('1'), origin: { tag: 'own' }, shelfId: undefined });
  });

  it('never draws an older value after a newer one', () => {
    take(reply(2, 'newer'));
    take(reply(1, 'older'));
    expect(shown()).toBe('newer');
  });

  it('knows a reply about an earlier text by its key', () => {
    const before = runKey(store.getState(), 0);
    store.getState().editCell(0, '2');
    store.getState().takeReplies([{ reply: reply(1, 'of the old text'), id: 0, key: before }]);
    expect(results().value.answered).toEqual(before);
    expect(runKey(store.getState(), 0)).not.toEqual(before);
  });

  it('keeps what is shown until a run turns out to be long, and shows what is recorded early where nothing is', () => {
    const early = (seconds: number): RunReply => ({
      revision: 1,
      cell: 0,
      state: 'partial',
      product: 'value',
      progress: { series: [], seconds, limit: 2 },
    });
    take(early(0.03));
    expect(results().value).toMatchObject({ state: 'partial', progress: { seconds: 0.03 } });
    take(reply(1, 'whole'));
    take(early(0.03));
    expect(results().value).toMatchObject({ state: 'ok', progress: undefined });
    take(early(0.15));
    expect(results().value).toMatchObject({ state: 'partial', progress: { seconds: 0.15 } });
  });

  it('keeps the last good value beside an error', () => {
    take(reply(1, 'good'));
    take({ revision: 2, cell: 0, state: 'error', product: 'value', diagnostics: [] });
    expect(results().value.state).toBe('error');
    expect(shown()).toBe('good');
  });

  it('drops the value of another program where this one is unsupported', () => {
    const diagnostics = [
      { severity: 'error', code: 'unsupported', message: 'too large', span: SPAN, related: [] },
    ] as const;
    const unsupported = { cell: 0, state: 'error', product: 'value', diagnostics } as const;
    take(reply(1, 'good'));
    take({ revision: 2, ...unsupported });
    expect(shown()).toBe('good');
    store.getState().editCell(0, '2');
    take({ revision: 3, ...unsupported });
    expect(results().value).toMatchObject({ state: 'error', payload: undefined, diagnostics });
  });

  it('keeps the watched series of a failed run until a run succeeds', () => {
    const series = [{ name: 'loss', labels: ['loss'], columns: [Float64Array.of(4, 9)], leafCount: 1, span: SPAN }];
    take({ revision: 1, cell: 0, state: 'error', product: 'value', diagnostics: [], series });
    expect(results().value.failedSeries).toBe(series);
    take(reply(2, 'good'));
    expect(results().value.failedSeries).toBeUndefined();
  });

  it('drops the set value of an input whose type has changed', () => {
    const { takeCheck, setInput, editCell } = store.getState();
    const input = (type: string) => ({ name: 'x', type, range: undefined, span: SPAN });
    const check = (type: string) => {
      const { textRevision: revision } = store.getState();
      takeCheck({
        revision,
        inputs: [input(type)],
        cells: [{ runnable: true, diagnostics: [], errors: 0, warnings: 0, uses: [], outputs: 1 }],
      });
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

  it('is empty if there is nothing to differentiate', () => {
    take({ revision: 1, cell: 0, state: 'empty', product: 'delta' });
    expect(results().delta.state).toBe('empty');
  });

  it('turns the pending products of a stopped run into errors', () => {
    const diagnostic = {
      severity: 'error',
      code: 'stopped',
      message: 'stopped',
      span: { cell: 0, start: 0, end: 0 },
      related: [],
    } as const;
    store.getState().failPending(0, ['trace'], runKey(store.getState(), 0), diagnostic);
    expect(results().trace).toMatchObject({ state: 'error', diagnostics: [diagnostic] });
  });

  it('drops the results when another document opens', () => {
    take(reply(1, 'good'));
    store.getState().open({ notebook: EMPTY_NOTEBOOK, origin: { tag: 'own' }, shelfId: undefined });
    expect(shown()).toBeUndefined();
  });
});
