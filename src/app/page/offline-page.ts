import { engineUrl } from 'virtual:offline';
import { error } from '../../language/source/diagnostic';
import { NOWHERE } from '../../language/source/span';
import { type Notebook, programCells, programOf } from '../../notebook/document';
import { LONG_LINK } from '../../notebook/link';
import { runJobs } from '../../offline/jobs';
import type { Answers, OfflineCell, OfflineNotebook, OfflineSeries } from '../../offline/notebook';
import { payloadOf, seriesOf, shownBy } from '../../offline/results';
import { createRunner, type Runner } from '../../offline/runner';
import type { CheckReply, InputDescription, Json, RunJob, Series } from '../../protocol/messages';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { writtenValue } from '../notebook/inputs/slider-range';
import { presentInputs } from '../store/inputs';
import { focusAttribute } from '../store/subjects';
import { check } from '../workers/language-client';
import { offlineHtml } from './offline-html';
import type { AppState } from '../store/state';

/** Numbers of all series together that are written into the page as data; what is more is only drawn. */
const MOST_NUMBERS = 5_000;

/**
 * The notebook as one HTML file that opens from a disk: with its engine, with the values that it has now, and with sliders
 * that move. Everything is computed here, because the page at hand has results of its open panels alone.
 */
export async function offlinePage(
  { notebook, overrides }: Pick<AppState, 'notebook' | 'overrides'>,
  title: string,
  link: string | undefined,
): Promise<string> {
  const texts = programCells(notebook);
  const checked = await check({ revision: 0, cells: texts });
  const inputs = presentInputs(overrides, checked?.inputs ?? []);
  const cells = cellsOf(notebook, checked);
  const jobs = cells.flatMap(({ job }) => (job === undefined ? [] : [job]));
  const runner = createRunner(() => new Worker(engineUrl, { name: 'offline page' }));
  try {
    const answers = await answersOf(runner, { cells: texts, inputs, budget: PAGE_BUDGET }, jobs);
    const own =
      Object.keys(inputs).length === 0
        ? answers
        : await answersOf(
            runner,
            { cells: texts, inputs: {}, budget: PAGE_BUDGET },
            jobs.map((job) => ({ ...job, products: ['value'] })),
          );
    const data = completed({ texts, cells, inputs }, answers, homesOf(own));
    const short = link !== undefined && link.length <= LONG_LINK ? link : undefined;
    return await offlineHtml({ notebook, data, answers, title, link: short });
  } finally {
    runner.close();
  }
}

function cellsOf(notebook: Notebook, checked: CheckReply | undefined): readonly OfflineCell[] {
  return programOf(notebook).map((cell, index) => {
    const { runnable = false, dependsOn = [index] } = checked?.cells[index] ?? {};
    const job: RunJob = { cell: index, focus: focusAttribute(cell.attributes), products: ['value', 'gradient'] };
    const inputs = checked?.inputs.filter(({ span }) => span.cell === index) ?? [];
    return {
      cell: index,
      job: runnable && cell.tag === 'code' ? job : undefined,
      dependsOn,
      diagnostics: checked?.diagnostics.filter(({ span }) => span.cell === index) ?? [UNCHECKED],
      inputs: inputs.map((input) => ({ ...input, home: undefined })),
      shownBefore: [],
      series: [],
    };
  });
}

const UNCHECKED = error('unchecked', NOWHERE, 'Checking this program took too long and was stopped.');

type AllAnswers = ReadonlyMap<number, Answers>;

async function answersOf(
  runner: Runner,
  program: Parameters<typeof runJobs>[1],
  jobs: readonly RunJob[],
): Promise<AllAnswers> {
  const answers = new Map<number, Answers>();
  await runJobs(runner, program, jobs, (answer) => {
    if (answer.product === 'value' || answer.product === 'gradient')
      answers.set(answer.cell, { ...answers.get(answer.cell), [answer.product]: answer });
  });
  return answers;
}

/** The values that the program gives its inputs: every run says those that it depends on. */
function homesOf(answers: AllAnswers): ReadonlyMap<string, Json> {
  const payloads = [...answers.values()].map(({ value }) => payloadOf(value));
  return new Map(payloads.flatMap((payload) => payload?.inputs.map(({ name, value }) => [name, value] as const) ?? []));
}

/** With what only the answers tell. */
function completed(
  { texts, cells, inputs }: OfflineNotebook,
  answers: AllAnswers,
  homes: ReadonlyMap<string, Json>,
): OfflineNotebook {
  let numbers = 0;
  const known = new Map(cells.map(({ cell }) => [cell, shownBy(answers.get(cell)?.value)]));
  return {
    texts,
    inputs,
    cells: cells.map((cell) => {
      const value = answers.get(cell.cell)?.value;
      const shownBefore = [...(known.get(cell.cell) ?? [])]
        .filter(([key, shown]) =>
          cell.dependsOn.some((other) => other !== cell.cell && known.get(other)?.get(key) === shown),
        )
        .map(([key]) => key);
      const series = seriesOf({ ...cell, shownBefore }, value);
      numbers += series.reduce((sum, { columns }) => sum + columns.length * (columns[0]?.length ?? 0), 0);
      return {
        ...cell,
        shownBefore,
        series: numbers > MOST_NUMBERS ? [] : series.map(written),
        inputs: cell.inputs.map((input) => ({ ...input, home: homes.get(input.name) ?? writtenHome(input, texts) })),
      };
    }),
  };
}

/** Where no run has said it: of a program that does not come to its end. */
function writtenHome(input: InputDescription, texts: readonly string[]): Json | undefined {
  return writtenValue(texts[input.span.cell] ?? '', input) ?? input.range?.low;
}

function written(series: Series): OfflineSeries {
  const columns = series.columns.map((values) =>
    Array.from(values, (value) => (Number.isFinite(value) ? value : null)),
  );
  return { ...series, columns };
}
