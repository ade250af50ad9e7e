import type { Line, StepPayload } from '../../../protocol/steps';
import { counted, integer } from '../../kit/format';

export type ContextRow =
  | { readonly tag: 'line'; readonly line: Line; readonly starts: boolean }
  /** Stands for lines or contexts that are left out. */
  | { readonly tag: 'omitted'; readonly text: string; readonly starts: boolean };

/** How many lines of a context are shown, around its redex or hole. */
const MOST_LINES = 200;

/** The contexts as rows, outermost first. */
export function contextRows({ frames, omitted }: Pick<StepPayload, 'frames' | 'omitted'>): readonly ContextRow[] {
  return frames.flatMap((lines, i) => {
    const rows = rowsAround(lines);
    if (i !== 1 || omitted === 0) return rows;
    const calls = `${integer(omitted)} more ${omitted === 1 ? 'call waits' : 'calls wait'}`;
    return [{ tag: 'omitted', text: `… ${calls} in between`, starts: true } as const, ...rows];
  });
}

function rowsAround(lines: readonly Line[]): readonly ContextRow[] {
  const marked = Math.max(
    0,
    lines.findIndex(({ pieces }) => pieces.some(({ mark }) => mark !== undefined)),
  );
  const from = Math.max(0, Math.min(marked - MOST_LINES / 2, lines.length - MOST_LINES));
  const shown = lines.slice(from, from + MOST_LINES);
  const after = lines.length - from - shown.length;
  const rows = shown.map((line, i): ContextRow => ({ tag: 'line', line, starts: i === 0 && from === 0 }));
  return [...(from > 0 ? [leftOut(from, true)] : []), ...rows, ...(after > 0 ? [leftOut(after, false)] : [])];
}

function leftOut(count: number, starts: boolean): ContextRow {
  return { tag: 'omitted', text: `… ${counted(count, 'line')}`, starts };
}
