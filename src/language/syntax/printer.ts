import { choice, chosenLine, concat, fill, group, hardLine, join, line, LINE_WIDTH, nest, type Doc } from './layout';
import { LEVEL, TYPE_LEVEL } from './precedence';
import { bindingDoc, bodyDoc, expressionDoc, itemExpressionDoc } from './print-expressions';
import { typeDoc } from './print-types';
import { render, renderSteps } from './render';
import { PLAIN_STYLE, type Style } from './style';
import { IMPORT } from './token';
import type { ConstructorDeclaration, Expression, Item, SurfaceProgram, TypeExpression } from './tree';

interface PrintedItem {
  readonly tag: Item['tag'];
  readonly text: string;
}

/**
 * Returns the program as text that parses back to it, in ASCII except for the program's own names and strings. Broken
 * items and comments are left out; for a text that a reader wrote, `format` keeps more.
 */
export function print(program: SurfaceProgram): string {
  const out: string[] = [];
  let previous: PrintedItem | undefined;
  for (const item of program.items) {
    if (item.tag === 'broken') continue;
    const text = printItem(item);
    if (previous !== undefined && !areTight(previous, { tag: item.tag, text })) out.push('\n');
    out.push(text, '\n');
    previous = { tag: item.tag, text };
  }
  return out.join('');
}

/** Whether two items need no blank line between them. */
function areTight(a: PrintedItem, b: PrintedItem): boolean {
  return a.tag === b.tag && !a.text.includes('\n') && !b.text.includes('\n');
}

/** Prints one item with its continuation lines indented, without a trailing line break; empty for a broken item. */
export function printItem(item: Item): string {
  return render(renderSteps(itemDoc(PLAIN_STYLE, item)), LINE_WIDTH);
}

export function printExpression(expression: Expression): string {
  return render(renderSteps(bodyDoc(PLAIN_STYLE, expression)), LINE_WIDTH);
}

/** Returns the layout of an item. Every break is in a `nest`, so no continuation line starts in the first column. */
export function itemDoc(style: Style, item: Item): Doc {
  switch (item.tag) {
    case 'type':
      return nest(2, typeItemDoc(item));
    case 'let': {
      const { recursive, bindings } = item;
      const [first = '', ...others] = bindings.map((binding) => bindingDoc(style, binding));
      const further = others.map((binding) => concat(hardLine, 'and ', binding));
      return concat(recursive ? 'let rec ' : 'let ', first, nest(2, concat(...further)));
    }
    case 'input': {
      const head = concat('input ', item.name.text, ' : ', nest(2, typeDoc(item.type, TYPE_LEVEL.function)), ' =');
      const { range } = item;
      const bounds = range === undefined ? [] : [`in ${printNumber(range.low)}`, `.. ${printNumber(range.high)}`];
      const step = range?.step === undefined ? [] : [`step ${printNumber(range.step)}`];
      return nest(2, fill([head, expressionDoc(style, item.value, LEVEL.block), ...bounds, ...step]));
    }
    case 'data': {
      const head = concat('data ', item.name.text, ' : ', nest(2, typeDoc(item.type, TYPE_LEVEL.function)));
      if (item.value === undefined) return head;
      return nest(2, fill([concat(head, ' ='), expressionDoc(style, item.value, LEVEL.block)]));
    }
    case 'import':
      return `import ${JSON.stringify(item.source.text)}`;
    case 'expression': {
      const doc = itemExpressionDoc(style, item.expression);
      return startsLikeImport(item.expression) ? concat('(', doc, ')') : doc;
    }
    case 'broken':
      return '';
  }
}

/** Whether the text of an expression starts with the name `import` and a string, which would be read as an import. */
function startsLikeImport(expression: Expression): boolean {
  let first = expression;
  for (;;) {
    switch (first.tag) {
      case 'apply': {
        const { function: callee, argument } = first;
        if (callee.tag === 'variable' && callee.name === IMPORT)
          return argument.tag === 'literal' && argument.literal.tag === 'string';
        first = callee;
        break;
      }
      case 'binary':
        first = first.left;
        break;
      case 'field':
        first = first.record;
        break;
      case 'projection':
        first = first.tuple;
        break;
      case 'index':
        first = first.sequence;
        break;
      default:
        return false;
    }
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
  return group(concat(head, chosenLine, first, join(alternatives, concat(chosenLine, '| '))));
}

/** Returns the name that a printed type begins with, ignoring parentheses. */
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

/**
 * Prints a finite number as a literal, with a sign if it is negative. Whole numbers beyond the ints get an exponent.
 */
export function printNumber(value: number): string {
  const plain = String(value);
  if (Object.is(value, -0)) return '-0';
  return /^-?[0-9]+$/.test(plain) && !Number.isSafeInteger(value) ? value.toExponential() : plain;
}
