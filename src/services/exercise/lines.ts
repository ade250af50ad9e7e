/**
 * The lines of a block of checks, ` ```checks exercise=ID `. An indented line continues the one before it.
 *
 *   line   ::= [NAME:] form
 *   form   ::= [forall binder, ..., binder:] EXPR [equals EXPR [within NUMBER]]
 *            | avoids NAME ... NAME
 *            | type NAME : TYPE
 *            | cost (steps | nodes | reevaluations) [by ENGINE] of EXPR over NAME in INT, ..., INT: bound
 *            | engine ENGINE (ok | declines)
 *   bound  ::= slope <= NUMBER | most <= NUMBER | least >= NUMBER
 *   binder ::= NAME [: int] in NUMBER .. NUMBER [step NUMBER] | NAME in TYPE
 *
 * `equals` compares reals within a tolerance, and everything else exactly. It is a word of these lines and not of the
 * language, so it can only stand between two whole expressions. A name has no brackets, quotes or colons.
 */
import { lex } from '../../language/syntax/lexer';
import { KEYWORDS, type Token } from '../../language/syntax/token';

/** Part of the block, by its offsets. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export interface Binder {
  readonly name: string;
  readonly domain:
    | {
        readonly tag: 'range';
        readonly low: number;
        readonly high: number;
        readonly step: number | undefined;
        readonly isInt: boolean;
      }
    | { readonly tag: 'type'; readonly type: Part };
}

export type Counted = 'steps' | 'nodes' | 'reevaluations';

export type Form =
  | {
      readonly tag: 'holds';
      readonly binders: readonly Binder[];
      readonly left: Part;
      readonly equals: { readonly right: Part; readonly within: number } | undefined;
    }
  | { readonly tag: 'avoids'; readonly names: readonly string[] }
  | { readonly tag: 'type'; readonly name: Part; readonly type: Part }
  | {
      readonly tag: 'cost';
      readonly counted: Counted;
      readonly engine: string | undefined;
      readonly expression: Part;
      readonly size: string;
      readonly sizes: readonly number[];
      readonly bound: 'slope' | 'most' | 'least';
      readonly limit: number;
    }
  | { readonly tag: 'engine'; readonly id: string; readonly wanted: 'ok' | 'declines' }
  | { readonly tag: 'wrong'; readonly at: number; readonly message: string; readonly hint: string };

export interface CheckLine extends Part {
  /** The name that the author gave it, or its own text. */
  readonly name: string;
  /** Where the form starts, after the name. */
  readonly body: number;
  readonly form: Form;
}

/** The tolerance of `equals`, relative to the right side where that is larger than 1. */
export const TOLERANCE = 1e-9;

/** More lines of a block are not read. */
const MOST_LINES = 100;

/** Returns the lines of a block of checks. Any text is one: what cannot be read is a line that says why. */
export function checkLines(block: string): readonly CheckLine[] {
  const lines: Part[] = [];
  let at = 0;
  for (const line of block.split('\n')) {
    const end = at + line.length;
    const text = line.trim();
    const last = lines.at(-1);
    if (text !== '' && !text.startsWith('--')) {
      if (/^\s/.test(line) && last !== undefined) lines[lines.length - 1] = { start: last.start, end };
      else lines.push({ start: at + line.search(/\S/), end });
    }
    at = end + 1;
  }
  return lines.slice(0, MOST_LINES).map((part) => readLine(block, part));
}

/** What cannot be read. */
class Unreadable {
  readonly at: number;
  readonly message: string;
  readonly hint: string;
  constructor(at: number, message: string, hint: string) {
    this.at = at;
    this.message = message;
    this.hint = hint;
  }
}

function readLine(block: string, part: Part): CheckLine {
  const end = part.start + block.slice(part.start, part.end).trimEnd().length;
  const text = block.slice(part.start, end);
  const named = KEYWORD.test(text) ? undefined : /^([^:\n"`()[\]{}]*?)\s*:(?!:)\s*/.exec(text);
  const [prefix = '', name = ''] = named ?? [];
  const reader = new Reader(block, part.start + prefix.length, end);
  const form = readForm(reader);
  const shown = name === '' ? text.replace(/\s+/g, ' ') : name;
  return {
    start: part.start,
    end,
    name: shown,
    body: part.start + prefix.length,
    form: form instanceof Unreadable ? { tag: 'wrong', at: form.at, message: form.message, hint: form.hint } : form,
  };
}

/** The start of a line that has no name. */
const KEYWORD =
  /^(?:forall\s|avoids\s|type\s+\S+\s*:|cost\s+(?:steps|nodes|reevaluations)\s|engine\s+\S+\s+(?:ok|declines)\s*$)/;

function readForm(reader: Reader): Form | Unreadable {
  switch (reader.peekWord()) {
    case 'forall':
      return readForall(reader);
    case 'avoids':
      return readAvoids(reader);
    case 'type':
      return readType(reader);
    case 'cost':
      return readCost(reader);
    case 'engine':
      return readEngine(reader);
    default:
      return readComparison(reader, []);
  }
}

function readForall(reader: Reader): Form | Unreadable {
  reader.word();
  const binders: Binder[] = [];
  for (;;) {
    const binder = readBinder(reader);
    if (binder instanceof Unreadable) return binder;
    if (binders.some(({ name }) => name === binder.name))
      return reader.wrong(`\`${binder.name}\` is bound twice`, 'give each variable its own name');
    binders.push(binder);
    if (reader.skip(',')) continue;
    if (reader.skip(':')) return readComparison(reader, binders);
    return reader.wrong('expected `:` and a condition after the variables', EXAMPLE_FORALL);
  }
}

const EXAMPLE_FORALL = 'write for example `forall x in -2 .. 2, xs in list real: f x xs equals 0`';

function readBinder(reader: Reader): Binder | Unreadable {
  const name = reader.identifier();
  if (name === undefined) return reader.wrong('expected the name of a variable', EXAMPLE_FORALL);
  const isTyped = reader.skip(':');
  const type = isTyped ? reader.word() : undefined;
  if (isTyped && type !== 'int' && type !== 'real')
    return reader.wrong('the type of a range is `int` or `real`', 'write for example `n : int in 0 .. 10`');
  if (reader.word() !== 'in') return reader.wrong(`expected \`in\` after \`${name}\``, EXAMPLE_FORALL);
  const low = reader.number();
  if (low === undefined) {
    if (isTyped) return reader.wrong('expected a range', 'write for example `n : int in 0 .. 10`');
    const part = reader.type();
    if (part === undefined) return reader.wrong('expected a range or a type', EXAMPLE_FORALL);
    return { name, domain: { tag: 'type', type: part } };
  }
  const high = reader.skip('..') ? reader.number() : undefined;
  if (high === undefined) return reader.wrong('a range needs two numbers', 'write for example `x in -2 .. 2`');
  const isStepped = reader.peekWord() === 'step';
  if (isStepped) reader.word();
  const step = isStepped ? reader.number() : undefined;
  if (isStepped && !(step !== undefined && step > 0))
    return reader.wrong('the step must be a positive number', 'write for example `x in 0 .. 1 step .1`');
  if (low > high) return reader.wrong('the range is empty', `swap its ends: \`${high} .. ${low}\``);
  const isInt = type === 'int';
  if (isInt && ![low, high, step ?? 1].every(Number.isSafeInteger))
    return reader.wrong('the ends of a range of ints must be ints', 'remove `: int`, or write whole numbers');
  return { name, domain: { tag: 'range', low, high, step, isInt } };
}

function readComparison(reader: Reader, binders: readonly Binder[]): Form | Unreadable {
  const tokens = reader.tokens();
  const at = tokens.findIndex(({ token, depth }) => depth === 0 && token.kind === 'name' && token.text === 'equals');
  if (at < 0) {
    const left = reader.partOf(tokens);
    if (left === undefined) return reader.wrong('expected a condition', 'write for example `f 3 equals 9`');
    return { tag: 'holds', binders, left, equals: undefined };
  }
  const left = reader.partOf(tokens.slice(0, at));
  const rest = tokens.slice(at + 1);
  const tolerance = rest.findLastIndex(({ token, depth }) => depth === 0 && token.text === 'within');
  const right = reader.partOf(tolerance < 0 ? rest : rest.slice(0, tolerance));
  if (left === undefined || right === undefined)
    return reader.wrong('`equals` needs a value on each side', 'write for example `f 3 equals 9`');
  if (tolerance < 0) return { tag: 'holds', binders, left, equals: { right, within: TOLERANCE } };
  reader.goTo(rest[tolerance]?.token.end);
  const within = reader.number();
  if (within === undefined || within < 0 || !reader.isAtEnd())
    return reader.wrong('expected a number after `within`', 'write for example `within 1e-6`');
  return { tag: 'holds', binders, left, equals: { right, within } };
}

/** What `derivatives` stands for after `avoids`. */
export const DERIVATIVES = ['deriv', 'grad', 'rd', 'fd', 'vjp', 'jvp', 'jacobian', 'hessian', 'hvp', 'taylor'];

function readAvoids(reader: Reader): Form | Unreadable {
  reader.word();
  const names = reader.tokens().map(({ token }) => token.text);
  if (names.length === 0) return reader.wrong('expected names after `avoids`', 'write for example `avoids grad deriv`');
  return { tag: 'avoids', names: names.flatMap((name) => (name === 'derivatives' ? DERIVATIVES : [name])) };
}

function readType(reader: Reader): Form | Unreadable {
  reader.word();
  const tokens = reader.tokens();
  const colon = tokens.findIndex(({ token }) => token.text === ':');
  const name = colon === 1 ? reader.partOf(tokens.slice(0, 1)) : undefined;
  const type = reader.partOf(tokens.slice(colon + 1));
  if (name === undefined || type === undefined)
    return reader.wrong('expected a name, `:` and a type', 'write for example `type f : real -> real`');
  return { tag: 'type', name, type };
}

const EXAMPLE_COST = 'write for example `cost steps of f n over n in 50, 100, 200: slope <= 1.2`';

function readCost(reader: Reader): Form | Unreadable {
  reader.word();
  const counted = COUNTED.find((each) => each === reader.peekWord());
  if (counted === undefined) return reader.wrong('expected `steps`, `nodes` or `reevaluations`', EXAMPLE_COST);
  reader.word();
  const isBy = reader.peekWord() === 'by';
  if (isBy) reader.word();
  const engine = isBy ? reader.engine() : undefined;
  if (isBy && engine === undefined) return reader.wrong('expected the name of an engine', EXAMPLE_COST);
  if (reader.word() !== 'of') return reader.wrong('expected `of` and an expression', EXAMPLE_COST);
  const tokens = reader.tokens();
  const over = tokens.findLastIndex(
    ({ token, depth }, at) => depth === 0 && token.text === 'over' && tokens[at + 2]?.token.text === 'in',
  );
  const expression = reader.partOf(tokens.slice(0, Math.max(0, over)));
  if (expression === undefined) return reader.wrong('expected an expression, and `over n in` with sizes', EXAMPLE_COST);
  reader.goTo(tokens[over]?.token.end);
  const size = reader.identifier();
  if (size === undefined) return reader.wrong('expected the name of the size', EXAMPLE_COST);
  reader.word();
  const sizes: number[] = [];
  do {
    const next = reader.number();
    if (next === undefined || !Number.isSafeInteger(next) || next < 0)
      return reader.wrong('a size is a whole number, 0 or more', EXAMPLE_COST);
    sizes.push(next);
  } while (reader.skip(','));
  if (!reader.skip(':')) return reader.wrong('expected `:` and a bound', EXAMPLE_COST);
  const bound = reader.word();
  const limit = reader.skip(bound === 'least' ? '>=' : '<=') ? reader.number() : undefined;
  if ((bound !== 'slope' && bound !== 'most' && bound !== 'least') || limit === undefined || !reader.isAtEnd())
    return reader.wrong('a bound is `slope <= NUMBER`, `most <= NUMBER` or `least >= NUMBER`', EXAMPLE_COST);
  if (bound === 'slope' && new Set(sizes.filter((each) => each > 0)).size < 2)
    return reader.wrong('a slope needs two sizes', EXAMPLE_COST);
  return { tag: 'cost', counted, engine, expression, size, sizes, bound, limit };
}

const COUNTED: readonly Counted[] = ['steps', 'nodes', 'reevaluations'];

function readEngine(reader: Reader): Form | Unreadable {
  reader.word();
  const id = reader.engine();
  const wanted = reader.word();
  if (id === undefined || (wanted !== 'ok' && wanted !== 'declines') || !reader.isAtEnd())
    return reader.wrong('expected an engine, and `ok` or `declines`', 'write for example `engine curry ok`');
  return { tag: 'engine', id, wanted };
}

interface Nested {
  /** With places in the block. */
  readonly token: Token;
  /** How many brackets are open around it. */
  readonly depth: number;
}

/** Reads a line from its start. */
class Reader {
  private at: number;
  private readonly block: string;
  private readonly end: number;

  constructor(block: string, at: number, end: number) {
    this.block = block;
    this.at = at;
    this.end = end;
  }

  wrong(message: string, hint: string): Unreadable {
    return new Unreadable(this.at, message, hint);
  }

  isAtEnd(): boolean {
    return this.tokens().length === 0;
  }

  goTo(place: number | undefined): void {
    this.at = place ?? this.end;
  }

  peekWord(): string | undefined {
    return this.match(/\s*([\p{L}_][\p{L}\p{N}_']*)/uy, false);
  }

  word(): string | undefined {
    return this.match(/\s*([\p{L}_][\p{L}\p{N}_']*)/uy);
  }

  /** Reads a name that a variable can have. */
  identifier(): string | undefined {
    const word = this.peekWord();
    return word !== undefined && /^[\p{Ll}_]/u.test(word) && !KEYWORDS.has(word) ? this.word() : undefined;
  }

  engine(): string | undefined {
    return this.match(/\s*([a-z][a-z-]*)/y);
  }

  number(): number | undefined {
    const found = this.match(/\s*([-−]?\s*(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)(?![\p{L}_])/uy);
    return found === undefined ? undefined : Number(found.replace('−', '-').replace(/\s/g, ''));
  }

  skip(mark: string): boolean {
    const rest = this.block.slice(this.at, this.end);
    const blanks = rest.length - rest.trimStart().length;
    if (!rest.startsWith(mark, blanks)) return false;
    this.at += blanks + mark.length;
    return true;
  }

  /** Reads a type, up to a comma or a colon outside brackets. */
  type(): Part | undefined {
    const tokens = this.tokens();
    const stop = tokens.findIndex(({ token, depth }) => depth === 0 && (token.text === ',' || token.text === ':'));
    const part = this.partOf(stop < 0 ? tokens : tokens.slice(0, stop));
    if (part !== undefined) this.at = part.end;
    return part;
  }

  /** Returns the tokens of the rest of the line. */
  tokens(): readonly Nested[] {
    let depth = 0;
    return lex(this.block.slice(this.at, this.end), 0).tokens.flatMap((token): readonly Nested[] => {
      if (token.kind === 'end') return [];
      if (token.kind === 'fixed' && /^[)\]}⟩]$/.test(token.text)) depth -= 1;
      const placed = { token: { ...token, start: token.start + this.at, end: token.end + this.at }, depth };
      if (token.kind === 'fixed' && /^[([{⟨]$/.test(token.text)) depth += 1;
      return [placed];
    });
  }

  /** Returns where tokens are; undefined if there are none. */
  partOf(tokens: readonly Nested[]): Part | undefined {
    const [first, last] = [tokens[0], tokens.at(-1)];
    return first === undefined || last === undefined ? undefined : { start: first.token.start, end: last.token.end };
  }

  private match(pattern: RegExp, moves = true): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.block);
    if (found === null || pattern.lastIndex > this.end) return undefined;
    if (moves) this.at = pattern.lastIndex;
    return found[1];
  }
}
