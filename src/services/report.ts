import type { Diagnostic } from '../language/source/diagnostic';
import { lineIndex, positionAt, sourceOf } from '../language/source/position';
import type { LineIndex } from '../language/source/position';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import type { Outcome } from '../semantics/outcome';

/**
 * 0 success; 1 the program has an error or is undefined at the inputs; 3 a limit was reached; 4 the engines disagree.
 */
export type ExitStatus = 0 | 1 | 3 | 4;

/** The result of a command of the command line: `body` to print, or the diagnostics that prevented it. */
export type Report<Body> =
  | { readonly status: 0 | 3 | 4; readonly body: Body; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: 1 | 3; readonly body: undefined; readonly diagnostics: readonly Diagnostic[] };

export function fine<Body>(body: Body, diagnostics: readonly Diagnostic[] = []): Report<Body> {
  return { status: 0, body, diagnostics };
}

export function failing(diagnostics: readonly Diagnostic[]): Extract<Report<never>, { body: undefined }> {
  return { status: 1, body: undefined, diagnostics };
}

/** Returns whether a limit was reached. */
export function isLimit({ code }: Diagnostic): boolean {
  return code.startsWith('budget-');
}

/** Returns the report of an outcome that is not ok. */
export function ending(outcome: Exclude<Outcome<never>, { tag: 'ok' }>): Extract<Report<never>, { body: undefined }> {
  return { status: outcome.tag === 'stopped' ? 3 : 1, body: undefined, diagnostics: [outcome.diagnostic] };
}

/**
 * Returns a span as JSON: lines and columns from 1, columns in UTF-16 units; the cell from 1 if there are several. A
 * span outside the texts is placed at the start.
 */
export function spanJson({ cell, start, end }: Span, texts: readonly string[]): Json {
  const text = texts[cell];
  if (text === undefined) return { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const index = linesOf(texts, cell, text);
  const place = { start: { ...positionAt(index, start) }, end: { ...positionAt(index, end) } };
  const { file, cell: number } = sourceOf(texts, cell);
  return { ...(file !== undefined && { file }), ...(number !== undefined && { cell: number }), ...place };
}

/** The line indices of the texts being printed: a long program has many places. */
const LINES = new WeakMap<readonly string[], Map<number, LineIndex>>();

/** Returns the line index of a text, which is made once. */
export function linesOf(texts: readonly string[], cell: number, text: string): LineIndex {
  const known = LINES.get(texts) ?? new Map<number, LineIndex>();
  LINES.set(texts, known);
  const index = known.get(cell) ?? lineIndex(text);
  known.set(cell, index);
  return index;
}

export function diagnosticJson(diagnostic: Diagnostic, texts: readonly string[]): Json {
  const { severity, code, message, hint, span, related } = diagnostic;
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    span: spanJson(span, texts),
    related: related.map((place) => ({ message: place.message, span: spanJson(place.span, texts) })),
  };
}

/** `{ "ok": true, ... }`, or `{ "ok": false, "diagnostics": [...] }`. */
export function reportJson<Body>(
  report: Report<Body>,
  texts: readonly string[],
  bodyJson: (body: Body) => { readonly [key: string]: Json },
): Json {
  if (report.body === undefined) {
    return { ok: false, diagnostics: report.diagnostics.map((diagnostic) => diagnosticJson(diagnostic, texts)) };
  }
  return { ok: true, ...bodyJson(report.body) };
}
