import type { Lambda, Pattern, Term } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { joined } from '../ir/same';
import type { Atom, Variable } from '../ir/tree';

/** What is known of a value while a program is flattened: atoms, the parts of a product, or which function it is. */
export type Bound = Atom | Parts | Known;

/** A product, a record (in the order of its sorted fields), or unit. */
export interface Parts {
  readonly tag: 'parts';
  readonly parts: readonly Bound[];
}

/** A function whose text is known, with the scope of its definition and the arguments that it was given so far. */
export interface Known {
  readonly tag: 'known';
  readonly code: Code;
  readonly scope: Scope;
  readonly held: readonly Bound[];
}

/** The text of a function: a `fun`, with the parameters of all the `fun`s that follow one another. */
export interface Code {
  readonly id: number;
  readonly name: string;
  readonly parameters: readonly Pattern[];
  readonly body: Term;
  readonly lambda: Lambda;
  /** The names that it, or a function of its recursive group, takes from its scope: no global ones, none of the group. */
  readonly captured: readonly string[];
  /** The functions of its recursive group by name, itself included; empty for a `fun`. */
  readonly group: ReadonlyMap<string, Code>;
}

/**
 * The values of the names that the body of one function binds or captures. Names of the core are bound once, so one
 * table serves a whole body; it grows while the body is flattened.
 */
export class Scope {
  private readonly outer: Scope | undefined;
  private readonly values = new Map<string, Bound>();
  private codes: Map<string, Code> | undefined;

  /** Without `outer`, it holds the definitions of the program, which depend on no variable. */
  constructor(outer: Scope | undefined) {
    this.outer = outer;
  }

  get isGlobal(): boolean {
    return this.outer === undefined;
  }

  set(name: string, bound: Bound): void {
    this.values.set(name, bound);
  }

  /** Adds a recursive function, whose scope this is. */
  setCode(name: string, code: Code): void {
    this.codes ??= new Map();
    this.codes.set(name, code);
  }

  has(name: string): boolean {
    return this.values.has(name) || this.codes?.has(name) === true;
  }

  get(name: string): Bound {
    const code = this.codes?.get(name);
    if (code !== undefined) return { tag: 'known', code, scope: this, held: [] };
    return this.values.get(name) ?? this.outer?.get(name) ?? internalError(`${name} is not in scope`);
  }
}

export const NO_PARTS: Parts = { tag: 'parts', parts: [] };

/** What values have in common that differ in the values of their variables alone. */
export interface Shape {
  readonly key: string;
  /** The variables that the values consist of, each once. */
  readonly variables: readonly Variable[];
}

/**
 * Returns the shape of values. Its key tells which variables are the same one, and which functions are known; it is compared
 * with keys of values of the same types, so it says nothing about kinds.
 */
export function shapeOf(bounds: readonly Bound[]): Shape {
  const variables: Variable[] = [];
  const numbers = new Map<number, number>();
  let seen: Map<Scope, Map<number, number>> | undefined;
  let functions = 0;
  const key = (bound: Bound): string => {
    switch (bound.tag) {
      case 'parts':
        return `(${bound.parts.map(key).join()})`;
      case 'known': {
        const { code, scope, held } = bound;
        if (scope.isGlobal) return `g${code.id}[${held.map(key).join()}]`;
        seen ??= new Map();
        let codes = seen.get(scope);
        if (codes === undefined) {
          codes = new Map();
          seen.set(scope, codes);
        }
        const before = codes.get(code.id);
        if (before !== undefined) return `#${before}[${held.map(key).join()}]`;
        codes.set(code.id, functions++);
        return `f${code.id}{${code.captured.map((name) => key(scope.get(name))).join()}}[${held.map(key).join()}]`;
      }
      case 'constant':
        return `=${constantKey(bound)}`;
      default: {
        let number = numbers.get(bound.id);
        if (number === undefined) {
          number = variables.length;
          numbers.set(bound.id, number);
          variables.push(bound);
        }
        return `${number}`;
      }
    }
  };
  return { key: bounds.map(key).join(';'), variables };
}

/** Returns the same values with other atoms in place of variables, given by the variables' numbers. */
export function substituted(
  bounds: readonly Bound[],
  atoms: ReadonlyMap<number, Atom>,
  globals: Scope,
): readonly Bound[] {
  let scopes: Map<Scope, Map<number, Scope>> | undefined;
  const substitute = (bound: Bound): Bound => {
    switch (bound.tag) {
      case 'parts':
        return { tag: 'parts', parts: bound.parts.map(substitute) };
      case 'known': {
        const { code, held } = bound;
        return { tag: 'known', code, scope: scopeFor(bound), held: held.map(substitute) };
      }
      case 'constant':
        return bound;
      default:
        return atoms.get(bound.id) ?? bound;
    }
  };
  const scopeFor = ({ code, scope }: Known): Scope => {
    if (scope.isGlobal) return scope;
    scopes ??= new Map();
    let copies = scopes.get(scope);
    if (copies === undefined) {
      copies = new Map();
      scopes.set(scope, copies);
    }
    const known = copies.get(code.id);
    if (known !== undefined) return known;
    const copy = new Scope(globals);
    copies.set(code.id, copy);
    for (const [name, each] of code.group) {
      copy.setCode(name, each);
      copies.set(each.id, copy);
    }
    for (const name of code.captured) copy.set(name, substitute(scope.get(name)));
    return copy;
  };
  return bounds.map(substitute);
}

function constantKey(atom: Extract<Atom, { tag: 'constant' }>): string {
  const { value } = atom;
  if (typeof value !== 'object') return Object.is(value, -0) ? '-0' : `${value}`;
  let id = DATA_IDS.get(value);
  if (id === undefined) {
    id = dataCount++;
    DATA_IDS.set(value, id);
  }
  return `data${id}`;
}

const DATA_IDS = new WeakMap<object, number>();
let dataCount = 0;

/** Returns the atoms of a value that holds no known function, left to right. */
export function atomsOf(bound: Bound): readonly Atom[] {
  switch (bound.tag) {
    case 'parts':
      return bound.parts.length === 0 ? NO_ATOMS : joined(bound.parts.map(atomsOf));
    case 'known':
      return internalError('a known function has no atoms of its own');
    default:
      return [bound];
  }
}

const NO_ATOMS: readonly Atom[] = [];

/** Returns the value of a type whose parts are these atoms; functions in it are closures in memory. */
export function ofType(type: Type, atoms: Iterator<Atom>): Bound {
  switch (type.tag) {
    case 'unit':
      return NO_PARTS;
    case 'product':
      return { tag: 'parts', parts: type.items.map((item) => ofType(item, atoms)) };
    case 'record':
      return { tag: 'parts', parts: type.fields.map((field) => ofType(field.type, atoms)) };
    default: {
      const next = atoms.next();
      return next.done === true ? internalError('too few atoms') : next.value;
    }
  }
}
