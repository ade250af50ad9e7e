/**
 * The script of an offline page. The page is whole without it: it makes the sliders movable and writes values,
 * derivatives and charts anew as they move.
 */
import type { Json } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import './page.css';
import './cells.css';
import './inputs.css';
import './print.css';
import { seriesFigure } from './charts';
import { element } from './elements';
import { inputRows, type InputRow } from './inputs';
import { runJobs } from './jobs';
import {
  type Answer,
  type Answers,
  DATA_ID,
  inputsId,
  NOTICE_ID,
  type OfflineCell,
  type OfflineNotebook,
  resultsId,
  WORKER_ID,
} from './notebook';
import { results, summary } from './results';
import { createRunner, type Runner } from './runner';

/** While a run is younger than this, a newer value waits for it, so that a drag always shows something. */
const PATIENCE = 100;
/** Younger runs do not dim what stands there. */
const DIM_AFTER = 150;

function start({ texts, cells, inputs }: OfflineNotebook, runner: Runner): void {
  const answers = new Map<number, Answers>();
  const values = new Map(Object.entries(inputs));
  /** Cells whose inputs have moved since the present run started. */
  const due = new Set<number>();
  /** Cells that the present run has not answered, and what of them. */
  const waiting = new Map<number, 'all' | 'gradient'>();
  let started = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let runs = 0;
  /** The present run is old enough that what waits for it is dimmed. */
  let late = false;

  const rows: readonly InputRow[] = cells.flatMap((cell) => {
    const made = inputRows(cell, inputs, {
      set(name, value) {
        values.set(name, value);
        moved(cell);
      },
      reset(name) {
        values.delete(name);
        const home = cell.inputs.find((input) => input.name === name)?.home;
        if (home !== undefined) made.find((row) => row.name === name)?.show(home, false);
        moved(cell);
      },
    });
    partOf(inputsId(cell.cell))?.replaceChildren(...made.map(({ row }) => row));
    return made;
  });

  /** What depends on the cell's inputs runs again. */
  function moved({ cell }: OfflineCell): void {
    for (const other of cells) if (other.dependsOn.includes(cell) && other.job !== undefined) due.add(other.cell);
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, started + PATIENCE - performance.now()));
  }

  async function run(): Promise<void> {
    for (const cell of due) waiting.set(cell, 'all');
    due.clear();
    const mine = ++runs;
    started = performance.now();
    const jobs = cells.flatMap(({ cell, job }) => (job !== undefined && waiting.has(cell) ? [job] : []));
    const dimming = setTimeout(() => {
      late = true;
      dim();
    }, DIM_AFTER);
    const program = { cells: texts, inputs: Object.fromEntries(values), budget: PAGE_BUDGET };
    await runJobs(runner, program, jobs, take);
    clearTimeout(dimming);
    if (mine !== runs) return;
    started = -Infinity;
    late = false;
    waiting.clear();
    dim();
    tell(jobs.map(({ cell }) => cell));
  }

  function take(answer: Answer): void {
    const { cell, product, state } = answer;
    if (state === 'partial' && !late) return; // the whole is soon there
    if (product !== 'value' && product !== 'gradient') return;
    answers.set(cell, { ...answers.get(cell), [product]: answer });
    if (product === 'value') waiting.set(cell, 'gradient');
    else if (state !== 'partial') waiting.delete(cell);
    if (answer.product === 'value' && answer.state === 'ok') follow(answer.payload.inputs);
    write(cell);
  }

  /** An input's value in the program can depend on other inputs. */
  function follow(inputs: readonly { readonly name: string; readonly value: Json }[]): void {
    for (const { name, value } of inputs)
      if (!values.has(name)) rows.find((row) => row.name === name)?.show(value, false);
  }

  function write(number: number): void {
    const part = partOf(resultsId(number));
    const cell = cells.find((other) => other.cell === number);
    if (part === null || cell === undefined) return;
    const known = answers.get(number) ?? {};
    const open = [...part.querySelectorAll('details')].map((details) => details.open);
    // Until the first derivatives are there, those that the page was written with.
    const isFirst = known.gradient === undefined && known.value?.state === 'ok';
    const before = isFirst ? part.querySelectorAll('.derivatives, .engines') : [];
    part.replaceChildren(...results(cell, known, texts, widthOf(part)));
    part.querySelector('.outputs')?.after(...before);
    part.querySelectorAll('details').forEach((details, at) => {
      details.open = open[at] ?? false;
    });
    dim();
  }

  /** What has changed, for who does not see it change. */
  function tell(changed: readonly number[]): void {
    partOf(NOTICE_ID)?.replaceChildren(
      changed.map((cell) => `Cell ${cell + 1}: ${summary(cell, answers.get(cell)?.value)}`).join('. '),
    );
  }

  function dim(): void {
    for (const { cell } of cells) {
      const part = partOf(resultsId(cell));
      if (part !== null) part.dataset['waiting'] = (late ? waiting.get(cell) : undefined) ?? 'nothing';
    }
  }

  /** Charts have the width of their place, so that their letters have the size of the others. */
  function redraw(): void {
    for (const cell of cells) {
      if (answers.has(cell.cell)) write(cell.cell);
      else drawSeries(cell);
    }
  }

  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    redraw();
  });
  redraw();
}

/** As the page was written. */
function drawSeries({ cell, series }: OfflineCell): void {
  const part = partOf(resultsId(cell));
  part?.querySelectorAll('figure').forEach((figure, at) => {
    const one = series[at];
    if (one === undefined) return;
    const columns = one.columns.map((values) => Float64Array.from(values, (value) => value ?? NaN));
    figure.replaceWith(seriesFigure({ ...one, columns }, widthOf(part)));
  });
}

function partOf(id: string): HTMLElement | null {
  return document.getElementById(id);
}

function widthOf(part: HTMLElement): number | undefined {
  return part.clientWidth > 0 ? part.clientWidth : undefined;
}

/** Undefined where the browser starts no engine for a page from a disk: then the page stands as it was written. */
function startedRunner(): Runner | undefined {
  try {
    return createRunner(engine());
  } catch {
    document
      .querySelector('footer')
      ?.append(
        element(
          'p',
          {},
          'This browser does not start the engine of a page that is opened from a disk, so the sliders stand still.',
        ),
      );
    return undefined;
  }
}

interface Factory {
  createPolicy(
    name: 'engine',
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** Starts the engine, whose text the page carries. The one script URL that the page's policy lets it make. */
function engine(): Parameters<typeof createRunner>[0] {
  const text = partOf(WORKER_ID)?.textContent ?? '';
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const types = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  const trusted = types?.createPolicy('engine', { createScriptURL: (made) => (made === url ? made : '') });
  return () => new Worker(trusted?.createScriptURL(url) ?? url, { name: 'engine' });
}

const data = partOf(DATA_ID)?.textContent;
const runner = startedRunner();
// Written with this script, and by ourselves: whoever can change the one can change the other.
if (data !== undefined && runner !== undefined) start(JSON.parse(data) as OfflineNotebook, runner);
