import { elaborate } from '../language/elaborate/elaborate';
import type { ElaboratedInput } from '../language/elaborate/elaborate';
import type { IncompleteMatch } from '../language/elaborate/infer/incomplete';
import type { Mention } from '../language/elaborate/mention';
import { showType } from '../language/types/print';
import type { CoreProgram } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Parsed } from '../language/syntax/parser';
import type { SurfaceProgram } from '../language/syntax/tree';
import type { InputDescription } from '../protocol/messages';
import { parseCell } from './parse-cell';

/** A program from its texts: parsed, checked, and elaborated to the core. */
export interface FrontEnd {
  /** One tree per cell. */
  readonly trees: readonly SurfaceProgram[];
  /** By place: cell by cell, errors and warnings together. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there is an error. */
  readonly core: CoreProgram | undefined;
  readonly mentions: readonly Mention[];
  readonly incomplete: readonly IncompleteMatch[];
  readonly inputs: readonly ElaboratedInput[];
  /** For each cell, the cells whose names it mentions, directly or through others, and itself. */
  readonly dependencies: readonly (readonly number[])[];
  /** Returns the core of the runnable cells; the others are treated as empty. */
  readonly sound: (cells: readonly { readonly runnable: boolean }[]) => CoreProgram | undefined;
}

/** Remembers the last texts, and each cell's tree: an edit parses one cell again, a moved slider none. */
export function createFrontEnd(): (cells: readonly string[]) => FrontEnd {
  const parsed = createParser();
  let last: { readonly cells: readonly string[]; readonly result: FrontEnd } | undefined;
  return (cells) => {
    if (last !== undefined && sameTexts(last.cells, cells)) return last.result;
    const result = finish(parsed(cells));
    last = { cells: [...cells], result };
    return result;
  };
}

/** Remembers the trees of the last texts. */
export function createParser(): (cells: readonly string[]) => readonly Parsed[] {
  let last: readonly { readonly text: string; readonly result: Parsed }[] = [];
  return (cells) => {
    last = cells.map((text, cell) => {
      const known = last[cell];
      return known?.text === text ? known : { text, result: parseCell(text, cell) };
    });
    return last.map(({ result }) => result);
  };
}

function finish(parsed: readonly Parsed[]): FrontEnd {
  const trees = parsed.map(({ program }) => program);
  const elaboration = elaborate(trees);
  let dependencies: readonly (readonly number[])[] | undefined;
  const diagnostics = [...parsed.flatMap((cell) => cell.diagnostics), ...elaboration.diagnostics].sort(byPlace);
  const core = diagnostics.some(({ severity }) => severity === 'error') ? undefined : elaboration.program;
  let sound: { readonly core: CoreProgram | undefined } | undefined = core && { core };
  return {
    trees,
    diagnostics,
    core,
    get mentions() {
      return elaboration.mentions;
    },
    get incomplete() {
      return elaboration.incomplete;
    },
    inputs: elaboration.inputs,
    get dependencies() {
      return (dependencies ??= dependenciesOf(elaboration.mentions, trees.length));
    },
    sound(cells) {
      sound ??= {
        core: elaborate(trees.map((tree, cell) => (cells[cell]?.runnable === true ? tree : { ...tree, items: [] })))
          .program,
      };
      return sound.core;
    },
  };
}

/** A cell mentions only names of earlier cells, so one pass also finds indirect dependencies. */
function dependenciesOf(mentions: readonly Mention[], count: number): readonly (readonly number[])[] {
  const found = Array.from({ length: count }, (_, cell) => new Set([cell]));
  for (const { span, definition } of mentions)
    if (definition !== undefined && definition.cell !== span.cell) found[span.cell]?.add(definition.cell);
  found.forEach((own, cell) => {
    for (const other of [...own]) if (other < cell) for (const further of found[other] ?? []) own.add(further);
  });
  return found.map((own) => [...own].sort((a, b) => a - b));
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
