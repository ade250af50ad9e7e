import { replacement, type Fix } from '../source/fix';
import { span } from '../source/span';
import type { TextEdit } from '../source/text-edit';
import { ARROW, COMPREHENSION, FOREIGN_WORDS, SIGNATURE, type ForeignRole, type ForeignWord } from './foreign-words';
import { isFixed, type Token } from './token';

/** An item that does not parse. */
export interface FailedItem {
  readonly tokens: readonly Token[];
  /** The index of the first token that the parser could not read. */
  readonly at: number;
  readonly cell: number;
  /** Whether the cell defines the name. */
  readonly defines: (name: string) => boolean;
}

/** A construct of another language, which explains why the item does not parse. */
export interface ForeignShape {
  readonly place: Token;
  readonly message: string;
  readonly hint: string;
  readonly fix?: Fix | undefined;
  /** The name that the item is meant to define. */
  readonly name?: Token | undefined;
}

/** Recognises a construct that starts at a token, or has it between its parts. */
type Shape = (item: FailedItem, index: number) => ForeignShape | undefined;

const SHAPES: readonly Shape[] = [
  definedFunction,
  definedValue,
  namelessFunction,
  loopOrComprehension,
  arrowWithoutFun,
  infixWord,
  trailingCondition,
  elseIf,
  bracedCondition,
  functionOfCases,
  signature,
  moduleImport,
  changedValue,
  assignedValue,
];

/** Returns the first construct of another language up to the place where the parser failed. */
export function foreignShape(item: FailedItem): ForeignShape | undefined {
  // An item that starts with `from` fails at once.
  const end = is(item.tokens[0], 'from') ? Infinity : item.at;
  const last = Math.min(end, item.tokens.length - 1);
  for (let index = 0; index <= last; index += 1) {
    for (const shape of SHAPES) {
      const found = shape(item, index);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** `def f(x): ...`, `function f(x) { ... }` */
function definedFunction(item: FailedItem, index: number): ForeignShape | undefined {
  const { tokens, cell } = item;
  const [word, name] = [tokens[index], tokens[index + 1]];
  const foreign = wordOf(item, index, 'definition');
  if (index > 0 || foreign === undefined || word === undefined || name?.kind !== 'name') return undefined;
  if (!is(tokens[index + 2], '(') && foreign !== FOREIGN_WORDS.get('def')) return undefined;
  const edits = [edit(cell, word, word, 'let')];
  const after = is(tokens[index + 2], '(') ? afterNames(tokens, index + 3) : undefined;
  const colon = after === undefined ? undefined : tokens[after];
  if (after === undefined || colon === undefined || !is(tokens[after - 1], ')') || !is(colon, ':')) {
    return { place: word, name, message: foreign.message, hint: foreign.hint };
  }
  edits.push(edit(cell, colon, colon, ' ='));
  const [leave, value] = [tokens[after + 1], tokens[after + 2]];
  if (leave?.kind === 'name' && leave.text === 'return' && value !== undefined) {
    edits.push({ span: span(cell, leave.start, value.start), text: '' });
  }
  const fix = { tag: 'edit', title: 'Replace with `let`', edits } as const;
  return { place: word, name, message: foreign.message, hint: foreign.hint, fix };
}

/** `const x = ...`, `var x: real = ...` */
function definedValue(item: FailedItem, index: number): ForeignShape | undefined {
  const { tokens, cell } = item;
  const [word, name, after] = tokens.slice(index, index + 3);
  const foreign = wordOf(item, index, 'definition');
  if (index > 0 || foreign === undefined || word === undefined || name?.kind !== 'name') return undefined;
  if (!is(after, '=') && !is(after, ':')) return undefined;
  const { message, hint } = foreign;
  return { place: word, name, message, hint, fix: replacement(span(cell, word.start, word.end), 'let') };
}

/** `lambda x: ...`, `fn x -> ...`, `function (x) { ... }` */
function namelessFunction(item: FailedItem, index: number): ForeignShape | undefined {
  const { tokens, cell } = item;
  const [word, first] = [tokens[index], tokens[index + 1]];
  const foreign = wordOf(item, index, 'function');
  if (foreign === undefined || word === undefined || first === undefined) return undefined;
  const message = `a function starts with \`fun\`, not \`${word.text}\``;
  const told = { place: word, message, hint: ARROW.hint };
  if (word.text === 'lambda') {
    const colon = tokens[afterNames(tokens, index + 1)];
    if (!is(colon, ':') || colon === undefined) return undefined;
    const names = tokens.slice(index + 1, tokens.indexOf(colon)).filter(({ kind }) => kind === 'name');
    const [only, ...others] = names.map(({ text }) => text);
    const parameters = only === undefined || others.length > 0 ? `(${[only, ...others].join(', ')})` : only;
    return { ...told, fix: editing('Write as `fun`', [edit(cell, word, colon, `fun ${parameters} ->`)]) };
  }
  let end = index + 1;
  while (tokens[end]?.kind === 'name' || is(tokens[end], '(')) {
    end = is(tokens[end], '(') ? afterNames(tokens, end + 1) : end + 1;
  }
  const arrow = tokens[end];
  if (arrow !== undefined && is(arrow, '->') && end > index + 1) {
    const edits = [edit(cell, word, word, 'fun'), edit(cell, arrow, arrow, '->')];
    return { ...told, fix: editing('Write as `fun`', edits) };
  }
  return is(first, '(') && is(arrow, '{') ? told : undefined;
}

/** `for x in xs: ...`, `while x < 3: ...`, and `[f x for x in xs]` */
function loopOrComprehension(item: FailedItem, index: number): ForeignShape | undefined {
  const { tokens, at } = item;
  const word = tokens[index];
  const foreign = wordOf(item, index, 'loop');
  if (foreign === undefined || word === undefined) return undefined;
  const rest = tokens.slice(index + 1, at + 1);
  if (word.text === 'while') {
    const { message, hint } = foreign;
    return rest.some((token) => [':', '{', 'do'].some((text) => is(token, text)))
      ? { place: word, message, hint }
      : undefined;
  }
  if (!rest.some((token) => ['in', 'of', ';', '<-'].some((text) => is(token, text)))) return undefined;
  const { message, hint } = endsOperand(tokens[index - 1]) ? COMPREHENSION : foreign;
  return { place: word, message, hint };
}

/** `x => ...`, `(x, y) => ...` */
function arrowWithoutFun({ tokens, at, cell }: FailedItem, index: number): ForeignShape | undefined {
  const arrow = tokens[index];
  if (index !== at || arrow === undefined || !is(arrow, '->')) return undefined;
  let start = index - 1;
  if (is(tokens[start], ')')) {
    do start -= 1;
    while (tokens[start]?.kind === 'name' || is(tokens[start], ','));
    if (!is(tokens[start], '(')) return undefined;
  } else if (tokens[start]?.kind !== 'name') return undefined;
  const [before, first] = [tokens[start - 1], tokens[start]];
  if (first === undefined) return undefined;
  if (before !== undefined && !['(', '[', ',', '=', '->', '|>'].some((text) => is(before, text))) return undefined;
  const edits = [{ span: span(cell, first.start, first.start), text: 'fun ' }, edit(cell, arrow, arrow, '->')];
  return { place: arrow, message: ARROW.message, hint: ARROW.hint, fix: editing('Write as `fun`', edits) };
}

const COMPARISONS = ['=', '/=', '<', '<=', '>', '>='];

/** `a < b or c < d`, and `e where x = ...` */
function infixWord(item: FailedItem, index: number): ForeignShape | undefined {
  const { tokens, at, cell } = item;
  const [before, word, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  const foreign = wordOf(item, index, 'infix');
  if (foreign === undefined || word === undefined || after === undefined || !endsOperand(before)) return undefined;
  const compares = (token: Token): boolean => COMPARISONS.some((text) => is(token, text));
  const isCondition = tokens.slice(0, index).some(compares) && tokens.slice(index + 1, at + 1).some(compares);
  const isClause = after.kind === 'name' && tokens.slice(index + 2).some((token) => is(token, '='));
  const { message, hint, instead } = foreign;
  if (instead === undefined) return isClause ? { place: word, message, hint } : undefined;
  return isCondition
    ? { place: word, message, hint, fix: replacement(span(cell, word.start, word.end), instead) }
    : undefined;
}

/** `x if c else y` */
function trailingCondition({ tokens }: FailedItem, index: number): ForeignShape | undefined {
  const word = tokens[index];
  if (word === undefined || !is(word, 'if') || !endsOperand(tokens[index - 1])) return undefined;
  const next = tokens.slice(index + 1).find((token) => is(token, 'then') || is(token, 'else'));
  if (next === undefined || !is(next, 'else')) return undefined;
  return { place: word, message: 'the condition comes first', hint: 'write `if c then a else b`' };
}

/** `if a then b elif c then d else e` */
function elseIf({ tokens, cell }: FailedItem, index: number): ForeignShape | undefined {
  const word = tokens[index];
  if (word?.kind !== 'name' || !['elif', 'elsif', 'elseif'].includes(word.text)) return undefined;
  if (!tokens.slice(0, index).some((token) => is(token, 'if'))) return undefined;
  const fix = replacement(span(cell, word.start, word.end), 'else if');
  return {
    place: word,
    message: `\`${word.text}\` is written \`else if\``,
    hint: 'write `if a then b else if c then d else e`',
    fix,
  };
}

/** `if c { a } else { b }` */
function bracedCondition({ tokens, at }: FailedItem, index: number): ForeignShape | undefined {
  const word = tokens[index];
  const rest = tokens.slice(index + 1, at + 1);
  if (!is(word, 'if') || word === undefined || rest.some((token) => is(token, 'then'))) return undefined;
  if (!rest.some((token) => is(token, '{'))) return undefined;
  return {
    place: word,
    message: 'a condition has `then` and `else`, and no braces',
    hint: 'write `if c then a else b`',
  };
}

/** `function 0 -> 1 | n -> n` */
function functionOfCases({ tokens, defines }: FailedItem, index: number): ForeignShape | undefined {
  const [word, first] = [tokens[index], tokens[index + 1]];
  if (word?.kind !== 'name' || word.text !== 'function' || first === undefined || defines(word.text)) return undefined;
  if (!is(first, '|') && !['number', 'string', 'constructor'].includes(first.kind)) return undefined;
  const hint = 'write `fun x -> match x with 0 -> ... | n -> ...`';
  return { place: word, message: 'a function starts with `fun`, and its cases with `match`', hint };
}

/** `f :: Int -> Int` */
function signature({ tokens, at }: FailedItem, index: number): ForeignShape | undefined {
  const [name, colons, failed] = [tokens[index], tokens[index + 1], tokens[at]];
  if (index > 0 || name?.kind !== 'name' || !is(colons, '::') || colons === undefined || !is(failed, '->'))
    return undefined;
  const hint = `annotate the definition: \`let ${name.text} (x : real) : real = ...\``;
  return { place: colons, message: SIGNATURE, hint, name };
}

/** `from math import sqrt` */
function moduleImport({ tokens }: FailedItem, index: number): ForeignShape | undefined {
  const [from, name, word] = [tokens[0], tokens[index - 1], tokens[index]];
  const foreign = word?.kind === 'name' && word.text === 'import' ? FOREIGN_WORDS.get(word.text) : undefined;
  if (!is(from, 'from') || from === undefined || name === undefined || foreign === undefined) return undefined;
  return { place: from, message: foreign.message, hint: foreign.hint };
}

/** `x += 1` */
function changedValue({ tokens, at }: FailedItem, index: number): ForeignShape | undefined {
  const [value, operator, equals] = [tokens[index - 2], tokens[index - 1], tokens[index]];
  if (index !== at || operator === undefined || equals === undefined || value?.kind !== 'name') return undefined;
  if (!is(equals, '=') || operator.end !== equals.start) return undefined;
  if (!['+', '-', '*', '/', '^'].some((text) => is(operator, text))) return undefined;
  const name = value.text === 'y' ? 'z' : 'y';
  return {
    place: { ...operator, end: equals.end },
    message: `there is no \`${operator.text}=\`: the value of a name does not change`,
    hint: `define a new name: \`let ${name} = ${value.text} ${operator.text} ...\``,
  };
}

/** `x <- 5` */
function assignedValue({ tokens, cell }: FailedItem, index: number): ForeignShape | undefined {
  const [name, arrow] = tokens;
  if (index !== 1 || name?.kind !== 'name' || arrow === undefined || !is(arrow, '<-')) return undefined;
  const edits = [{ span: span(cell, name.start, name.start), text: 'let ' }, edit(cell, arrow, arrow, '=')];
  const hint = `write \`let ${name.text} = ...\``;
  return {
    place: arrow,
    message: 'a definition has `let` and `=`, not `<-`',
    hint,
    fix: editing('Write as `let`', edits),
    name,
  };
}

function wordOf({ tokens, defines }: FailedItem, index: number, role: ForeignRole): ForeignWord | undefined {
  const token = tokens[index];
  const word = token?.kind === 'name' ? FOREIGN_WORDS.get(token.text) : undefined;
  return token !== undefined && word?.roles.includes(role) === true && !defines(token.text) ? word : undefined;
}

/** Returns the index after names and commas, and the bracket that closes them. */
function afterNames(tokens: readonly Token[], from: number): number {
  let index = from;
  while (tokens[index]?.kind === 'name' || is(tokens[index], ',')) index += 1;
  return is(tokens[index], ')') ? index + 1 : index;
}

/** Whether an operand can end with the token. */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined || token.kind === 'error' || token.kind === 'end') return false;
  if (token.kind !== 'fixed') return true;
  return [')', ']', '}', 'true', 'false'].includes(token.text);
}

function is(token: Token | undefined, text: string): boolean {
  return token !== undefined && isFixed(token, text);
}

function edit(cell: number, from: Token, to: Token, text: string): TextEdit {
  return { span: span(cell, from.start, to.end), text };
}

function editing(title: string, edits: readonly TextEdit[]): Fix {
  return { tag: 'edit', title, edits };
}
