import type { Diagnostic } from '../source/diagnostic';
import { once } from '../source/once';
import type { Span } from '../source/span';
import type { Item, SurfaceProgram } from '../syntax/tree';
import { newContext, report, suggestionsAfter } from './context';
import type { Context, Defined, Earlier, PendingIncomplete } from './context';
import type { DraftBinder, DraftItem } from './draft';
import { checkExpression } from './infer/expression';
import { inferItem } from './infer/item';
import { finishProbe } from './infer/probe';
import type { Probed } from './infer/probe';
import { isForeignEnd } from './messages/foreign';
import { tooDeep } from './messages/messages';
import { finishMention } from './mention';
import type { Mention } from './mention';
import { prelude } from './prelude';
import { signature } from './signature';
import { constructorInstance, constructorType } from './types/constructors';

/** A checked cell. It never changes, so the cells that use it can be kept while it is kept. */
export interface CheckedCell {
  readonly tree: SurfaceProgram;
  /** Diagnostics of the checker; the parser's are not included. */
  readonly diagnostics: readonly Diagnostic[];
  readonly errors: number;
  /** Whether the cell has no error, and no item that did not parse. */
  readonly isRight: boolean;
  readonly drafts: readonly DraftItem[];
  /** The names that it binds, in order. */
  readonly binders: readonly DraftBinder[];
  /** Every name, where it is bound and at each use. Computed on demand, because most keystrokes do not need it. */
  readonly mentions: () => readonly Mention[];
  readonly incomplete: readonly PendingIncomplete[];
  /** The earlier cells whose names it mentions. */
  readonly uses: readonly number[];
  readonly defined: Defined;
  /** Whether it would be checked with the same result after these cells. `isSame` means that they are the same as before. */
  readonly fits: (earlier: Earlier, isSame: boolean) => boolean;
}

/** Checks a cell after others, item by item. Never throws, whatever the cell holds. */
export function* checkCell(cell: number, tree: SurfaceProgram, earlier: Earlier): Generator<void, CheckedCell, void> {
  const context = newContext(checkExpression, earlier, prelude().meanings);
  const drafts = yield* inferItems(context, tree.items);
  const { scope, aliases, variants, constructors, inputs, mentions } = context;
  const { isSuggesting, suggestions, diagnostics, errors, incomplete, binders } = context;
  const uses = new Set<number>();
  for (const { definition, span } of mentions)
    if (definition !== undefined && definition.cell >= 0 && definition.cell !== span.cell) uses.add(definition.cell);
  const { failedImport } = context;
  if (context.missesImport && failedImport !== undefined && failedImport.cell !== cell) uses.add(failedImport.cell);
  for (const table of [scope.earlier, aliases, variants, constructors, inputs]) table.close();
  return {
    tree,
    diagnostics,
    errors,
    isRight:
      errors === 0 && !context.missesImport && !context.isRefutable && tree.items.every(({ tag }) => tag !== 'broken'),
    drafts,
    binders,
    mentions: once(() => mentions.map(finishMention)),
    incomplete,
    uses: [...uses].sort((a, b) => a - b),
    defined: {
      meanings: scope.defined(),
      aliases: aliases.own,
      variants: variants.own,
      constructors: constructors.own,
      inputs: inputs.own,
    },
    fits: (now, isSame) =>
      samePlace(now.failedImport, failedImport) &&
      (!isSuggesting || suggestionsAfter(now) === suggestions) &&
      scope.earlier.fits(now.meanings, isSame) &&
      aliases.fits(now.aliases, isSame) &&
      variants.fits(now.variants, isSame) &&
      constructors.fits(now.constructors, isSame) &&
      inputs.fits(now.inputs, isSame),
  };
}

function samePlace(a: Span | undefined, b: Span | undefined): boolean {
  return a?.cell === b?.cell && a?.start === b?.start;
}

/** What the checker knows at a place in a cell. */
export interface ProbedCell {
  readonly mentions: readonly Mention[];
  /** The answer at the place, if a name or a field name is there. */
  readonly probed: Probed | undefined;
  /** The constructors and the types that are known at the end of the cell. */
  readonly constructors: readonly Signed[];
  readonly types: readonly Signed[];
}

interface Signed {
  readonly name: string;
  readonly signature: string;
}

/** Checks a cell that an editor asks about. */
export function* probeCell(tree: SurfaceProgram, earlier: Earlier, at: Span): Generator<void, ProbedCell, void> {
  const context = newContext(checkExpression, earlier, prelude().meanings, { at, found: undefined });
  yield* inferItems(context, tree.items);
  const types = [...context.aliases.entries(), ...context.variants.entries()];
  return {
    mentions: context.mentions.map(finishMention),
    probed: finishProbe(context),
    constructors: context.constructors.entries().flatMap(([name]) => {
      const made = constructorInstance(context, name);
      return made === undefined ? [] : [{ name, signature: signature(name, constructorType(made)) }];
    }),
    types: types.map(([name]) => ({ name, signature: `type ${name}` })),
  };
}

/** Adds what a cell defines to what the cells after it can use. */
export function addTo(earlier: Earlier, { defined, errors }: CheckedCell): void {
  addDefined(earlier, defined);
  earlier.errors += errors;
}

/** Adds everything that can be used after a source to what can be used after the import of it. */
export function addImported(earlier: Earlier, source: Earlier): void {
  addDefined(earlier, source);
  earlier.failedImport ??= source.failedImport;
}

function addDefined(earlier: Earlier, defined: Defined): void {
  addAll(earlier.meanings, defined.meanings);
  addAll(earlier.aliases, defined.aliases);
  addAll(earlier.variants, defined.variants);
  addAll(earlier.constructors, defined.constructors);
  addAll(earlier.inputs, defined.inputs);
}

function addAll<V>(to: Map<string, V>, own: ReadonlyMap<string, V>): void {
  for (const [name, value] of own) to.set(name, value);
}

function* inferItems(context: Context, items: readonly Item[]): Generator<void, DraftItem[], void> {
  const drafts: DraftItem[] = [];
  /** Whether the item before is wrong. */
  let isAfterError = false;
  for (const item of items) {
    // The error is that of the item before, so an `end` of it has none of its own.
    if (isAfterError && isForeignEnd(context, item)) continue;
    const before = context.errors;
    for (const draft of guarded(context, item)) drafts.push(draft);
    isAfterError = item.tag === 'broken' || context.errors > before;
    yield;
  }
  return drafts;
}

/**
 * Infers an item. Types can grow as deep as the program is long; exhausting the stack is reported as an error in the
 * program.
 */
function guarded(context: Context, item: Item): DraftItem[] {
  const mark = context.scope.mark();
  try {
    context.level = 0;
    context.depth = 0;
    return inferItem(context, item);
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    context.scope.leave(mark);
    report(context, tooDeep(item.span));
    return [];
  }
}
