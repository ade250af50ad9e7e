import { freeVariables, itemBinders, itemTerms } from '../core/traverse';
import type { CoreData, CoreInput, CoreProgram } from '../core/tree';
import { error, type Diagnostic } from '../source/diagnostic';
import type { Span } from '../source/span';
import type { SurfaceProgram } from '../syntax/tree';
import type { Type } from '../types/type';
import { addImported, addTo, checkCell, probeCell } from './cell';
import type { CheckedCell, ProbedCell } from './cell';
import { nothingEarlier } from './context';
import type { Earlier } from './context';
import { finishIncomplete } from './infer/incomplete';
import type { IncompleteMatch } from './infer/incomplete';
import { tooDeep } from './messages/messages';
import type { Mention } from './mention';
import { monomorphise } from './to-core/monomorphise';
import { prelude } from './prelude';

export interface Elaboration {
  /** Diagnostics of the checker; the parser's are not included. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there is an error, or an item that did not parse. */
  readonly program: CoreProgram | undefined;
  /** Every name, where it is bound and at each use. */
  readonly mentions: readonly Mention[];
  readonly inputs: readonly CheckedInput[];
  readonly data: readonly CheckedData[];
}

export interface CheckedInput {
  /** The name as written in the program. */
  readonly label: string;
  readonly type: Type;
  readonly range: CoreInput['range'];
  /** The span of the name. */
  readonly span: Span;
}

export interface CheckedData {
  /** The name as written in the program. */
  readonly label: string;
  readonly type: Type;
  /** The span of the name. */
  readonly span: Span;
}

/**
 * Checks the cells as one program in reading order, and translates it to the core. Never throws, whatever the program
 * is.
 */
export function elaborate(trees: readonly SurfaceProgram[]): Elaboration {
  const checking = createChecker().check(trees.map((tree, cell) => ({ cell, tree, scope: 0, imports: [] })));
  for (;;) {
    const slice = checking.next();
    if (slice.done === true) return whole(slice.value);
  }
}

function whole(cells: readonly CheckedCell[]): Elaboration {
  const diagnostics = cells.flatMap((cell) => cell.diagnostics);
  const core = coreOf(cells);
  return {
    diagnostics: core?.tag === 'refused' ? [...diagnostics, core.diagnostic] : diagnostics,
    program: core?.tag === 'ok' ? core.program : undefined,
    get mentions() {
      return cells.flatMap((cell) => cell.mentions());
    },
    inputs: cells.flatMap(inputsOf),
    data: cells.flatMap(dataOf),
  };
}

/** A work in slices, which yields after each item. */
export type Slices<T> = Generator<void, T, void>;

/** A cell to check, after those whose definitions it can use. */
export interface Step {
  readonly cell: number;
  readonly tree: SurfaceProgram;
  /** The cells of one scope see the definitions of those before them: 0 is the program's, each imported source has its own. */
  readonly scope: number;
  /** The scopes that the cell imports. */
  readonly imports: readonly number[];
  /** The place of an import in the cell that failed. */
  readonly failedImport?: Span | undefined;
}

/** Checks programs and remembers the cells of the last one, so that an edit checks one cell and what uses it. */
export interface Checker {
  /**
   * Checks cells as one program, in the order of the steps. A cell whose tree is the same object as before is not checked
   * again while what it uses stays the same. Several checks can be under way, and any of them dropped.
   */
  readonly check: (steps: readonly Step[]) => Slices<readonly CheckedCell[]>;
  /** Forgets all but the first cells. */
  readonly keep: (count: number) => void;
  /** Checks cells for an editor that asks about a place in the last one, and remembers only those before it. */
  readonly probe: (steps: readonly Step[], at: Span) => Slices<ProbedCell | undefined>;
}

export function createChecker(): Checker {
  const known: Known[] = [];

  /** Checks cells, and adds what they define to `scopes`. */
  function* walk(steps: readonly Step[], scopes: Map<number, Earlier>): Slices<readonly CheckedCell[]> {
    const cells: CheckedCell[] = [];
    let before: object = START;
    for (const step of steps) {
      const { cell: index, tree } = step;
      const earlier = enterStep(step, scopes);
      const last = known[index];
      const isKnown = last?.cell.tree === tree && last.cell.fits(earlier, last.before === before);
      const cell = isKnown ? last.cell : yield* checkCell(index, tree, earlier);
      const isSame = isKnown && last.before === before;
      const kept = isSame ? last : { cell, before, after: {} };
      known[index] = kept;
      before = kept.after;
      cells.push(cell);
      addTo(earlier, cell);
      yield;
    }
    return cells;
  }

  return {
    check: (steps) => walk(steps, new Map()),
    keep(count) {
      known.length = Math.min(known.length, count);
    },
    *probe(steps, at) {
      const last = steps.at(-1);
      if (last === undefined) return undefined;
      const scopes = new Map<number, Earlier>();
      yield* walk(steps.slice(0, -1), scopes);
      return yield* probeCell(last.tree, enterStep(last, scopes), at);
    },
  };
}

/** Returns what a cell can use: what the cells of its scope and its imports define. */
function enterStep({ scope, imports, failedImport }: Step, scopes: Map<number, Earlier>): Earlier {
  const earlier = scopes.get(scope) ?? nothingEarlier();
  scopes.set(scope, earlier);
  for (const source of imports) addImported(earlier, scopes.get(source) ?? nothingEarlier());
  earlier.failedImport ??= failedImport;
  return earlier;
}

/** A checked cell, with objects that stand for the cells before it, and for these and itself. */
interface Known {
  readonly cell: CheckedCell;
  readonly before: object;
  readonly after: object;
}

const START = {};

type Core =
  { readonly tag: 'ok'; readonly program: CoreProgram } | { readonly tag: 'refused'; readonly diagnostic: Diagnostic };

/** Returns the core of cells, which must include those that they use; undefined if one of them has an error. */
export function coreOf(cells: readonly CheckedCell[]): Core | undefined {
  if (!cells.every(({ isRight }) => isRight)) return undefined;
  const result = monomorphise(
    [...prelude().drafts, ...cells.flatMap(({ drafts }) => drafts)],
    cells.flatMap(({ binders }) => binders),
    variantsOf(cells),
  );
  switch (result.tag) {
    case 'ok': {
      const item = dataOnInputs(result.program);
      if (item === undefined) return result;
      const message = `the data \`${item.label ?? item.name}\` depends on an input`;
      const hint = 'data is never differentiated: use `let` for what is computed from inputs';
      return { tag: 'refused', diagnostic: error('data-input', item.origin, message, { hint }) };
    }
    case 'too-deep':
      return { tag: 'refused', diagnostic: tooDeep(result.place) };
    case 'too-large-match': {
      const message = 'this `match` tells too many cases apart';
      const hint = 'match fewer values at once, one inside the other';
      return { tag: 'refused', diagnostic: error('match-too-large', result.place, message, { hint }) };
    }
    case 'too-many': {
      const message = 'this is used at too many different types';
      const hint = 'annotate some definitions with a single type';
      return { tag: 'refused', diagnostic: error('too-many-instances', result.place, message, { hint }) };
    }
  }
}

/** Returns the first data whose value mentions an input, directly or through definitions. */
function dataOnInputs({ items }: CoreProgram): CoreData | undefined {
  if (!items.some(({ tag }) => tag === 'data')) return undefined;
  const varying = new Set<string>();
  for (const item of items) {
    const varies =
      item.tag === 'input' ||
      itemTerms(item).some((term) => [...freeVariables(term)].some((name) => varying.has(name)));
    if (varies && item.tag === 'data') return item;
    if (varies) for (const { name } of itemBinders(item)) varying.add(name);
  }
  return undefined;
}

/** Returns the incomplete matches of a cell. */
export function incompleteOf(cells: readonly CheckedCell[], cell: CheckedCell): readonly IncompleteMatch[] {
  const variants = variantsOf(cells);
  return cell.incomplete.map((pending) => finishIncomplete(variants, pending));
}

function variantsOf(cells: readonly CheckedCell[]) {
  return new Map(cells.flatMap(({ defined }) => [...defined.variants]));
}

export function inputsOf({ drafts }: CheckedCell): readonly CheckedInput[] {
  return drafts.flatMap((draft) =>
    draft.tag === 'input' ? [{ label: draft.label, type: draft.type, range: draft.range, span: draft.nameSpan }] : [],
  );
}

export function dataOf({ drafts }: CheckedCell): readonly CheckedData[] {
  return drafts.flatMap((draft) =>
    draft.tag === 'data' ? [{ label: draft.label, type: draft.type, span: draft.nameSpan }] : [],
  );
}
