/** Measures the main thread of a page, from a trace of the browser. */
import type { Browser, Page } from '@playwright/test';

/** Milliseconds of processor time, so that other load on the machine matters little. */
export interface MainThread {
  /** The time of each task: script, style, layout and paint. */
  readonly tasks: readonly number[];
  /** The time of script alone, between one frame and the next. */
  readonly scriptPerFrame: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const SCRIPT: ReadonlySet<string> = new Set(['FunctionCall', 'BlinkScheduler_PerformMicrotaskCheckpoint']);

export async function mainThread(browser: Browser, page: Page, act: () => Promise<void>): Promise<MainThread> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const thread = (event: TraceEvent): string => `${event.pid} ${event.tid}`;
  const mains = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map((event) => thread(event)),
  );
  const events = traceEvents.filter((event) => mains.has(thread(event))).toSorted((a, b) => a.ts - b.ts);
  return {
    tasks: events.filter(({ name }) => name === 'RunTask').map(processorTime),
    scriptPerFrame: perFrame(events),
  };
}

function processorTime({ tdur }: TraceEvent): number {
  return (tdur ?? 0) / 1000;
}

function perFrame(events: readonly TraceEvent[]): readonly number[] {
  const frames: number[] = [];
  let script = 0;
  let outermostEnd = 0;
  for (const event of events)
    if (event.name === 'Commit') {
      frames.push(script);
      script = 0;
    } else if (SCRIPT.has(event.name) && event.ts >= outermostEnd) {
      script += processorTime(event);
      outermostEnd = event.ts + (event.dur ?? 0);
    }
  return frames;
}
