import { elaborate } from '../language/elaborate/elaborate';
import type { ElaboratedInput, Hover } from '../language/elaborate/elaborate';
import { showType } from '../language/types/print';
import type { CoreProgram } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import { parse } from '../language/syntax/parser';
import type { Parsed } from '../language/syntax/parser';
import type { InputDescription } from '../protocol/messages';

/** A program from its texts: parsed, checked, and translated to the core. */
export interface FrontEnd {
  /** By place: cell by cell, errors and warnings mixed. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined when there is an error. */
  readonly core: CoreProgram | undefined;
  readonly hovers: readonly Hover[];
  readonly inputs: readonly ElaboratedInput[];
}

/** Remembers the last texts, and cell by cell their trees: an edit parses one cell again, a slider nothing. */
export function createFrontEnd(): (cells: readonly string[]) => FrontEnd {
  let parsed: readonly { readonly text: string; readonly result: Parsed }[] = [];
  let last: { readonly cells: readonly string[]; readonly result: FrontEnd } | undefined;
  return (cells) => {
    if (last !== undefined && sameTexts(last.cells, cells)) return last.result;
    parsed = cells.map((text, cell) => {
      const known = parsed[cell];
      return known?.text === text ? known : { text, result: parse(text, cell) };
    });
    const result = finish(parsed.map((cell) => cell.result));
    last = { cells: [...cells], result };
    return result;
  };
}

function finish(parsed: readonly Parsed[]): FrontEnd {
  const elaboration = elaborate(parsed.map(({ program }) => program));
  const diagnostics = [...parsed.flatMap((cell) => cell.diagnostics), ...elaboration.diagnostics].sort(byPlace);
  return {
    diagnostics,
    core: diagnostics.some(({ severity }) => severity === 'error') ? undefined : elaboration.program,
    hovers: elaboration.hovers,
    inputs: elaboration.inputs,
  };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.span.cell - b.span.cell || a.span.start - b.span.start || a.span.end - b.span.end;
}

export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, cell) => text === b[cell]);
}

export function describeInput({ label, type, range, span }: ElaboratedInput): InputDescription {
  return { name: label, type: showType(type), range, span };
}
