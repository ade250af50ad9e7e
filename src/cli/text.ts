import type { Json } from '../protocol/messages';
import { agreeJson } from '../services/reports';
import type { AgreeBody, DeltaBody } from '../services/reports';
import type { RunBody } from '../services/run-report';
import type { TraceText } from '../services/trace-payload';
import type { TranslationBody } from '../services/translation';

/** A value of JSON in six significant digits. */
function brief(value: Json | undefined): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return `(${value.map((item: Json) => brief(item)).join(', ')})`;
  return JSON.stringify(value ?? null);
}

function fields(value: Json): string {
  if (typeof value === 'number') return `∂ = ${brief(value)}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return brief(value);
  return Object.entries(value as Readonly<Record<string, Json>>)
    .map(([name, item]) => `∂${name} = ${brief(item)}`)
    .join('\n');
}

export function runText({ outputs, derivative, watch }: RunBody): string {
  const lines = outputs.map(({ text, type }) => `${text} : ${type}`);
  if (derivative?.direction !== undefined) lines.push('one direction only, that of 1 in every real:');
  if (derivative !== null)
    lines.push(Array.isArray(derivative.value) ? derivative.value.map(fields).join('\n\n') : fields(derivative.value));
  for (const [name, records] of Object.entries(watch))
    lines.push(
      `watch "${name}": ${records.length} ${records.length === 1 ? 'record' : 'records'}, the last ${brief(records.at(-1))}`,
    );
  return lines.filter((line) => line !== '').join('\n');
}

export function traceText({ trace, derivative, sizes }: TraceText, form: string): string {
  return [
    `-- the trace, ${form}; its size is ${sizes.trace}`,
    ...trace,
    '',
    `-- its symbolic derivative; its size is ${sizes.derivative}`,
    ...derivative,
  ].join('\n');
}

export function deltaText({ bindings, result, wrapperFrom, via }: DeltaBody): string {
  const own = bindings.filter(({ id }) => id < wrapperFrom);
  const wrapper = bindings.filter(({ id }) => id >= wrapperFrom);
  const line = ({ id, delta }: DeltaBody['bindings'][number]): string => `${id} = ${delta}`;
  return [
    `-- ${own.length} ${own.length === 1 ? 'binding' : 'bindings'}${via === undefined ? '' : ', of the A-normal trace: the program differentiates inside'}`,
    ...own.map(line),
    '-- of the wrapper: the product with the cotangent',
    ...wrapper.map(line),
    `result ${result}`,
  ].join('\n');
}

export function translationText({ text, via }: TranslationBody): string {
  const heading = via === undefined ? '' : '-- of the A-normal trace: the program differentiates inside\n';
  return `${heading}${text.trimEnd()}`;
}

function words(value: Json | undefined): string {
  return typeof value === 'string' ? value : brief(value);
}

export function agreeText(body: AgreeBody): string {
  const { agreement } = body;
  const { engines } = agreeJson(body);
  const lines = Object.entries(engines as Readonly<Record<string, Readonly<Record<string, Json>>>>).map(
    ([id, column]) =>
      column['status'] === 'ok'
        ? `${id.padEnd(12)} ${brief(column['value'])}   ${fields(column['derivative'] ?? null).replaceAll('\n', ', ')}`
        : `${id.padEnd(12)} ${words(column['status'])}: ${words(column['reason'])}`,
  );
  const { verdict, maxRelativeDifference } = agreement;
  const difference =
    maxRelativeDifference === undefined ? '' : ` (largest relative difference ${maxRelativeDifference})`;
  return [...lines, `${verdict ?? 'no verdict'}${difference}`].join('\n');
}
