/**
 * The lines of a block of checks, ` ```checks exercise=ID `. An indented line continues the one before it.
 *
 *   line   ::= [NAME:] form
 *   form   ::= [forall binder, ..., binder [, INT cases]:] EXPR [equals EXPR [within NUMBER] [by ENGINE ... ENGINE]]
 *            | avoids NAME ... NAME
 *            | type NAME : TYPE
 *            | cost (steps | nodes | reevaluations) [by ENGINE] of EXPR over NAME in INT, ..., INT: bound
 *            | engine ENGINE (ok | declines)
 *   bound  ::= (slope | most) <= NUMBER | least >= NUMBER | runs out
 *   binder ::= NAME [: int] in NUMBER .. NUMBER [step NUMBER] | NAME in TYPE [by NAME]
 *
 * `equals` compares reals within a tolerance, and everything else exactly. It is a word of these lines and not of the
 * language, so it can only stand between two whole expressions. A name has no brackets, quotes or colons.
 */
import { Reader, Unreadable, type Part } from './line-reader';

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
    /** The values of the type, or what a function, the generator, makes of them. */
    | { readonly tag: 'type'; readonly type: Part; readonly by: Part | undefined };
}

export type Counted = 'steps' | 'nodes' | 'reevaluations';

/** `runs` is `runs out`: the run reaches a limit of the page. */
const BOUNDS = ['slope', 'most', 'least', 'runs'] as const;

export type Form =
  | {
      readonly tag: 'holds';
      readonly binders: readonly Binder[];
      /** How many cases are tried. */
      readonly cases: number;
      readonly left: Part;
      readonly equals: Equality | undefined;
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
      readonly bound: (typeof BOUNDS)[number];
      /** 0 for `runs`, which has none. */
      readonly limit: number;
    }
  | { readonly tag: 'engine'; readonly id: string; readonly wanted: 'ok' | 'declines' }
  | { readonly tag: 'wrong'; readonly at: number; readonly message: string; readonly hint: string };

export interface Equality {
  readonly right: Part;
  readonly within: number;
  /** The engines whose answers for the right side, a derivative, must be equal too. */
  readonly engines: readonly string[];
}

export interface CheckLine extends Part {
  /** The name that the author gave it, or its own text. */
  readonly name: string;
  /** Where the form starts, after the name. */
  readonly body: number;
  readonly form: Form;
}

/** The tolerance of `equals`, relative to the right side where that is larger than 1. */
export const TOLERANCE = 1e-9;

/** The number of cases of a line that names none, and the most that it can name. */
export const CASES = 100;
const MOST_CASES = 1_000;

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
    const count = binders.length > 0 ? reader.number() : undefined;
    if (count !== undefined) {
      if (reader.word() !== 'cases' || !Number.isSafeInteger(count) || count < 1 || count > MOST_CASES)
        return reader.wrong(`expected a number of cases, at most ${MOST_CASES}`, EXAMPLE_CASES);
      if (reader.skip(':')) return readComparison(reader, binders, count);
      return reader.wrong('expected `:` and a condition after the number of cases', EXAMPLE_CASES);
    }
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

const EXAMPLE_CASES = 'write for example `forall x in real, 200 cases: f x equals 0`';
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
    const isMade = reader.peekWord() === 'by';
    if (isMade) reader.word();
    const by = isMade ? reader.name() : undefined;
    if (isMade && by === undefined)
      return reader.wrong('expected the name of a function after `by`', 'write for example `e in list int by make`');
    return { name, domain: { tag: 'type', type: part, by } };
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

function readComparison(reader: Reader, binders: readonly Binder[], cases = CASES): Form | Unreadable {
  const tokens = reader.tokens();
  const at = tokens.findIndex(({ token, depth }) => depth === 0 && token.kind === 'name' && token.text === 'equals');
  if (at < 0) {
    const left = reader.partOf(tokens);
    if (left === undefined) return reader.wrong('expected a condition', 'write for example `f 3 equals 9`');
    return { tag: 'holds', binders, cases, left, equals: undefined };
  }
  const left = reader.partOf(tokens.slice(0, at));
  const rest = tokens.slice(at + 1);
  const lastAt = (word: string): number => {
    const found = rest.findLastIndex(({ token, depth }) => depth === 0 && token.text === word);
    return found < 0 ? rest.length : found;
  };
  const [tolerance, by] = [lastAt('within'), lastAt('by')];
  const right = reader.partOf(rest.slice(0, Math.min(tolerance, by)));
  if (left === undefined || right === undefined)
    return reader.wrong('`equals` needs a value on each side', 'write for example `f 3 equals 9`');
  reader.goTo(rest[tolerance]?.token.end);
  const within = tolerance < rest.length ? reader.number() : TOLERANCE;
  const isAlone = by === rest.length ? reader.isAtEnd() : tolerance === rest.length || reader.peekWord() === 'by';
  if (within === undefined || within < 0 || !isAlone)
    return reader.wrong('expected a number after `within`', 'write for example `within 1e-6`');
  reader.goTo(rest[by]?.token.end);
  const engines: string[] = [];
  for (let id = reader.engine(); id !== undefined; id = reader.engine()) engines.push(id);
  if (!reader.isAtEnd() || (by < rest.length && engines.length === 0))
    return reader.wrong('expected engines after `by`', 'write for example `by reverse forward`, or `by engines`');
  return { tag: 'holds', binders, cases, left, equals: { right, within, engines } };
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
  const word = reader.word();
  const bound = BOUNDS.find((each) => each === word);
  const runsOut = bound === 'runs' && counted === 'steps' && reader.word() === 'out';
  const numberAfter = (sign: string): number | undefined => (reader.skip(sign) ? reader.number() : undefined);
  const limit = runsOut ? 0 : numberAfter(bound === 'least' ? '>=' : '<=');
  if (bound === undefined || limit === undefined || !reader.isAtEnd())
    return reader.wrong(
      'a bound is `slope <= NUMBER`, `most <= NUMBER` or `least >= NUMBER`; steps can also have `runs out`',
      EXAMPLE_COST,
    );
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
