import type fc from 'fast-check';
import { dimension, sameTraceType, TRACE_REAL, TRACE_UNIT, type TraceType } from '../../ad/abadi-plotkin/literal/term';
import { fromChoices, type Choices } from '../choices';
import {
  BINARY,
  closedOf,
  type Closed,
  type FunctionType,
  pairType,
  paperOperation,
  type PaperBoolean,
  type PaperInput,
  type PaperProgram,
  type PaperTerm,
  paperVariable,
  PREDICATES,
  quotedValue,
  paperText,
  UNARY,
} from './language';

export interface PaperOptions {
  /** The approximate number of nodes. */
  readonly size: number;
  /** The maximal nesting of differentiations. */
  readonly derivatives: number;
  /** Whether there are conditionals and functions. Without these and without derivatives, terms are trace terms. */
  readonly control: boolean;
  /** Whether function bodies can mention outer variables, which the paper does not allow. */
  readonly open: boolean;
  /** Whether the term calls a function that calls itself, one to three times deep. */
  readonly recursive: boolean;
  /** The minimal and maximal number of inputs. */
  readonly inputs: readonly [number, number];
  /** The inputs themselves, in place of generated ones. */
  readonly given?: readonly PaperInput[];
  /** The type of the term, in place of a generated one. */
  readonly type?: TraceType;
}

const DEFAULT_OPTIONS: PaperOptions = {
  size: 24,
  derivatives: 3,
  control: true,
  open: false,
  recursive: false,
  inputs: [1, 2],
};

/** Random well-typed terms of the paper's language that terminate: recursion is guarded by a decreasing real. */
export function paperPrograms(options: Partial<PaperOptions> = {}): fc.Arbitrary<PaperProgram> {
  const all = { ...DEFAULT_OPTIONS, ...options };
  return fromChoices(all.size * 2, (_, choices) => {
    const [least, most] = all.inputs;
    const count = least + choices.below(most - least + 1);
    const made = Array.from({ length: count }, (_, at) => {
      const type = someType(choices, 2);
      return { name: `a${at === 0 ? '' : at + 1}`, type, value: someValue(choices, type) };
    });
    const inputs = all.given ?? made;
    const generator = newGenerator(choices, all);
    const variables = inputs.map(({ name, type }) => ({ name, type }));
    return { inputs, term: generator(all.type ?? someType(choices, 2), { variables, functions: [], depth: 0 }) };
  });
}

function someType(choices: Choices, depth: number): TraceType {
  const pair = depth > 0 ? 3 : 0;
  const make = choices.pick<() => TraceType>([
    [6, () => TRACE_REAL],
    [pair, () => pairType(someType(choices, depth - 1), someType(choices, depth - 1))],
    [1, () => TRACE_UNIT],
  ]);
  return make();
}

const NUMBERS = [1, 2, 0, 0.5, 3, 0.25, 1.5] as const;

function someValue(choices: Choices, type: TraceType): Closed {
  const real = (): number => {
    const number = choices.chance(60) ? (choices.below(4096) - 2048) / 1024 : choices.of(NUMBERS);
    return number === 0 ? 0 : number;
  };
  return closedOf(type, Array.from({ length: dimension(type) }, real));
}

interface ScopedVariable {
  readonly name: string;
  readonly type: TraceType;
  /** Whether the first component counts down; such a variable is never hidden. */
  readonly counts?: boolean;
}

interface ScopedFunction extends FunctionType {
  readonly name: string;
  /** Inside its own body: its parameter, whose first component counts down. */
  readonly counter: string | undefined;
  readonly recursive: boolean;
}

interface Scope {
  readonly variables: readonly ScopedVariable[];
  readonly functions: readonly ScopedFunction[];
  /** The number of enclosing differentiations. */
  readonly depth: number;
}

type Generator = (type: TraceType, scope: Scope) => PaperTerm;

function newGenerator(choices: Choices, options: PaperOptions): Generator {
  let named = 0;
  /** The number of recursive calls that may still be written, because each doubles the cost of a program. */
  let recursions = 2;

  const variableName = (scope: Scope): string => {
    const stem = choices.of(['x', 'y', 'z', 'u', 'v'] as const);
    const hides = choices.chance(25) && !scope.variables.some(({ name, counts }) => counts === true && name === stem);
    return hides ? stem : `${stem}${++named}`;
  };
  const bind = (scope: Scope, added: ScopedVariable): Scope => ({
    ...scope,
    variables: [...scope.variables.filter(({ name }) => name !== added.name), added],
  });

  const leaf = (type: TraceType, scope: Scope): PaperTerm => {
    const whole = scope.variables.filter((variable) => sameTraceType(variable.type, type));
    const found = whole[whole.length - 1 - choices.below(Math.max(1, whole.length))];
    if (found !== undefined && choices.chance(85)) return paperVariable(found.name);
    if (type.tag === 'pair') return { tag: 'pair', first: leaf(type.first, scope), second: leaf(type.second, scope) };
    const component = scope.variables.flatMap(({ name, type: own }) => components(paperVariable(name), own, type));
    const part = component[choices.below(Math.max(1, component.length))];
    if (part !== undefined && choices.chance(70)) return part;
    return type.tag === 'unit' ? { tag: 'unit' } : { tag: 'constant', value: choices.of(NUMBERS) };
  };

  /** Returns the sizes of two parts. */
  const split = (size: number): readonly [number, number] => {
    const first = choices.below(Math.max(1, size));
    return [first, size - 1 - first];
  };

  const term = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    if (size <= 1) return leaf(type, scope);
    const isReal = type.tag === 'real';
    const control = options.control ? 1 : 0;
    const callable = scope.functions.filter(
      (f) => sameTraceType(f.result, type) && (f.counter === undefined || recursions > 0),
    );
    const make = choices.pick<() => PaperTerm>([
      [1, () => leaf(type, scope)],
      [isReal ? 8 : 0, () => unary(scope, size)],
      [isReal ? 10 : 0, () => binary(scope, size)],
      [isReal ? 5 : 0, () => sum(scope, size)],
      [type.tag === 'pair' ? 10 : 0, () => (type.tag === 'pair' ? pair(type, scope, size) : leaf(type, scope))],
      [8, () => binding(type, scope, size)],
      [4, () => projection(type, scope, size)],
      [4 * control, () => conditional(type, scope, size)],
      [6 * control, () => definition(type, scope, size)],
      [callable.length > 0 ? 12 : 0, () => call(callable, type, scope, size)],
      [scope.depth < options.derivatives ? 6 : 0, () => derivative(type, scope, size)],
    ]);
    return make();
  };

  const unary = (scope: Scope, size: number): PaperTerm => {
    const name = choices.of(UNARY);
    const argument = term(TRACE_REAL, scope, size - 1);
    if (name !== 'negate' && choices.chance(12)) return paperOperation(name, argument);
    switch (name) {
      case 'log':
      case 'sqrt':
        return paperOperation(name, positive(argument));
      case 'asin':
        return paperOperation(name, paperOperation('tanh', argument));
      case 'exp':
        return paperOperation(name, paperOperation('sin', argument));
      case 'negate':
        // The language reads a minus before a number as part of the number.
        return argument.tag === 'constant' ? { ...argument, value: -argument.value } : paperOperation(name, argument);
      default:
        return paperOperation(name, argument);
    }
  };
  const binary = (scope: Scope, size: number): PaperTerm => {
    const name = choices.of([...BINARY, 'multiply', 'multiply'] as const);
    const [left, right] = split(size);
    const first = term(TRACE_REAL, scope, left);
    const second = term(TRACE_REAL, scope, right);
    const guarded = (name === 'divide' || name === 'atan2') && !choices.chance(12);
    return paperOperation(name, first, guarded ? positive(second) : second);
  };
  const sum = (scope: Scope, size: number): PaperTerm => {
    const [left, right] = split(size);
    return { tag: 'sum', left: term(TRACE_REAL, scope, left), right: term(TRACE_REAL, scope, right) };
  };
  const pair = (type: Extract<TraceType, { tag: 'pair' }>, scope: Scope, size: number): PaperTerm => {
    const [left, right] = split(size);
    return { tag: 'pair', first: term(type.first, scope, left), second: term(type.second, scope, right) };
  };
  const binding = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const [left, right] = split(size);
    const own = someType(choices, 2);
    const value = term(own, scope, left);
    const name = variableName(scope);
    return { tag: 'let', name, type: own, value, body: term(type, bind(scope, { name, type: own }), right) };
  };
  const projection = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const other = someType(choices, 1);
    return choices.chance(50)
      ? { tag: 'fst', pair: term(pairType(type, other), scope, size - 1) }
      : { tag: 'snd', pair: term(pairType(other, type), scope, size - 1) };
  };
  const guard = (scope: Scope, size: number): PaperBoolean => {
    if (choices.chance(10)) return { tag: choices.chance(50) ? 'true' : 'false' };
    const [left, right] = split(size);
    const first = term(TRACE_REAL, scope, left);
    const other = term(TRACE_REAL, scope, right);
    const second = sameText(first, other) ? quotedValue(choices.of(NUMBERS)) : other;
    return { tag: 'predicate', predicate: choices.of(PREDICATES), argument: { tag: 'pair', first, second } };
  };
  const conditional = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const [left, right] = split(size);
    return {
      tag: 'if',
      guard: guard(scope, Math.min(3, left)),
      consequent: term(type, scope, left),
      alternative: term(type, scope, right),
    };
  };

  const definition = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const name = `f${++named}`;
    const parameter = `n${named}`;
    const recursive = choices.chance(60);
    const own = someType(choices, 1);
    const domain = recursive ? pairType(TRACE_REAL, own) : own;
    const result = choices.chance(60) ? type : someType(choices, 1);
    const [inside, after] = split(size);
    const known: Scope = {
      ...scope,
      variables: [
        ...(options.open ? scope.variables : []),
        { name: parameter, type: domain, ...(recursive ? { counts: true } : {}) },
      ],
    };
    const visible = {
      ...scope,
      functions: [...scope.functions, { name, domain, result, recursive, counter: undefined }],
    };
    const limit = recursions;
    const body = recursive
      ? ({
          tag: 'if',
          guard: {
            tag: 'predicate',
            predicate: choices.of(['less', 'lessSmooth'] as const),
            argument: below(parameter),
          },
          consequent: term(result, known, Math.ceil(inside / 3)),
          alternative: term(
            result,
            { ...known, functions: [...known.functions, { name, domain, result, recursive, counter: parameter }] },
            inside,
          ),
        } satisfies PaperTerm)
      : term(result, known, inside);
    recursions = limit - (recursions < limit ? 1 : 0);
    return { tag: 'letrec', name, parameter, domain, result, definition: body, body: term(type, visible, after) };
  };
  const call = (callable: readonly ScopedFunction[], type: TraceType, scope: Scope, size: number): PaperTerm => {
    const f = callable[callable.length - 1 - choices.below(callable.length)];
    if (f === undefined) return leaf(type, scope);
    const { name, domain, counter, recursive } = f;
    if (!recursive || domain.tag !== 'pair') return { tag: 'call', name, argument: term(domain, scope, size - 1) };
    if (counter !== undefined) recursions--;
    const second = term(domain.second, scope, counter === undefined ? size - 2 : Math.min(3, size - 2));
    const first = counter === undefined ? count(scope) : lessOne(counter);
    return { tag: 'call', name, argument: { tag: 'pair', first, second } };
  };
  /** Returns the count for a recursive call, which allows at most two nested calls. */
  const count = (scope: Scope): PaperTerm => {
    if (!choices.chance(30)) return { tag: 'constant', value: choices.below(3) };
    return { tag: 'sum', left: { tag: 'constant', value: 1 }, right: paperOperation('sin', leaf(TRACE_REAL, scope)) };
  };

  const derivative = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const room = Math.min(size, [7, 4, 3][scope.depth] ?? 2);
    const result = someType(choices, 1);
    const point = term(type, scope, choices.below(4));
    const cotangent = term(result, scope, choices.below(4));
    const name = variableName(scope);
    const inside = bind({ ...scope, depth: scope.depth + 1 }, { name, type });
    return { tag: 'derivative', cotangent, point, name, type, body: term(result, inside, room) };
  };

  /**
   * let s = (letrec f(n) = if fst(n) < 0.5 then snd(n) # M else let r = f(<fst(n) - 1, snd(n) # N>) in r # L in f(<k, A>))
   * in M', for reals and one of + and * for each #; so the result depends on A, through each call.
   */
  const recursion = (type: TraceType, scope: Scope, size: number): PaperTerm => {
    const name = `f${++named}`;
    const parameter = `n${named}`;
    const domain = pairType(TRACE_REAL, TRACE_REAL);
    const room = Math.ceil(size / 3);
    const known: Scope = { ...scope, variables: [{ name: parameter, type: domain, counts: true }] };
    const called = (first: PaperTerm, second: PaperTerm): PaperTerm => ({
      tag: 'call',
      name,
      argument: { tag: 'pair', first, second },
    });
    const combined = (left: PaperTerm, right: PaperTerm): PaperTerm =>
      choices.chance(50) ? paperOperation('multiply', left, right) : { tag: 'sum', left, right };
    const given: PaperTerm = { tag: 'snd', pair: paperVariable(parameter) };
    const r = { name: `r${named}`, type: TRACE_REAL };
    const s = { name: `s${named}`, type: TRACE_REAL };
    const definition: PaperTerm = {
      tag: 'if',
      guard: { tag: 'predicate', predicate: 'less', argument: below(parameter) },
      consequent: combined(given, term(TRACE_REAL, known, room)),
      alternative: {
        tag: 'let',
        ...r,
        value: called(lessOne(parameter), combined(given, term(TRACE_REAL, known, 3))),
        body: combined(paperVariable(r.name), term(TRACE_REAL, bind(known, r), room)),
      },
    };
    const count: PaperTerm = { tag: 'constant', value: 1 + choices.below(3) };
    const body = called(count, term(TRACE_REAL, scope, 3));
    const value: PaperTerm = { tag: 'letrec', name, parameter, domain, result: TRACE_REAL, definition, body };
    const rest = bind(scope, s);
    const after =
      type.tag === 'real' ? combined(paperVariable(s.name), term(type, rest, room)) : term(type, rest, room);
    return { tag: 'let', ...s, value, body: after };
  };

  const root = options.recursive ? recursion : term;
  return (type, scope) => root(type, scope, 3 + choices.below(options.size));
}

/** Whether two terms have the same text; comparing them would be undefined. */
function sameText(left: PaperTerm, right: PaperTerm): boolean {
  return paperText(left) === paperText(right);
}

/** fst(x) < 0.5 */
function below(parameter: string): PaperTerm {
  return {
    tag: 'pair',
    first: { tag: 'fst', pair: paperVariable(parameter) },
    second: { tag: 'constant', value: 0.5 },
  };
}

/** fst(x) - 1 */
function lessOne(parameter: string): PaperTerm {
  return paperOperation('subtract', { tag: 'fst', pair: paperVariable(parameter) }, { tag: 'constant', value: 1 });
}

/** let x : real = M in x * x + 0.5 */
function positive(term: PaperTerm): PaperTerm {
  const x = paperVariable('s');
  const right: PaperTerm = { tag: 'constant', value: 0.5 };
  const body: PaperTerm = { tag: 'sum', left: paperOperation('multiply', x, x), right };
  return { tag: 'let', name: 's', type: TRACE_REAL, value: term, body };
}

/** Returns the terms fst(...), snd(...) of a variable that have the type. */
function components(term: PaperTerm, type: TraceType, wanted: TraceType): readonly PaperTerm[] {
  if (sameTraceType(type, wanted)) return [term];
  if (type.tag !== 'pair') return [];
  return [
    ...components({ tag: 'fst', pair: term }, type.first, wanted),
    ...components({ tag: 'snd', pair: term }, type.second, wanted),
  ];
}
