import { coreOf, createChecker, dataOf, incompleteOf, inputsOf } from '../language/elaborate/elaborate';
import type { CheckedData, CheckedInput } from '../language/elaborate/elaborate';
import type { CheckedCell, ProbedCell } from '../language/elaborate/cell';
import type { IncompleteMatch } from '../language/elaborate/infer/incomplete';
import type { Meaning } from '../language/elaborate/scope';
import type { Mention } from '../language/elaborate/mention';
import { showType } from '../language/types/print';
import type { CoreProgram } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import { isImported } from '../language/source/imported';
import type { Span } from '../language/source/span';
import type { Parsed } from '../language/syntax/parser';
import type { SurfaceProgram } from '../language/syntax/tree';
import type { InputDescription } from '../protocol/messages';
import { drain, type Task } from '../semantics/task';
import { clashes, failedImports, planOf, type Plan } from './imports';
import { needed } from './needed';
import { parseCell } from './parse-cell';

/** A program from its texts: parsed and checked, and elaborated to the core on demand. */
export interface FrontEnd {
  /** The cells that are not imported. */
  readonly own: readonly number[];
  /** One tree per cell. */
  readonly trees: readonly SurfaceProgram[];
  /** By place: cell by cell, errors and warnings together. */
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics of each cell, by place. */
  readonly diagnosticsOf: readonly (readonly Diagnostic[])[];
  /** What is wrong in the sources that a cell imports, at the imports. */
  readonly failedImports: (cell: number) => readonly Diagnostic[];
  readonly mentions: readonly Mention[];
  readonly mentionsOf: (cell: number) => readonly Mention[];
  readonly incompleteOf: (cell: number) => readonly IncompleteMatch[];
  readonly inputs: readonly CheckedInput[];
  readonly data: readonly CheckedData[];
  /** For each cell, the earlier cells whose names it mentions. */
  readonly uses: readonly (readonly number[])[];
  /** For each cell, whether neither it nor a cell that it depends on has an error. */
  readonly runnable: readonly boolean[];
  /** Returns the cells whose names a cell mentions, directly or through others, and itself. */
  readonly dependencies: (cell: number) => readonly number[];
  /** Returns what a cell defines under a name at its top level. */
  readonly definedIn: (cell: number, name: string) => Pick<DefinedValue, 'type' | 'span'> | undefined;
  /** The core of the whole program. */
  readonly core: Translated;
  /** Returns the core of cells, which must include those that they depend on. */
  readonly coreOf: (cells: readonly number[]) => Translated;
}

type DefinedValue = Extract<Meaning, { readonly tag: 'bound' }>;

/** The core of cells; undefined if there is an error, which is among the diagnostics. */
export interface Translated {
  readonly program: CoreProgram | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks programs and remembers the last one: an edit checks one cell and what uses it, a moved slider nothing. */
export interface Checking {
  readonly check: (cells: readonly string[]) => Task<FrontEnd>;
  /** Checks the cells up to one. */
  readonly upTo: (cells: readonly string[], cell: number) => Task<FrontEnd>;
  /** Checks the cells up to a place that an editor asks about; the rest of the program does not matter for it. */
  readonly probe: (cells: readonly string[], at: Span) => Task<Probe>;
}

export interface Probe {
  /** The tree of the cell, and what the checker knows there; undefined if there is no such cell. */
  readonly tree: SurfaceProgram | undefined;
  readonly found: ProbedCell | undefined;
}

export function createChecking(): Checking {
  const checker = createChecker();
  const parser = createParser();
  let last: { readonly cells: readonly string[]; readonly result: FrontEnd } | undefined;
  /** Checks the cells up to one, and all that they import. */
  function* checked(cells: readonly string[], cell: number): Task<FrontEnd> {
    const parsed = yield* parser.parse(cells, cell);
    const plan = planOf(cells, parsed, cell);
    return frontEndOf(cells, parsed, plan, yield* checker.check(plan.steps));
  }
  return {
    *check(cells) {
      if (last !== undefined && sameTexts(last.cells, cells)) return last.result;
      parser.keep(cells.length);
      checker.keep(cells.length);
      const result = yield* checked(cells, cells.length);
      last = { cells: [...cells], result };
      return result;
    },
    *upTo(cells, cell) {
      if (last !== undefined && sameTexts(last.cells, cells)) return last.result;
      return yield* checked(cells, cell);
    },
    *probe(cells, at) {
      const text = cells[at.cell];
      if (text === undefined) return { tree: undefined, found: undefined };
      const parsed = [...(yield* parser.parse(cells, at.cell - 1))];
      parsed[at.cell] = parseCell(text, at.cell);
      const { steps } = planOf(cells, parsed, at.cell);
      return { tree: parsed[at.cell]?.program, found: yield* checker.probe(steps, at) };
    },
  };
}

/** Returns a function that checks at once, and remembers the last program. */
export function createFrontEnd(): (cells: readonly string[]) => FrontEnd {
  const { check } = createChecking();
  return (cells) => drain(check(cells));
}

/** Remembers each cell's tree. */
function createParser() {
  const known: { readonly text: string; readonly parsed: Parsed }[] = [];
  return {
    keep(count: number) {
      known.length = Math.min(known.length, count);
    },
    /** Parses the cells up to one, and all that are imported; the others are empty. */
    *parse(cells: readonly string[], last: number): Task<readonly Parsed[]> {
      const all: Parsed[] = [];
      for (const [cell, text] of cells.entries()) {
        if (cell > last && !isImported(text)) {
          all.push(NOTHING);
          continue;
        }
        let found = known[cell];
        if (found?.text !== text) {
          found = { text, parsed: parseCell(text, cell) };
          known[cell] = found;
          yield;
        }
        all.push(found.parsed);
      }
      return all;
    },
  };
}

const NOTHING: Parsed = { program: { items: [], comments: [] }, diagnostics: [] };

/** Returns the front end of a program whose cells were checked in the order of the plan. */
function frontEndOf(
  texts: readonly string[],
  parsed: readonly Parsed[],
  { steps, diagnosticsOf: wrongImports, importsOf }: Plan,
  cells: readonly CheckedCell[],
): FrontEnd {
  const isOwn = texts.map((text) => !isImported(text));
  const places = new Map(steps.map(({ cell }, place) => [cell, place]));
  const checkedOf = (cell: number): CheckedCell | undefined => cells[places.get(cell) ?? -1];
  const hasImports = steps.some(({ imports }) => imports.length > 0);
  const clashing = hasImports ? clashes(cells) : [];
  const diagnosticsOf = parsed.map(({ diagnostics }, cell) => {
    const found = [...diagnostics, ...(checkedOf(cell)?.diagnostics ?? []), ...(wrongImports.get(cell) ?? [])];
    const all = [...found, ...clashing.filter(({ span }) => span.cell === cell)].sort(byPlace);
    return isOwn[cell] === true ? all : all.filter(isError);
  });
  const uses = parsed.map((_, cell) => checkedOf(cell)?.uses ?? []);
  const failed = (cell: number): readonly Diagnostic[] => failedImports(importsOf.get(cell) ?? [], diagnosticsOf);
  const runnable: boolean[] = parsed.map(() => false);
  for (const { cell } of steps) {
    const isRight = ![...(diagnosticsOf[cell] ?? []), ...failed(cell)].some(isError);
    runnable[cell] = isRight && uses[cell]?.every((other) => runnable[other]) === true;
  }
  const diagnostics = diagnosticsOf.flat().filter(isOfRuns);
  const translated = (which: readonly CheckedCell[], found: readonly Diagnostic[]): Translated => {
    const core = found.some(isError) ? undefined : coreOf(which);
    if (core?.tag === 'refused') return { program: undefined, diagnostics: [...found, core.diagnostic].sort(byPlace) };
    if (core === undefined || !hasImports) return { program: core?.program, diagnostics: found };
    // Of what is imported, only what is used is evaluated.
    return { program: needed(core.program, ({ origin }) => isOwn[origin.cell] === true), diagnostics: found };
  };
  let core: Translated | undefined;
  return {
    own: [...isOwn.keys()].filter((cell) => isOwn[cell]),
    trees: parsed.map(({ program }) => program),
    diagnostics,
    diagnosticsOf,
    failedImports: failed,
    get mentions() {
      return cells.flatMap((cell) => cell.mentions());
    },
    mentionsOf: (cell) => checkedOf(cell)?.mentions() ?? [],
    incompleteOf: (cell) => {
      const own = checkedOf(cell);
      return own === undefined ? [] : incompleteOf(cells, own);
    },
    inputs: cells.flatMap(inputsOf),
    data: cells.flatMap(dataOf),
    uses,
    runnable,
    dependencies: (cell) => dependenciesOf(uses, cell),
    definedIn: (cell, name) => {
      const meaning = checkedOf(cell)?.defined.meanings.get(name);
      return meaning?.tag === 'bound' ? meaning : undefined;
    },
    get core() {
      return (core ??= translated(cells, diagnostics));
    },
    coreOf(wanted) {
      const isWanted = new Set(wanted);
      return translated(
        cells.filter((_, place) => isWanted.has(steps[place]?.cell ?? -1)),
        wanted.flatMap((cell) => diagnosticsOf[cell] ?? []).filter(isOfRuns),
      );
    },
  };
}

function dependenciesOf(uses: readonly (readonly number[])[], cell: number): readonly number[] {
  const found = new Set([cell]);
  for (const own of found) for (const other of uses[own] ?? []) found.add(other);
  return [...found].sort((a, b) => a - b);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** Whether it concerns who runs the program: a hint is for who writes it. */
function isOfRuns({ severity }: Diagnostic): boolean {
  return severity !== 'hint';
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.span.cell - b.span.cell || a.span.start - b.span.start || a.span.end - b.span.end;
}

export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, cell) => text === b[cell]);
}

export function describeInput({ label, type, range, span }: CheckedInput): InputDescription {
  return { name: label, type: showType(type), range, span };
}
