import type { TraceTerm } from '../../ad/abadi-plotkin/literal/term';
import { NOWHERE } from '../../language/source/span';
import { Undefined } from './answer';
import { type Closed, type PaperLetrec, type PaperTerm, realsOf, typeOfClosed } from './language';

const origin = NOWHERE;

/** ρ: variables to closed values with their types. */
export type Environment = ReadonlyMap<string, Closed>;

/** φ: functions to closures. */
export type PaperClosures = ReadonlyMap<string, PaperClosure>;

/**
 * clo_φ(f(x : T) : U. M), or clo_{n,φ} if it has a bound. It also has a ρ, because the language allows free variables
 * in function bodies, which the paper does not.
 */
interface PaperClosure {
  readonly closures: PaperClosures;
  readonly environment: Environment;
  readonly definition: PaperLetrec;
  readonly bound: number | undefined;
}

export function extendedEnvironment(environment: Environment, name: string, value: Closed): Environment {
  return new Map(environment).set(name, value);
}

/** φ[clo_φ(f(x : T) : U. M)/f] */
export function defined(closures: PaperClosures, environment: Environment, definition: PaperLetrec): PaperClosures {
  return new Map(closures).set(definition.name, { closures, environment, definition, bound: definition.bound });
}

/** φ'[φ(f)/f], or φ'[clo_{n,φ'}/f] for φ(f) = clo_{n+1,φ'} (Figure 8); and the body. */
export function entered(closures: PaperClosures, f: string) {
  const closure = closures.get(f);
  if (closure === undefined) throw new Error(`${f} is not in scope`);
  if (closure.bound === 0) throw new Undefined('approximant');
  const { definition, environment, bound } = closure;
  const inner: PaperClosure = { ...closure, bound: bound === undefined ? undefined : bound - 1 };
  return {
    closures: new Map(closure.closures).set(f, inner),
    environment,
    parameter: definition.parameter,
    domain: definition.domain,
    body: definition.definition,
  };
}

/** ρ(V) */
export function closed(environment: Environment, value: PaperTerm): Closed {
  switch (value.tag) {
    case 'variable':
      return lookedUp(environment, value.name);
    case 'constant':
      return value.value;
    case 'unit':
      return null;
    case 'pair':
      return [closed(environment, value.first), closed(environment, value.second)];
    default:
      throw new Error(`${value.tag} is no value`);
  }
}

export function lookedUp(environment: Environment, name: string): Closed {
  const value = environment.get(name);
  if (value === undefined) throw new Error(`${name} is not in scope`);
  return value;
}

export function numbers(environment: Environment, value: PaperTerm): readonly number[] {
  return realsOf(closed(environment, value));
}

/** Returns a value as a trace term. */
export function asTrace(environment: Environment, value: PaperTerm): TraceTerm {
  switch (value.tag) {
    case 'variable': {
      const type = typeOfClosed(lookedUp(environment, value.name));
      return { tag: 'variable', name: value.name, type, origin };
    }
    case 'constant':
      return { tag: 'constant', value: value.value, origin };
    case 'unit':
      return { tag: 'unit', origin };
    case 'pair':
      return {
        tag: 'pair',
        first: asTrace(environment, value.first),
        second: asTrace(environment, value.second),
        origin,
      };
    default:
      throw new Error(`${value.tag} is no value`);
  }
}
