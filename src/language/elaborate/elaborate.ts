import type { CoreInput, CoreProgram } from '../core/tree';
import { error, type Diagnostic } from '../source/diagnostic';
import type { Span } from '../source/span';
import type { Item, SurfacePattern, SurfaceProgram } from '../syntax/tree';
import type { Type } from '../types/type';
import { BUILTINS } from './infer/builtins';
import { newContext, report } from './context';
import type { Context, Probe } from './context';
import type { DraftItem } from './draft';
import { checkExpression } from './infer/expression';
import { inferItem } from './infer/item';
import { finishIncomplete } from './infer/incomplete';
import type { IncompleteMatch } from './infer/incomplete';
import { tooDeep } from './messages/messages';
import { finishMention } from './mention';
import type { Mention } from './mention';
import { INSTANCE_LIMIT } from './to-core/copies';
import { monomorphise } from './to-core/monomorphise';
import { Names } from './names';
import { prelude } from './prelude';
import { finishProbe } from './infer/probe';
import type { Probed } from './infer/probe';

export interface Elaboration {
  /** Diagnostics of the checker; the parser's are not included. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there is an error, or an item that did not parse. */
  readonly program: CoreProgram | undefined;
  /** Every name, where it is bound and at each use. Computed on demand, because most keystrokes do not need it. */
  readonly mentions: readonly Mention[];
  /** The incomplete matches, computed on demand. */
  readonly incomplete: readonly IncompleteMatch[];
  /** The answer at the probed place, if a name or a field name is there. */
  readonly probed: Probed | undefined;
  readonly inputs: readonly ElaboratedInput[];
}

export interface ElaboratedInput {
  /** The name as written in the program. */
  readonly label: string;
  /** The name in the core: the same, unless the name has a fixed meaning in the language. */
  readonly name: string;
  readonly type: Type;
  readonly range: CoreInput['range'];
  /** The span of the name. */
  readonly span: Span;
}

/**
 * Checks the cells as one program in reading order, and translates it to the core. Never throws, whatever the program
 * is.
 */
export function elaborate(cells: readonly SurfaceProgram[], probed?: Span): Elaboration {
  const items = cells.flatMap((cell) => cell.items);
  const builtins = BUILTINS.keys();
  const names = new Names(builtins, items.flatMap(namesOf));
  const probe: Probe | undefined = probed && { at: probed, found: undefined };
  const context = newContext(names, checkExpression, prelude(), probe);
  const drafts = items.flatMap((item) => guarded(context, item));
  const isWrong =
    items.some(({ tag }) => tag === 'broken') ||
    context.isRefutable ||
    context.diagnostics.some(({ severity }) => severity === 'error');
  const program = isWrong ? undefined : finish(context, names, [...prelude().drafts, ...drafts]);
  const mentions = once(() => context.mentions.map(finishMention));
  const incomplete = once(() => context.incomplete.map((pending) => finishIncomplete(context, pending)));
  return {
    diagnostics: context.diagnostics,
    program,
    get mentions() {
      return mentions();
    },
    get incomplete() {
      return incomplete();
    },
    probed: finishProbe(context),
    inputs: drafts.flatMap((draft) =>
      draft.tag === 'input'
        ? [{ label: draft.label, name: draft.binder.name, type: draft.type, range: draft.range, span: draft.nameSpan }]
        : [],
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Infers an item. Types can grow as deep as the program is long; exhausting the stack is reported as an error in the
 * program.
 */
function guarded(context: Context, item: Item): DraftItem[] {
  try {
    context.level = 0;
    context.depth = 0;
    return inferItem(context, item);
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    report(context, tooDeep(item.span));
    return [];
  }
}

function finish(context: Context, names: Names, drafts: readonly DraftItem[]): CoreProgram | undefined {
  const result = monomorphise(drafts, names, context.variants);
  if (result.tag === 'ok') return result.program;
  if (result.tag === 'too-deep') {
    report(context, tooDeep(result.place));
    return undefined;
  }
  report(
    context,
    error(
      'too-many-instances',
      result.place,
      `this is used at too many different types: the limit is ${INSTANCE_LIMIT}`,
      {
        hint: 'annotate some definitions with a single type',
      },
    ),
  );
  return undefined;
}

/** Returns the names that an item binds at the top level. */
function namesOf(item: Item): string[] {
  if (item.tag === 'input') return [item.name.text];
  if (item.tag !== 'let') return [];
  return item.bindings.flatMap((binding) =>
    binding.tag === 'function' ? [binding.name.text] : patternNames(binding.pattern),
  );
}

function patternNames(pattern: SurfacePattern): string[] {
  switch (pattern.tag) {
    case 'variable':
      return [pattern.name];
    case 'tuple':
      return pattern.items.flatMap(patternNames);
    case 'annotated':
      return patternNames(pattern.pattern);
    case 'record':
      return pattern.fields.flatMap((field) => patternNames(field.pattern));
    default:
      return [];
  }
}
