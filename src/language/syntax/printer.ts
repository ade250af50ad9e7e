import { choice, concat, group, hardLine, join, line, nest, render, type Doc } from './layout';
import { LEVEL, TYPE_LEVEL } from './precedence';
import { bindingDoc, expressionDoc } from './print-expressions';
import { typeDoc } from './print-types';
import type { ConstructorDeclaration, Expression, Item, SurfaceProgram, TypeExpression } from './tree';

const WIDTH = 100;

interface PrintedItem {
  readonly tag: Item['tag'];
  readonly text: string;
}

/**
 * The program as text that parses back to it, in ASCII but for the reader's own names and strings. Comments stand before
 * the item that follows them. With `source`, the text that the program was parsed from, comments at the end of an
 * item's line stay there, and broken items stay as they are; without it broken items are left out.
 */
export function print(program: SurfaceProgram, source?: string): string {
  const out: string[] = [];
  let comment = 0;
  const printComments = (before: number): void => {
    for (let next = program.comments[comment]; next !== undefined && next.span.start < before;) {
      out.push(`${next.text}\n`);
      comment += 1;
      next = program.comments[comment];
    }
  };
  let previous: PrintedItem | undefined;
  for (const item of program.items) {
    const text = item.tag === 'broken' ? source?.slice(item.span.start, item.span.end) : printItem(item);
    if (text === undefined) continue;
    const commented = (program.comments[comment]?.span.start ?? Infinity) < item.span.end;
    if (previous !== undefined && (commented || !areTight(previous, { tag: item.tag, text }))) out.push('\n');
    printComments(item.tag === 'broken' ? item.span.start : item.span.end);
    if (item.tag === 'broken') comment = skipInside(program, comment, item.span.end);
    out.push(text);
    const trailing = program.comments[comment];
    if (
      source !== undefined &&
      trailing !== undefined &&
      !source.slice(item.span.end, trailing.span.start).includes('\n')
    ) {
      out.push(`  ${trailing.text}`);
      comment += 1;
    }
    out.push('\n');
    previous = { tag: item.tag, text };
  }
  printComments(Infinity);
  return out.join('');
}

/** A broken item is copied with the comments in it. */
function skipInside(program: SurfaceProgram, comment: number, end: number): number {
  let next = comment;
  while ((program.comments[next]?.span.start ?? Infinity) < end) next += 1;
  return next;
}

/** Whether no blank line stands between two items. */
function areTight(a: PrintedItem, b: PrintedItem): boolean {
  return a.tag === b.tag && !a.text.includes('\n') && !b.text.includes('\n');
}

/** One item, its continuation lines indented; empty for a broken one. No line break at its end. */
export function printItem(item: Item): string {
  return render(itemDoc(item), WIDTH);
}

export function printExpression(expression: Expression): string {
  return render(expressionDoc(expression, LEVEL.block), WIDTH);
}

/** Every line break stands in a `nest`, so that no continuation line starts in the first column. */
function itemDoc(item: Item): Doc {
  switch (item.tag) {
    case 'type':
      return nest(2, typeItemDoc(item));
    case 'let': {
      const { recursive, bindings } = item;
      const [first = '', ...others] = bindings.map(bindingDoc);
      const further = others.map((binding) => concat(hardLine, 'and ', binding));
      return concat(recursive ? 'let rec ' : 'let ', first, nest(2, concat(...further)));
    }
    case 'input': {
      const head = concat('input ', item.name.text, ' : ', typeDoc(item.type, TYPE_LEVEL.function), ' =');
      const { range } = item;
      const step = range?.step === undefined ? '' : ` step ${printNumber(range.step)}`;
      const bounds = range === undefined ? '' : ` in ${printNumber(range.low)} .. ${printNumber(range.high)}${step}`;
      return nest(2, group(concat(head, line, expressionDoc(item.value, LEVEL.block), bounds)));
    }
    case 'expression':
      return nest(2, expressionDoc(item.expression, LEVEL.block));
    case 'broken':
      return '';
  }
}

function typeItemDoc(item: Extract<Item, { readonly tag: 'type' }>): Doc {
  const head = ['type', item.name.text, ...item.parameters.map((parameter) => parameter.text), '='].join(' ');
  const { definition } = item;
  if (definition.tag === 'alias') {
    // A definition that begins with the name of the type would declare a constructor of that name.
    const declares = firstName(definition.type) === item.name.text;
    const type = typeDoc(definition.type, TYPE_LEVEL.function);
    return group(concat(head, line, declares ? concat('(', type, ')') : type));
  }
  const alternatives = definition.constructors.map(constructorDoc);
  // A single constructor without a bar would be read as an alias.
  const first = choice('| ', alternatives.length === 1 ? '| ' : '');
  return group(concat(head, line, first, join(alternatives, concat(line, '| '))));
}

/** The name that a type begins with when it is printed, parentheses apart. */
function firstName(type: TypeExpression): string | undefined {
  let first: TypeExpression | undefined = type;
  while (first !== undefined) {
    switch (first.tag) {
      case 'name':
        return first.name.text;
      case 'product':
        first = first.items[0];
        break;
      case 'sum':
        first = first.left;
        break;
      case 'function':
        first = first.parameter;
        break;
      case 'base':
      case 'variable':
      case 'sequence':
      case 'record':
        return undefined;
    }
  }
  return undefined;
}

function constructorDoc(constructor: ConstructorDeclaration): Doc {
  const { name, payload } = constructor;
  return payload === undefined ? name.text : concat(name.text, ' ', typeDoc(payload, TYPE_LEVEL.atom));
}

/** A finite number as a literal, with a sign if it is negative. Whole numbers beyond the ints get an exponent. */
export function printNumber(value: number): string {
  const plain = String(value);
  if (Object.is(value, -0)) return '-0';
  return /^-?[0-9]+$/.test(plain) && !Number.isSafeInteger(value) ? value.toExponential() : plain;
}
