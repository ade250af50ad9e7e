import { sameTraceType, TRACE_REAL, TRACE_UNIT, type TraceType } from '../../ad/abadi-plotkin/literal/term';
import { operationRow } from '../../language/operations/table';

/**
 * The language of Abadi & Plotkin, section 2, with the pair, fst and snd of their types left to `typeOf`.
 *
 *   M, N, L ::= x | r | M + N | op(M) | let x : T = M in N | * | <M, N> | fst(M) | snd(M) | if B then M else N
 *             | letrec f(x : T) : U = M in N | f(M) | M.rd_L(x : T. N)
 *   B ::= pred(M) | true | false
 *
 * With `bound`, letrec is letrec_n of Figure 8.
 */
export type PaperTerm =
  | PaperVariable
  | { readonly tag: 'constant'; readonly value: number }
  | { readonly tag: 'sum'; readonly left: PaperTerm; readonly right: PaperTerm }
  | { readonly tag: 'operation'; readonly operation: PaperOperation; readonly argument: PaperTerm }
  | PaperLet
  | { readonly tag: 'unit' }
  | { readonly tag: 'pair'; readonly first: PaperTerm; readonly second: PaperTerm }
  | { readonly tag: 'fst' | 'snd'; readonly pair: PaperTerm }
  | {
      readonly tag: 'if';
      readonly guard: PaperBoolean;
      readonly consequent: PaperTerm;
      readonly alternative: PaperTerm;
    }
  | PaperLetrec
  | { readonly tag: 'call'; readonly name: string; readonly argument: PaperTerm }
  | PaperDerivative;

export interface PaperVariable {
  readonly tag: 'variable';
  readonly name: string;
}

export interface PaperLet {
  readonly tag: 'let';
  readonly name: string;
  readonly type: TraceType;
  readonly value: PaperTerm;
  readonly body: PaperTerm;
}

export interface PaperLetrec {
  readonly tag: 'letrec';
  readonly name: string;
  readonly parameter: string;
  readonly domain: TraceType;
  readonly result: TraceType;
  readonly definition: PaperTerm;
  readonly body: PaperTerm;
  readonly bound?: number;
}

export interface PaperDerivative {
  readonly tag: 'derivative';
  readonly cotangent: PaperTerm;
  readonly point: PaperTerm;
  readonly name: string;
  readonly type: TraceType;
  readonly body: PaperTerm;
}

export type PaperBoolean =
  | { readonly tag: 'predicate'; readonly predicate: PaperPredicate; readonly argument: PaperTerm }
  | { readonly tag: 'true' | 'false' };

export const UNARY = ['negate', 'sin', 'cos', 'exp', 'tanh', 'abs', 'log', 'sqrt', 'asin'] as const;
export const BINARY = ['subtract', 'multiply', 'divide', 'max', 'atan2'] as const;
export const PREDICATES = ['less', 'lessSmooth', 'greaterEqual', 'equal'] as const;
export type PaperOperation = (typeof UNARY)[number] | (typeof BINARY)[number];
export type PaperPredicate = (typeof PREDICATES)[number];

/** A term in the scope of inputs, with their values. */
export interface PaperProgram {
  readonly inputs: readonly PaperInput[];
  readonly term: PaperTerm;
}

export interface PaperInput {
  readonly name: string;
  readonly type: TraceType;
  readonly value: Closed;
}

/** Closed values r | * | <V, W>. */
export type Closed = number | null | readonly [Closed, Closed];

export function pairType(first: TraceType, second: TraceType): TraceType {
  return { tag: 'pair', first, second };
}

export function paperVariable(name: string): PaperVariable {
  return { tag: 'variable', name };
}

export function paperOperation(name: PaperOperation, ...args: readonly [PaperTerm] | readonly [PaperTerm, PaperTerm]) {
  const [first, second] = args;
  const argument: PaperTerm = second === undefined ? first : { tag: 'pair', first, second };
  return { tag: 'operation', operation: name, argument } satisfies PaperTerm;
}

/** Returns a closed value as a term. */
export function quotedValue(value: Closed): PaperTerm {
  if (value === null) return { tag: 'unit' };
  if (typeof value === 'number') return { tag: 'constant', value };
  return { tag: 'pair', first: quotedValue(value[0]), second: quotedValue(value[1]) };
}

/** Returns the reals of a value, left to right. */
export function realsOf(value: Closed): readonly number[] {
  if (value === null) return [];
  return typeof value === 'number' ? [value] : value.flatMap(realsOf);
}

/** Returns the value of a type with these reals. */
export function closedOf(type: TraceType, reals: readonly number[]): Closed {
  let next = 0;
  const build = (part: TraceType): Closed => {
    switch (part.tag) {
      case 'real':
        return reals[next++] ?? 0;
      case 'unit':
        return null;
      case 'pair':
        return [build(part.first), build(part.second)];
    }
  };
  return build(type);
}

export function typeOfClosed(value: Closed): TraceType {
  if (value === null) return TRACE_UNIT;
  return typeof value === 'number' ? TRACE_REAL : pairType(typeOfClosed(value[0]), typeOfClosed(value[1]));
}

export interface FunctionType {
  readonly domain: TraceType;
  readonly result: TraceType;
}

export type Functions = ReadonlyMap<string, FunctionType>;
export type Variables = ReadonlyMap<string, TraceType>;

/** The T of Φ | Γ |- M : T (Figure 1). Function bodies can have free variables here, which the paper does not allow. */
export function paperType(term: PaperTerm, functions: Functions, variables: Variables): TraceType {
  const inner = (part: PaperTerm): TraceType => paperType(part, functions, variables);
  const expect = (part: PaperTerm, type: TraceType): void => {
    if (!sameTraceType(inner(part), type)) throw new Error(`${part.tag} is not of the type that it stands at`);
  };
  switch (term.tag) {
    case 'variable':
      return variables.get(term.name) ?? outOfScope(term.name);
    case 'constant':
      return TRACE_REAL;
    case 'unit':
      return TRACE_UNIT;
    case 'sum':
      expect(term.left, TRACE_REAL);
      expect(term.right, TRACE_REAL);
      return TRACE_REAL;
    case 'operation':
      expect(term.argument, isBinary(term.operation) ? pairType(TRACE_REAL, TRACE_REAL) : TRACE_REAL);
      return TRACE_REAL;
    case 'let':
      expect(term.value, term.type);
      return paperType(term.body, functions, new Map(variables).set(term.name, term.type));
    case 'pair':
      return pairType(inner(term.first), inner(term.second));
    case 'fst':
    case 'snd': {
      const pair = inner(term.pair);
      if (pair.tag !== 'pair') throw new Error(`${term.tag} of no pair`);
      return term.tag === 'fst' ? pair.first : pair.second;
    }
    case 'if': {
      if (term.guard.tag === 'predicate') expect(term.guard.argument, pairType(TRACE_REAL, TRACE_REAL));
      const type = inner(term.consequent);
      expect(term.alternative, type);
      return type;
    }
    case 'letrec': {
      const { name, domain, result, parameter, definition } = term;
      const inside = new Map(functions).set(name, { domain, result });
      const found = paperType(definition, inside, new Map(variables).set(parameter, domain));
      if (!sameTraceType(found, result)) throw new Error(`${name} has not the result that it says`);
      return paperType(term.body, inside, variables);
    }
    case 'call': {
      const type = functions.get(term.name) ?? outOfScope(term.name);
      expect(term.argument, type.domain);
      return type.result;
    }
    case 'derivative':
      expect(term.point, term.type);
      expect(term.cotangent, paperType(term.body, functions, new Map(variables).set(term.name, term.type)));
      return term.type;
  }
}

function outOfScope(name: string): never {
  throw new Error(`${name} is not in scope`);
}

export function isBinary(name: PaperOperation): boolean {
  return operationRow(name).parameters.length === 2;
}

export function typeOfProgram({ term, inputs }: PaperProgram): TraceType {
  return paperType(term, new Map(), new Map(inputs.map(({ name, type }) => [name, type])));
}

/** Returns the program in Pullback's language with all types written, so that it means exactly this term. */
export function textOfProgram({ term, inputs }: PaperProgram): string {
  const lines = inputs.map(
    ({ name, type, value }) => `input ${name} : ${textOfType(type)} = ${paperText(quotedValue(value))}`,
  );
  return [...lines, paperText(term)].join('\n');
}

export function paperText(term: PaperTerm): string {
  switch (term.tag) {
    case 'variable':
      return term.name;
    case 'constant': {
      const text = /[.e]/u.test(`${term.value}`) ? `${term.value}` : `${term.value}.0`;
      return term.value < 0 ? `(${text})` : text;
    }
    case 'unit':
      return '()';
    case 'sum':
      return `(${paperText(term.left)} + ${paperText(term.right)})`;
    case 'operation': {
      const { symbol, form } = operationRow(term.operation).notation;
      if (form === 'infix') return `(${textBetween(term.argument, symbol)})`;
      return `(${symbol} ${textOfArgument(term.argument)})`;
    }
    case 'let':
      return `(let ${term.name} : ${textOfType(term.type)} = ${paperText(term.value)} in ${paperText(term.body)})`;
    case 'pair':
      return `(${paperText(term.first)}, ${paperText(term.second)})`;
    case 'fst':
    case 'snd':
      return `(${term.tag} ${textOfArgument(term.pair)})`;
    case 'if':
      return `(if ${textOfGuard(term.guard)} then ${paperText(term.consequent)} else ${paperText(term.alternative)})`;
    case 'letrec': {
      const { name, parameter, domain, result } = term;
      const head = `${name} (${parameter} : ${textOfType(domain)}) : ${textOfType(result)}`;
      return `(let rec ${head} = ${paperText(term.definition)} in ${paperText(term.body)})`;
    }
    case 'call':
      return `(${term.name} ${textOfArgument(term.argument)})`;
    case 'derivative': {
      const abstraction = `(fun (${term.name} : ${textOfType(term.type)}) -> ${paperText(term.body)})`;
      return `(rd ${abstraction} ${textOfArgument(term.point)} ${textOfArgument(term.cotangent)})`;
    }
  }
}

function textOfArgument(term: PaperTerm): string {
  const text = paperText(term);
  return text.startsWith('(') ? text : `(${text})`;
}

function textOfGuard(guard: PaperBoolean): string {
  if (guard.tag !== 'predicate') return guard.tag;
  return textBetween(guard.argument, operationRow(guard.predicate).notation.symbol);
}

/** Writes a symbol between the components of a pair; of a pair that is not written out, between their names. */
function textBetween(pair: PaperTerm, symbol: string): string {
  if (pair.tag === 'pair') return `${paperText(pair.first)} ${symbol} ${paperText(pair.second)}`;
  return `(let (left, right) = ${paperText(pair)} in left ${symbol} right)`;
}

export function textOfType(type: TraceType): string {
  return type.tag === 'pair' ? `(${textOfType(type.first)} * ${textOfType(type.second)})` : type.tag;
}
