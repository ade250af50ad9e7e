import { engineLabel, type RanOn } from '../ad/engine';
import type { EngineTest } from '../protocol/engine-test';
import { ranOnText } from '../protocol/ran-on';
import { counted, largeInteger } from '../language/source/counted';
import type { Json } from '../protocol/messages';
import type { AgreeBody, DeltaBody } from '../services/reports';
import type { RunBody } from '../services/run-report';
import { derivativeLines, type ShownDerivative } from '../services/shown-derivative';
import type { TraceText } from '../services/trace-payload';
import { showValue } from '../semantics/present';
import type { TestBody } from '../services/test-report';
import type { TranslationBody } from '../services/translation';

/** Returns a JSON value as text, with numbers to six significant digits. */
function brief(value: Json | undefined): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return `(${value.map((item: Json) => brief(item)).join(', ')})`;
  return JSON.stringify(value ?? null);
}

/** Yields the text of a run in pieces, so that a large one is never in memory as a whole. */
export function* runText(body: RunBody): Generator<string, void> {
  let before = '';
  for (const line of runLines(body)) {
    let start = before;
    for (const piece of line) {
      yield start + piece;
      start = '';
      before = '\n';
    }
  }
}

/** Yields the lines of a run, each in pieces; some have none. */
function* runLines(body: RunBody): Generator<Iterable<string>, void> {
  const { outputs, derivative, omitted, watch, seconds, times } = body;
  for (const output of outputs) yield outputText(output);
  if (derivative !== null) yield* derivativeText(derivative);
  if (omitted !== undefined) yield [`-- no derivative: ${omitted}`];
  for (const [name, records] of Object.entries(watch))
    yield [`watch "${name}": ${counted(records.length, 'record')}, the last ${brief(records.at(-1))}`];
  if (times === undefined) return;
  if (seconds.value !== null) yield [timesText('value', seconds.value, times.value)];
  if (seconds.derivative !== null) yield [timesText('derivative', seconds.derivative, times.derivative)];
}

function* outputText({ text, type }: RunBody['outputs'][number]): Generator<string, void> {
  yield* text;
  yield ` : ${type}`;
}

/** Yields which engine answered, why those before it did not, and its answer. */
function* derivativeText({
  engine,
  declined,
  direction,
  text,
  table,
}: ShownDerivative): Generator<Iterable<string>, void> {
  for (const each of declined) yield [`-- not by ${each.engine}: ${each.reason}`];
  yield [`-- derivative by ${engine}${table === undefined ? '' : ', a row for each real of the result'}`];
  if (direction !== undefined) yield ['derivative in one direction only, with 1 for every real:'];
  yield table === undefined ? text : [tableText(table)];
}

/** Returns a table with its columns aligned: names to the left, numbers to the right. */
function tableText(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const aligned = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return table.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n');
}

function timesText(what: string, median: number, times: readonly number[]): string {
  const seconds = (time: number): string => brief(Number(time.toPrecision(3)));
  const range = `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))} s`;
  return `-- ${what}: ${seconds(median)} s, the median of ${counted(times.length, 'run')} (${range})`;
}

export function traceReportText({ trace, derivative, sizes, ranOn = {} }: TraceText, form: string): string {
  return [
    ...headingOf(ranOn),
    `-- trace ${form}, size ${sizes.trace}`,
    ...trace,
    '',
    `-- symbolic derivative, size ${largeInteger(BigInt(sizes.derivative))}`,
    ...derivative,
  ].join('\n');
}

export function deltaReportText({ bindings, result, wrapperFrom, ranOn }: DeltaBody): string {
  const own = bindings.filter(({ id }) => id < wrapperFrom);
  const wrapper = bindings.filter(({ id }) => id >= wrapperFrom);
  const line = ({ id, delta }: DeltaBody['bindings'][number]): string => `${id} = ${delta}`;
  return [
    ...headingOf(ranOn),
    `-- ${counted(own.length, 'binding')}`,
    ...own.map(line),
    ...(wrapper.length === 0 ? [] : ['-- bookkeeping: the product with the cotangent', ...wrapper.map(line)]),
    `result ${result}`,
  ].join('\n');
}

export function translationText({ text, ranOn }: TranslationBody): string {
  return [...headingOf(ranOn), text.trimEnd()].join('\n');
}

/** Returns what an engine ran on as a comment. */
export function headingOf(ranOn: RanOn): readonly string[] {
  const said = ranOnText(ranOn);
  return said === undefined ? [] : [`-- ${said}`];
}

export function agreeText(body: AgreeBody): string {
  const { agreement, main } = body;
  const width = Math.max(...agreement.columns.map(({ engine }) => engineLabel(engine).length));
  const lines = agreement.columns.map((column) => {
    const engine = engineLabel(column.engine);
    if (column.status === 'pending' || column.status === 'not run') return `${engine} has not run`;
    if (column.status !== 'ok') return `${engine.padEnd(width)} ${column.status}: ${column.reason}`;
    const { value, derivative } = column.result;
    const shown = showValue(value, main.target, 6, main.variants);
    return `${engine.padEnd(width)} ${shown}   ${derivativeLines(main, derivative).join(', ')}`;
  });
  const { verdict, maxRelativeDifference } = agreement;
  const remarks = new Map<string, string[]>();
  for (const column of agreement.columns) {
    const said = column.status === 'ok' ? ranOnText(column.result) : undefined;
    if (said !== undefined) remarks.set(said, [...(remarks.get(said) ?? []), engineLabel(column.engine)]);
  }
  for (const [said, engines] of remarks) lines.push(`-- ${engines.join(', ')}: ${said}`);
  const difference =
    maxRelativeDifference === undefined
      ? ''
      : ` (largest difference ${Number(maxRelativeDifference.toPrecision(3))}, relative to the largest entry or 1)`;
  const said = verdict === 'too much cancellation' ? 'too much cancellation to compare' : verdict;
  return [...lines, `${said ?? 'no verdict'}${difference}`].join('\n');
}

/** Returns a text of how the engines of a notebook did in their tests, with the smallest program for one that is not right. */
export function testText({ tests }: TestBody): string {
  return tests.map(({ name, test }) => `${name}: ${testedText(test)}`).join('\n\n');
}

function testedText(test: EngineTest): string {
  switch (test.state) {
    case 'no gradient':
      return 'it has no gradient to test';
    case 'right':
      return `agrees with the published engines on ${counted(test.right, 'program')}`;
    case 'wrong':
    case 'stopped': {
      const what = test.state === 'wrong' ? 'differs from the published engines on' : 'does not finish on';
      return [`${what} this program:`, '', test.text, '', ...test.answers].join('\n');
    }
  }
}
