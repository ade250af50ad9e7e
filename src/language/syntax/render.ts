import type { Break, Doc } from './layout';

/** One step of a document as a flat sequence, so that readers of it need no deep stack. */
export type RenderStep =
  | string
  | BreakStep
  | { readonly tag: 'choice'; readonly broken: string; readonly flat: string }
  | { readonly tag: 'indent'; readonly by: number }
  | { readonly tag: 'open' }
  | { readonly tag: 'close' };

export interface BreakStep extends Break {
  /** Whether a blank line follows, if this ends a line. */
  readonly blank?: boolean;
  readonly notes?: Notes;
}

/** The comments at a line break. */
export interface Notes {
  /** A comment at the end of the line before the break. It can exceed the width. */
  readonly trailing: string | undefined;
  /** Comments on lines of their own after the break. */
  readonly own: readonly { readonly text: string; readonly blankBefore: boolean }[];
}

const OPEN: RenderStep = { tag: 'open' };
const CLOSE: RenderStep = { tag: 'close' };

export function renderSteps(doc: Doc): readonly RenderStep[] {
  const steps: RenderStep[] = [];
  const work: (Doc | RenderStep)[] = [doc];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    if (typeof part === 'string') {
      if (part !== '') steps.push(part);
      continue;
    }
    switch (part.tag) {
      case 'concat':
        for (let index = part.parts.length - 1; index >= 0; index -= 1) work.push(part.parts[index] ?? '');
        break;
      case 'nest':
        steps.push({ tag: 'indent', by: part.by });
        work.push({ tag: 'indent', by: -part.by }, part.doc);
        break;
      case 'group':
        steps.push(OPEN);
        work.push(CLOSE, part.doc);
        break;
      case 'break':
      case 'choice':
      case 'indent':
      case 'open':
      case 'close':
        steps.push(part);
        break;
    }
  }
  return steps;
}

/** Returns the steps as text in lines of `width` columns where their breaks allow it, in linear time. */
export function render(steps: readonly RenderStep[], width: number): string {
  const fits = measure(steps);
  const out: string[] = [];
  const flatGroups: boolean[] = [];
  let indent = 0;
  let column = 0;
  const write = (text: string): void => {
    out.push(text);
    column += text.length;
  };
  const endLine = (blank: boolean): void => {
    const last = out.pop();
    if (last !== undefined) out.push(last.trimEnd());
    out.push(blank ? '\n\n' : '\n', ' '.repeat(indent));
    column = indent;
  };
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] ?? '';
    if (typeof step === 'string') {
      write(step);
      continue;
    }
    const flat = flatGroups.at(-1) ?? false;
    switch (step.tag) {
      case 'choice':
        write(flat ? step.flat : step.broken);
        break;
      case 'indent':
        indent += step.by;
        break;
      case 'open':
        flatGroups.push(flat || fits(at, width - column));
        break;
      case 'close':
        flatGroups.pop();
        break;
      case 'break':
        if (flat) write(step.flat);
        else if (!endsLine(step)) write(step.seam ?? '');
        else {
          if (step.notes?.trailing !== undefined) out.push(`  ${step.notes.trailing}`);
          for (const { text, blankBefore } of step.notes?.own ?? []) {
            endLine(blankBefore);
            out.push(text);
          }
          endLine(step.blank === true);
        }
        break;
    }
  }
  return out.join('');
}

/** Whether the step is a line break in a group that does not fit. */
function endsLine(step: BreakStep): boolean {
  return step.seam === undefined || step.forced;
}

/**
 * Returns a test of whether the group that opens at a step, put on one line with the text up to the next possible line
 * break, fits into some columns.
 */
function measure(steps: readonly RenderStep[]): (open: number, room: number) => boolean {
  // For each step: the columns before it on one line; the columns from it to the next line break; the next forced
  // break.
  const before = new Float64Array(steps.length + 1);
  const tail = new Float64Array(steps.length + 1);
  const forced = new Float64Array(steps.length + 1).fill(Infinity);
  const closes = new Float64Array(steps.length);
  const opens: number[] = [];
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] ?? '';
    before[at + 1] = (before[at] ?? 0) + flatWidth(step);
    if (step === OPEN) opens.push(at);
    if (step === CLOSE) closes[opens.pop() ?? 0] = at;
  }
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at] ?? '';
    const isBreak = typeof step !== 'string' && step.tag === 'break';
    tail[at] = isBreak && endsLine(step) ? 0 : widest(step) + (tail[at + 1] ?? 0);
    forced[at] = isBreak && step.forced ? at : (forced[at + 1] ?? Infinity);
  }
  return (open, room) => {
    const close = closes[open] ?? 0;
    if ((forced[open] ?? Infinity) < close) return false;
    return (before[close] ?? 0) - (before[open] ?? 0) + (tail[close] ?? 0) <= room;
  };
}

function flatWidth(step: RenderStep): number {
  if (typeof step === 'string') return step.length;
  switch (step.tag) {
    case 'break':
    case 'choice':
      return step.flat.length;
    case 'indent':
    case 'open':
    case 'close':
      return 0;
  }
}

/** Returns the width of a step that is not a line break, in the wider layout of its group. */
function widest(step: RenderStep): number {
  if (typeof step === 'string') return step.length;
  switch (step.tag) {
    case 'choice':
      return Math.max(step.flat.length, step.broken.length);
    case 'break':
      return Math.max(step.flat.length, step.seam?.length ?? 0);
    case 'indent':
    case 'open':
    case 'close':
      return 0;
  }
}
