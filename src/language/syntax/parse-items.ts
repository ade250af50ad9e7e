import { replacement } from '../source/fix';
import type { Cursor } from './cursor';
import { parseLet } from './parse-bindings';
import { parseAfterBindings, parseExpression } from './parse-expressions';
import { parseAtomicType, parseType, startsAtomicType } from './parse-types';
import { TYPE_LEVEL } from './precedence';
import { printType } from './print-types';
import { DATA, IMPORT, isFixed, type Token } from './token';
import type { ConstructorDeclaration, Identifier, InputRange, Item, TypeDefinition, TypeExpression } from './tree';

/** Parses the item at the cursor. */
export function parseItem(cursor: Cursor): Item {
  const token = cursor.peek();
  const item = parseWhole(cursor, token);
  cursor.finishItem();
  return cursor.broken
    ? { tag: 'broken', names: cursor.names, types: cursor.types, span: cursor.spanFrom(token.start) }
    : item;
}

function parseWhole(cursor: Cursor, token: Token): Item {
  if (isFixed(token, 'let')) return parseLetItem(cursor, token);
  if (isFixed(token, 'type')) return parseTypeItem(cursor);
  if (isFixed(token, 'input')) return parseInputItem(cursor);
  if (startsData(cursor)) return parseDataItem(cursor);
  if (startsImport(cursor)) return parseImport(cursor);
  cursor.rejectContinuation();
  if (token.kind === 'name' && cursor.peek(1).kind === 'error' && cursor.peek(1).text === ':=') {
    cursor.names.push({ text: token.text, span: cursor.spanOf(token) });
    cursor.abandon();
  }
  const expression = parseExpression(cursor);
  return { tag: 'expression', expression, span: cursor.spanFrom(token.start) };
}

/** Parses a definition, or an expression if `in` follows the bindings. */
function parseLetItem(cursor: Cursor, token: Token): Item {
  const head = parseLet(cursor, parseExpression, true);
  if (!cursor.at('in')) return { tag: 'let', ...head, span: cursor.spanFrom(token.start) };
  const expression = parseAfterBindings(cursor, token, head);
  return { tag: 'expression', expression, span: cursor.spanFrom(token.start) };
}

/** 'type' Name tyvar* '=' (type | variants) */
function parseTypeItem(cursor: Cursor): Item {
  const start = cursor.next().start;
  const name = parseConstructorName(cursor, 'a type name', cursor.types);
  const parameters: Identifier[] = [];
  for (let token = cursor.peek(); token.kind === 'name'; token = cursor.peek()) {
    parameters.push({ text: token.text, span: cursor.spanOf(token) });
    cursor.next();
  }
  if (!cursor.take('=')) {
    cursor.unexpected('`=` and a definition', {
      hint: 'write a type as `type Name a = A | B a`, with lowercase parameters',
    });
  }
  const definition: TypeDefinition = isVariants(cursor, name.text)
    ? { tag: 'variants', constructors: parseVariants(cursor) }
    : { tag: 'alias', type: parseType(cursor) };
  return { tag: 'type', name, parameters, definition, span: cursor.spanFrom(start) };
}

/**
 * Whether the type is a variant. `T = A real` alone could be an alias or a variant: it is an alias, unless there is a
 * bar or the constructor has the name of the type.
 */
function isVariants(cursor: Cursor, typeName: string): boolean {
  if (cursor.at('|')) return true;
  const first = cursor.peek();
  if (first.kind !== 'constructor') return false;
  if (first.text === typeName) return true;
  for (let ahead = 1; ; ahead += 1) {
    const token = cursor.peek(ahead);
    if (token.kind === 'end') return false;
    if (isFixed(token, '|')) return true;
  }
}

/** variants ::= ['|'] Con [atype] ('|' Con [atype])* */
function parseVariants(cursor: Cursor): readonly ConstructorDeclaration[] {
  cursor.take('|');
  const constructors: ConstructorDeclaration[] = [];
  do {
    const name = parseConstructorName(cursor, 'a constructor name', cursor.names);
    const payload = startsAtomicType(cursor.peek()) ? parsePayload(cursor, name) : undefined;
    constructors.push({ name, payload, span: cursor.spanFrom(name.span.start) });
  } while (cursor.take('|'));
  return constructors;
}

/** Parses the type of a constructor's value. Several types, or one without its parentheses, are an error. */
function parsePayload(cursor: Cursor, name: Identifier): TypeExpression {
  const first = parseAtomicType(cursor);
  const second = cursor.peek();
  const joiner = ['*', '+', '->'].find((symbol) => isFixed(second, symbol));
  if (joiner === undefined && !startsAtomicType(second)) return first;
  const items = [first];
  if (joiner === undefined) while (startsAtomicType(cursor.peek())) items.push(parseAtomicType(cursor));
  else if (cursor.take(joiner)) items.push(parseType(cursor));
  if (cursor.broken) return first;
  const level = joiner === undefined ? TYPE_LEVEL.application : TYPE_LEVEL.function;
  const written = `(${items.map((type) => printType(type, level)).join(` ${joiner ?? '*'} `)})`;
  const place = cursor.spanFrom(first.span.start);
  const hint = `${joiner === undefined || joiner === '*' ? 'use a tuple' : 'add parentheses'}: \`${name.text} ${written}\``;
  const fix = replacement(place, written);
  cursor.spoil('one-payload', 'a constructor carries at most one value', cursor.spanOf(second), { hint, fix });
  return first;
}

function parseConstructorName(cursor: Cursor, what: string, declared: Identifier[]): Identifier {
  const token = cursor.peek();
  const name = { text: token.text, span: cursor.spanOf(token) };
  if (token.kind === 'constructor') {
    cursor.next();
    declared.push(name);
  } else if (token.kind === 'name' && declared === cursor.types) {
    rejectSmallType(cursor, name);
  } else {
    const hint = 'types and constructors start with a capital letter';
    cursor.unexpected(what, token.kind === 'name' ? { hint } : {});
  }
  return name;
}

/** Reports the name in `type row = ...`, and skips the rest of the item. */
function rejectSmallType(cursor: Cursor, { text, span }: Identifier): void {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  const { places, typePlaces } = cursor.cellNames();
  const isFree = /^\p{Lu}[\p{L}0-9_']*$/u.test(capital) && !places.has(capital);
  const edits = (typePlaces.get(text) ?? []).map((each) => ({ span: cursor.spanOf(each), text: capital }));
  const fix = isFree ? ({ tag: 'edit', title: `Rename to \`${capital}\``, edits } as const) : undefined;
  const hint = isFree ? `write \`type ${capital} = ...\`` : 'a type starts with a capital letter';
  cursor.types.push({ text, span });
  cursor.fail('small-type-name', `the name of the type \`${text}\` must start with a capital letter`, span, {
    hint,
    fix,
  });
}

const INPUT_SHAPE = 'write an input as `input name : type = value in low .. high step size`; the range is optional';

/** 'input' name ':' type '=' expr ['in' number '..' number ['step' number]] */
function parseInputItem(cursor: Cursor): Item {
  const start = cursor.next().start;
  const token = cursor.peek();
  const name = { text: token.text, span: cursor.spanOf(token) };
  if (token.kind === 'name' && !token.text.includes('.')) {
    cursor.next();
    cursor.names.push(name);
  } else {
    cursor.unexpected('an input name', { hint: INPUT_SHAPE });
  }
  if (!cursor.take(':')) cursor.unexpected('`:` and the type of the input', { hint: INPUT_SHAPE });
  const type = parseType(cursor);
  if (!cursor.take('=')) cursor.unexpected('`=` and a value', { hint: INPUT_SHAPE });
  const value = parseExpression(cursor);
  const range = cursor.at('in') ? parseRange(cursor) : undefined;
  return { tag: 'input', name, type, value, range, span: cursor.spanFrom(start) };
}

/** Whether an item is data: elsewhere, and without a name and a colon after it, `data` is an ordinary name. */
function startsData(cursor: Cursor): boolean {
  const [word, name, colon] = [cursor.peek(), cursor.peek(1), cursor.peek(2)];
  return word.kind === 'name' && word.text === DATA && name.kind === 'name' && isFixed(colon, ':');
}

const DATA_SHAPE = 'write data as `data name : type = value`; the value is optional';

/** 'data' name ':' type ['=' expr] */
function parseDataItem(cursor: Cursor): Item {
  const start = cursor.next().start;
  const token = cursor.peek();
  const name = { text: token.text, span: cursor.spanOf(token) };
  if (token.text.includes('.')) cursor.unexpected('the name of the data', { hint: DATA_SHAPE });
  else {
    cursor.next();
    cursor.names.push(name);
  }
  cursor.take(':');
  const type = parseType(cursor);
  const value = cursor.take('=') ? parseExpression(cursor) : undefined;
  return { tag: 'data', name, type, value, span: cursor.spanFrom(start) };
}

/** Whether an item is an import: elsewhere, and without a string after it, `import` is an ordinary name. */
function startsImport(cursor: Cursor): boolean {
  const [word, source] = [cursor.peek(), cursor.peek(1)];
  return word.kind === 'name' && word.text === IMPORT && source.kind === 'string';
}

/** 'import' string */
function parseImport(cursor: Cursor): Item {
  const { start } = cursor.next();
  const token = cursor.next();
  const source = { text: token.text, span: cursor.spanOf(token) };
  const span = cursor.spanFrom(start);
  if (!cursor.canImport) {
    const hint = 'move it to the top: its names are known from there on';
    cursor.mend('late-import', 'imports come before all other items', span, { hint });
  }
  return { tag: 'import', source, span };
}

function parseRange(cursor: Cursor): InputRange {
  cursor.next();
  const start = cursor.peek().start;
  const low = parseBound(cursor);
  if (!cursor.take('..')) cursor.unexpected('`..`', { hint: INPUT_SHAPE });
  const high = parseBound(cursor);
  const token = cursor.peek();
  let step: number | undefined;
  if (token.kind === 'name' && token.text === 'step') {
    cursor.next();
    step = parseBound(cursor);
  }
  return { low, high, step, span: cursor.spanFrom(start) };
}

function parseBound(cursor: Cursor): number {
  const sign = cursor.take('-') ? -1 : 1;
  const token = cursor.peek();
  if (token.kind === 'number') cursor.next();
  else cursor.unexpected('a number', { hint: INPUT_SHAPE });
  return sign * Number(token.text);
}
