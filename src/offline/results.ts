import type { Diagnostic } from '../language/source/diagnostic';
import type { OutputValue, Series, ValuePayload } from '../protocol/messages';
import { seriesFigure } from './charts';
import { oneLine } from './code';
import { derivatives } from './derivatives';
import { diagnosticList } from './diagnostics';
import { element } from './elements';
import type { Answers, OfflineCell } from './notebook';

/** All that a cell shows under its sliders. The page is written with it, and its script writes it anew. */
export function results(
  cell: OfflineCell,
  { value, gradient }: Answers,
  texts: readonly string[],
  width?: number,
): readonly HTMLElement[] {
  const payload = payloadOf(value);
  const failed = [value, gradient].flatMap((answer) => (answer?.state === 'error' ? [answer] : []))[0];
  const outputs = payload?.outputs.filter(({ span }) => span.cell === cell.cell) ?? [];
  const warnings = payload?.warnings.filter((warning) => !cell.shownBefore.includes(keyOf(warning))) ?? [];
  return [
    ...(outputs.length === 0 ? [] : [element('ul', { class: 'outputs' }, ...outputs.map((one) => item(one, texts)))]),
    ...(gradient?.product === 'gradient' && (gradient.state === 'ok' || gradient.state === 'partial')
      ? derivatives(gradient.payload, isLastOutput(gradient.payload.focus.span, payload))
      : []),
    ...seriesOf(cell, value).map((one) => seriesFigure(one, width)),
    ...diagnosticList([...cell.diagnostics, ...(failed?.diagnostics ?? warnings)], texts),
    ...(cell.job === undefined && cell.diagnostics.every(({ severity }) => severity !== 'error')
      ? [element('p', { class: 'soft' }, 'Does not run, because a cell that it depends on has an error.')]
      : []),
  ];
}

/** What the cell shows of what was watched; that of a run that did not end is all that there is. */
export function seriesOf(cell: OfflineCell, value: Answers['value']): readonly Series[] {
  const series = payloadOf(value)?.series ?? (value?.state === 'error' ? value.series : undefined) ?? [];
  return series.filter((one) => one.columns.length > 0 && !cell.shownBefore.includes(keyOf(one)));
}

/**
 * A run is of all that a cell depends on: series and warnings that another cell shows already, by their keys.
 */
export function shownBy(value: Answers['value']): ReadonlyMap<string, string> {
  const payload = payloadOf(value);
  return new Map(
    [...(payload?.series ?? []), ...(payload?.warnings ?? [])].map((one) => [keyOf(one), JSON.stringify(one)]),
  );
}

/** The cell's last value, or that there is none, in a few words. */
export function summary(cell: number, value: Answers['value']): string {
  const last = payloadOf(value)?.outputs.findLast(({ span }) => span.cell === cell);
  return last?.text ?? (value?.state === 'error' ? 'an error' : '');
}

function keyOf(one: Series | Diagnostic): string {
  return JSON.stringify(['name' in one ? one.name : one.code, one.span]);
}

export function payloadOf(answer: Answers['value']): ValuePayload | undefined {
  return answer?.state === 'ok' && answer.product === 'value' ? answer.payload : undefined;
}

function isLastOutput(
  span: { readonly start: number; readonly end: number },
  payload: ValuePayload | undefined,
): boolean {
  const last = payload?.outputs.at(-1)?.span;
  return last !== undefined && last.start <= span.start && span.end <= last.end;
}

function item({ span, text, full, type }: OutputValue, texts: readonly string[]): HTMLElement {
  return element(
    'li',
    {},
    element('code', { class: 'output-name' }, `${oneLine((texts[span.cell] ?? '').slice(span.start, span.end))} =`),
    ' ',
    element('span', { class: 'output-value', title: full === text ? undefined : full }, text),
    ' ',
    element('span', { class: 'output-type' }, `: ${type}`),
  );
}
