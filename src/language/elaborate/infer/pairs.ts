import { hint, type Diagnostic } from '../../source/diagnostic';
import { PRELUDE_CELL } from '../../source/span';
import type { TextEdit } from '../../source/text-edit';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { product, type Type } from '../../types/type';
import { freshVariable, report } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';
import { FREE } from '../messages/reason';
import { unify } from '../types/unify';
import { separated } from '../messages/one-by-one';
import { holdValue, type Argument, type Head, type Step } from './call';

/*
 * The functions of the prelude that took a pair in earlier versions, as in `max (a, b)`, take two arguments, `max a b`.
 * The pair is still accepted, with a hint. Such a function also fits where a function of a pair is asked for, as in
 * `foldl max 0 xs`.
 */

/** The functions, and which of their arguments, from 0, can come in a pair with the next. */
const PAIRS: ReadonlyMap<string, readonly number[]> = new Map([
  ['max', [0]],
  ['min', [0]],
  ['atan2', [0]],
  ['squaredError', [0]],
  ['crossEntropy', [0]],
  ['meanSquaredError', [0]],
  ['neuron', [0]],
  ['comp', [0]],
]);

/** The arguments of an application, one by one. */
export interface Apart {
  readonly steps: readonly Step[];
  /** Whether the application is a function of a pair: of its next two arguments. */
  readonly takesPair: boolean;
  /** Adds the evaluation of the pairs to the application. */
  readonly wrap: (application: Draft) => Draft;
}

/** An argument, or the two that a pair stands for. */
interface Read {
  readonly arguments: readonly Argument[];
  readonly wrap?: Apart['wrap'];
  /** How to write a pair as two arguments, if a change in this place is enough. */
  readonly edits?: readonly TextEdit[];
}

/**
 * Takes the pairs apart that stand for two arguments each, in an application that should have the type `expected`. The
 * hint about them is reported.
 */
export function takeApart(context: Context, head: Head, given: readonly Step[], expected: Type): Apart {
  const places = placesOf(context, head.label);
  const steps: Step[] = [];
  const pairs: Read[] = [];
  let type = resolve(head.type);
  for (const [index, { argument, span }] of given.entries()) {
    const before = given[index - 1]?.argument.span.end ?? head.span.end;
    const isLast = index === given.length - 1;
    const read =
      places.includes(steps.length) && type.tag === 'function'
        ? readArgument(context, argument, { parameter: type.parameter, before, isLast, isGuess: pairs.length > 0 })
        : { arguments: [argument] };
    if (read.arguments.length === 2) pairs.push(read);
    for (const each of read.arguments) {
      steps.push({ argument: each, span });
      type = type.tag === 'function' ? resolve(type.result) : type;
    }
  }

  const wanted = resolve(expected);
  // Where nothing else decides, an earlier pair does: `comp (f, g)` is a function of a pair.
  const isGuess = wanted.tag === 'variable' && pairs.length > 0;
  const takesPair = places.includes(steps.length) && type.tag === 'function' && (isGuess || fits(type, wanted));
  const edits = pairs.flatMap((pair) => pair.edits ?? []);
  const isRewritable = edits.length > 0 && pairs.every((pair) => pair.edits !== undefined);
  if (isRewritable && !(takesPair && isGuess)) report(context, oneByOne(head, given, edits));
  return { steps, takesPair, wrap: (draft) => pairs.reduceRight((inner, { wrap }) => wrap?.(inner) ?? inner, draft) };
}

/** Whether the expression is such a function without its pair, which may be asked for as a function of a pair. */
export function mayTakePair(context: Context, expression: Expression): boolean {
  let head = expression;
  let count = 0;
  for (; head.tag === 'apply'; head = head.function) count += 1;
  return head.tag === 'variable' && placesOf(context, head.name).some((place) => place >= count);
}

/** Returns where a function takes pairs, unless the name is one of the reader's own. */
function placesOf(context: Context, name: string | undefined): readonly number[] {
  const places = name === undefined ? undefined : PAIRS.get(name);
  if (name === undefined || places === undefined) return [];
  const meaning = context.scope.lookup(name);
  return meaning === undefined || meaning.span.cell === PRELUDE_CELL ? places : [];
}

/** Whether a function of two arguments is asked for as a function of a pair. */
function fits({ parameter }: FunctionType, wanted: Type): boolean {
  if (wanted.tag !== 'function' || !isPair(resolve(wanted.parameter))) return false;
  return !canBeTuple(parameter) || resolve(wanted.result).tag !== 'function';
}

type FunctionType = Extract<Type, { tag: 'function' }>;

function isPair(type: Type): type is Extract<Type, { tag: 'product' }> {
  return type.tag === 'product' && type.items.length === 2;
}

function canBeTuple(open: Type): boolean {
  const type = resolve(open);
  return type.tag === 'product' || (type.tag === 'variable' && !['num', 'eq'].includes(type.variable.kind));
}

interface Place {
  readonly parameter: Type;
  /** Where the text before the argument ends. */
  readonly before: number;
  readonly isLast: boolean;
  /** Whether an argument of unknown type is a pair. */
  readonly isGuess: boolean;
}

/** Reads an argument as a pair that stands for two, unless it can be the first and another follows. */
function readArgument(context: Context, argument: Argument, place: Place): Read {
  const { expression, span } = argument;
  if (expression.tag === 'tuple' && argument.inferred === undefined) {
    const isPossible = expression.items.length === 2 && (place.isLast || !canBeTuple(place.parameter));
    if (!isPossible) return { arguments: [argument] };
    const items = expression.items.map((item) => ({ expression: item, span: item.span }));
    return { arguments: items, edits: separated(expression, place.before) };
  }
  if (!place.isLast) return { arguments: [argument] };
  const whole = argument.inferred ?? context.check(context, expression, freshVariable(context), FREE);
  const items = itemsOf(context, whole.type, place.isGuess);
  if (items === undefined) return { arguments: [{ ...argument, inferred: whole }] };
  const { use, wrap } = whole.tag === 'variable' ? { use: whole, wrap: undefined } : holdValue(context, whole);
  const parts = items.map((type, index): Argument => {
    const inferred: Draft = { tag: 'projection', tuple: use, index, type, origin: span };
    return { expression, span, inferred };
  });
  const name = argument.inferred === undefined && expression.tag === 'variable' ? expression.name : undefined;
  const gap = place.before === span.start ? ' ' : '';
  return {
    arguments: parts,
    ...(wrap && { wrap }),
    ...(name !== undefined && { edits: [{ span, text: `${gap}${name}.1 ${name}.2` }] }),
  };
}

/** Returns the types of a pair's items. A type that is not known is that of a pair if that `isGuess`. */
function itemsOf(context: Context, open: Type, isGuess: boolean): readonly Type[] | undefined {
  const type = resolve(open);
  if (isPair(type)) return type.items;
  if (type.tag !== 'variable' || !isGuess) return undefined;
  const items = [freshVariable(context), freshVariable(context)];
  return unify(context, type, product(items)) === undefined ? items : undefined;
}

function oneByOne({ label = '', span }: Head, given: readonly Step[], edits: readonly TextEdit[]): Diagnostic {
  const end = given.at(-1)?.span.end ?? span.end;
  return hint('pair-of-arguments', { ...span, end }, `\`${label}\` takes its arguments one by one`, {
    hint: 'write them without parentheses and a comma; a pair works too',
    fix: { tag: 'edit', title: 'Pass the arguments one by one', edits },
  });
}
