import { error, type Diagnostic } from '../../source/diagnostic';
import { assertNever } from '../../source/internal-error';
import { FOREIGN_SYNTAX, FOREIGN_TYPES } from '../../syntax/foreign-words';
import type { Item } from '../../syntax/tree';
import { isFirstOrder } from '../../types/structure';
import { printType } from '../../types/print';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import { markFailed, inferBindings } from './binding';
import { newBinder, enter, freshVariable, monomorphicGroup, report } from '../context';
import type { Context } from '../context';
import type { Draft, DraftBinder, DraftItem } from '../draft';
import { settle } from '../types/generalise';
import { assignmentWarning, foreignDefinition, type ForeignDefinition } from './foreign-item';
import { writtenColumns } from './matrix';
import { settleParts } from './open-parts';
import { settleProducts } from './product';
import { FREE } from '../messages/reason';
import { readType } from '../types/type-expression';
import { ambiguousRecord } from '../messages/known-records';
import { outsideRange } from '../messages/messages';
import { warnOfShadow } from '../messages/unused';
import { declareType } from '../types/declaration';

type InputItem = Extract<Item, { tag: 'input' }>;
type DataItem = Extract<Item, { tag: 'data' }>;

/** Infers an item of the top level, and enters its names for the items after it. */
export function inferItem(context: Context, item: Item): DraftItem[] {
  const before = context.doubts;
  const [told, errors] = [context.diagnostics.length, context.errors];
  const items = infer(context, item);
  keepForeign(context, told, errors);
  const isSound = context.doubts === before;
  const ambiguous = settleParts(context);
  settleProducts(context);
  settle(context);
  if (isSound)
    for (const { selection, candidates } of ambiguous) report(context, ambiguousRecord(selection, candidates));
  if (context.doubts > before) items.forEach(failItem);
  context.annotationVariables = new Map();
  return items;
}

/** Reports an item that is a definition in other languages. What it uses is recorded, but not reported. */
function inferForeign(context: Context, { diagnostic, name, body }: ForeignDefinition): void {
  const [told, errors] = [context.diagnostics.length, context.errors];
  context.check(context, body, freshVariable(context), FREE);
  report(context, diagnostic);
  keepOnly(context, diagnostic, told, errors);
  context.scope.enter(name.text, { tag: 'unknown', span: name.span });
}

/** Keeps a foreign construct alone of the item's diagnostics, because the others follow from it. */
function keepForeign(context: Context, told: number, errors: number): void {
  const foreign = context.diagnostics.slice(told).find(({ code }) => code === FOREIGN_SYNTAX);
  if (foreign !== undefined) keepOnly(context, foreign, told, errors);
}

function keepOnly(context: Context, diagnostic: Diagnostic, told: number, errors: number): void {
  context.diagnostics.splice(told, Infinity, diagnostic);
  context.errors = errors + 1;
}

function failItem(item: DraftItem): void {
  if (item.tag === 'input' || item.tag === 'data') item.binder.isFailed = true;
  if (item.tag === 'definition') markFailed(item.definition);
}

function infer(context: Context, item: Item): DraftItem[] {
  switch (item.tag) {
    case 'type':
      declareType(context, item);
      return [];
    case 'let':
      return inferBindings(context, item, true).map((definition) => ({ tag: 'definition', definition }));
    case 'input':
      return [inferInput(context, item)];
    case 'data':
      return [inferData(context, item)];
    case 'expression': {
      const foreign = foreignDefinition(context, item);
      if (foreign !== undefined) {
        inferForeign(context, foreign);
        return [];
      }
      const before = context.doubts;
      const term = context.check(context, item.expression, freshVariable(context), FREE);
      const assignment = assignmentWarning(item);
      if (assignment !== undefined && context.doubts === before) report(context, assignment);
      return [{ tag: 'output', term, origin: item.span }];
    }
    case 'import': // the checker has entered its names before the cell
      return [];
    case 'broken':
      for (const name of item.names) context.scope.enter(name.text, { tag: 'unknown', span: name.span });
      for (const { text, span } of item.types) context.aliases.set(text, { span, parameters: [], type: undefined });
      return [];
    default:
      return assertNever(item);
  }
}

function inferInput(context: Context, item: InputItem): DraftItem {
  const { name, range, span: origin } = item;
  const before = context.doubts;
  const type = readType(context, item.type);
  if (context.doubts === before) checkInputType(context, item, type);
  const reason = { tag: 'input', name: name.text, span: item.type.span } as const;
  const value = context.check(context, item.value, type, reason);
  if (range !== undefined && context.doubts === before) checkRange(context, item, type, value);

  const binder = bindInput(context, item, type);
  const plain = range === undefined ? undefined : { low: range.low, high: range.high, step: range.step };
  return { tag: 'input', label: name.text, binder, type, value, range: plain, nameSpan: name.span, origin };
}

function inferData(context: Context, item: DataItem): DraftItem {
  const { name, given, span: origin } = item;
  const before = context.doubts;
  const type = readType(context, item.type);
  if (context.doubts === before) checkInputType(context, item, type);
  const reason = { tag: 'data', name: name.text, span: item.type.span } as const;
  const value = item.value && context.check(context, item.value, type, reason);
  const binder = bindInput(context, item, type);
  return { tag: 'data', label: name.text, binder, type, value, given, nameSpan: name.span, origin };
}

/** Enters the name of an input or of data. Both are set by name, so no two can have the same. */
function bindInput(context: Context, { tag, name, type: written }: InputItem | DataItem, type: Type): DraftBinder {
  const earlier = context.inputs.get(name.text);
  if (earlier !== undefined) {
    report(
      context,
      error('input-twice', name.span, `duplicate ${tag} \`${name.text}\``, {
        hint: `rename one of them: ${tag === 'data' ? 'inputs and data are' : 'inputs are'} set by name`,
        related: [{ message: 'first defined here', span: earlier }],
      }),
    );
  }
  context.inputs.set(name.text, earlier ?? name.span);
  const bound = newBinder(context, name.text, monomorphicGroup(), true);
  if (earlier === undefined) warnOfShadow(context, name.text, name.span, false);
  enter(context, bound, type, name.span, false, writtenColumns(written));
  return bound;
}

function checkInputType(context: Context, { tag, name, type: written }: InputItem | DataItem, type: Type): void {
  const [unknown] = context.annotationVariables.keys();
  if (unknown !== undefined) {
    const instead = FOREIGN_TYPES.get(unknown);
    const message = `the type of the ${tag} \`${name.text}\` must be known, and \`${unknown}\` stands for any type`;
    const hint =
      instead === undefined
        ? 'the types are `real`, `int`, `bool`, `string`, `unit`, `array real`, `list real`, records, tuples, and types of the program'
        : `write \`${instead}\``;
    report(context, error('input-type', written.span, message, { hint }));
  } else if (!isFirstOrder(type)) {
    report(
      context,
      error(
        'input-type',
        written.span,
        `${tag === 'data' ? 'data' : 'an input'} cannot contain functions, but \`${name.text}\` has type ${printType(type)}`,
      ),
    );
  }
}

function checkRange(context: Context, { name, range, value: written }: InputItem, open: Type, value: Draft): void {
  if (range === undefined) return;
  const type = resolve(open);
  const wrong = (message: string, hint?: string): void => {
    report(context, error('input-range', range.span, message, { hint }));
  };
  if (type.tag !== 'real' && type.tag !== 'int') {
    wrong(`only an input of type real or int can have a range, but \`${name.text}\` is ${printType(type)}`);
    return;
  }
  const numbers = [range.low, range.high, range.step ?? 1];
  if (!numbers.every(Number.isFinite)) {
    wrong('the bounds of a range must be finite numbers');
  } else if (type.tag === 'int' && !numbers.every(Number.isSafeInteger)) {
    wrong(`\`${name.text}\` is int, so its range and step must be ints`);
  } else if (range.low > range.high) {
    wrong(`this range is empty: ${range.low} is greater than ${range.high}`, `write \`${range.high} .. ${range.low}\``);
  } else if (range.step !== undefined && range.step <= 0) {
    wrong('the step must be greater than 0');
  } else if (value.tag === 'literal' && typeof value.value === 'number') {
    if (value.value >= range.low && value.value <= range.high) return;
    report(
      context,
      error('input-outside-range', written.span, outsideRange(value.value, name.text), {
        related: [{ message: `the range is ${range.low} to ${range.high}`, span: range.span }],
      }),
    );
  }
}
