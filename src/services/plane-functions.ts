import { apply, real, tuple, variable, record as recordTerm } from '../language/core/builders';
import { freshNames } from '../language/core/fresh-names';
import { freeVariables, itemBinders, itemTerms, usedNamesOfProgram, walk } from '../language/core/traverse';
import type { Binder } from '../language/core/children';
import type { CoreItem, CoreProgram, Term } from '../language/core/tree';
import { NOWHERE, PRELUDE_CELL } from '../language/source/span';
import { REAL, type Type } from '../language/types/type';
import type { Program } from './program';
import { writtenName } from './written-name';

/** A top-level definition of a real by two reals. */
export interface PlaneDefinition {
  /** The name in the reader's text. */
  readonly label: string;
  readonly binder: Binder;
}

/**
 * Returns the functions of type `real * real -> real`, `real -> real -> real`, or of a record of two reals, in the
 * order of the program.
 */
export function planeFunctions({ core, texts }: Program): readonly PlaneDefinition[] {
  const found = new Map<string, PlaneDefinition>();
  for (const item of core.items) {
    if (item.origin.cell === PRELUDE_CELL || item.tag === 'input') continue;
    for (const binder of itemBinders(item)) {
      if (!isPlane(binder.type)) continue;
      const label = writtenName(texts, binder.name, binder.origin);
      // A later definition hides an earlier one.
      found.delete(label);
      found.set(label, { label, binder });
    }
  }
  return [...found.values()];
}

function isPlane(type: Type): boolean {
  if (type.tag !== 'function') return false;
  const { parameter, result } = type;
  switch (parameter.tag) {
    case 'real':
      return result.tag === 'function' && result.parameter.tag === 'real' && result.result.tag === 'real';
    case 'product':
      return result.tag === 'real' && parameter.items.length === 2 && parameter.items.every(isReal);
    case 'record':
      return (
        result.tag === 'real' && parameter.fields.length === 2 && parameter.fields.every((field) => isReal(field.type))
      );
    default:
      return false;
  }
}

function isReal(type: Type): boolean {
  return type.tag === 'real';
}

/**
 * Returns the function that a descent most likely minimises: the first that the program differentiates by name, else
 * the first.
 */
export function likelyLoss({ core }: Program, functions: readonly PlaneDefinition[]): PlaneDefinition | undefined {
  const differentiated = new Set<string>();
  for (const item of core.items)
    for (const term of itemTerms(item))
      walk(term, {
        enter: (node) => {
          if (node.tag === 'derivative' && node.function.tag === 'variable') differentiated.add(node.function.name);
        },
      });
  return functions.find(({ binder }) => differentiated.has(binder.name)) ?? functions[0];
}

/**
 * Returns a program that evaluates one function: the definitions it needs, two inputs at the end, and its value there.
 */
export function samplingProgram(
  { core }: Program,
  { binder }: PlaneDefinition,
): { readonly program: CoreProgram; readonly point: readonly [string, string] } {
  const fresh = freshNames(usedNamesOfProgram(core));
  const point = [fresh('x'), fresh('y')] as const;
  const inputs = point.map((name): CoreItem => ({
    tag: 'input',
    name,
    type: REAL,
    value: real(0),
    range: undefined,
    origin: NOWHERE,
  }));
  const term = application(
    binder,
    point.map((name) => variable(name, REAL)),
  );
  const program: CoreProgram = {
    variants: core.variants,
    items: [...neededFor(core, binder.name), ...inputs, { tag: 'output', term, origin: NOWHERE }],
  };
  return { program, point };
}

function application({ name, type }: Binder, arguments_: readonly Term[]): Term {
  const callee = variable(name, type);
  const parameter = type.tag === 'function' ? type.parameter : type;
  switch (parameter.tag) {
    case 'product':
      return apply(callee, tuple(arguments_));
    case 'record':
      return apply(
        callee,
        recordTerm(parameter.fields.map((field, at) => ({ name: field.name, value: arguments_[at] ?? real(0) }))),
      );
    default:
      return arguments_.reduce<Term>((applied, argument) => apply(applied, argument), callee);
  }
}

/** Returns the definitions and inputs that a name depends on. */
function neededFor({ items }: CoreProgram, name: string): readonly CoreItem[] {
  const names = new Set([name]);
  const kept: CoreItem[] = [];
  for (const item of items.toReversed()) {
    if (item.tag === 'output' || !itemBinders(item).some((binder) => names.has(binder.name))) continue;
    for (const term of itemTerms(item)) for (const free of freeVariables(term)) names.add(free);
    kept.push(item);
  }
  return kept.reverse();
}
