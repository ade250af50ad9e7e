import type fc from 'fast-check';
import { fromChoices, type Choices } from '../choices';
import { HIGHER_REAL, higherType, type HigherType, sameHigherType, someHigherType, textOfHigherType } from './types';

/** A closed term fun (a : A) -> t of type A -> B, as text. */
export interface HigherTerm {
  readonly source: HigherType;
  readonly target: HigherType;
  readonly text: string;
}

export interface HigherOptions {
  /** The depth of the types of arguments and results. */
  readonly depth: number;
  /** Whether there are functions in them; there are in the term. */
  readonly functions: boolean;
  /** Whether there are operations and constants of reals. */
  readonly operations: boolean;
}

const DEFAULT: HigherOptions = { depth: 2, functions: true, operations: true };

/** Random closed terms of all types, whose functions take and return functions. Operations are smooth, so all are. */
export function higherTerms(options: Partial<HigherOptions> = {}): fc.Arbitrary<HigherTerm> {
  const { depth, functions, operations } = { ...DEFAULT, ...options };
  return fromChoices(40, (parts, choices) => {
    const source = someHigherType(parts, depth, functions);
    const target = someHigherType(parts, depth, functions);
    const body = termGenerator(choices, operations)(target, [{ name: 'a', type: source }], 14);
    return { source, target, text: `fun (a : ${textOfHigherType(source)}) -> ${body}` };
  });
}

interface Bound {
  readonly name: string;
  readonly type: HigherType;
}

type Scope = readonly Bound[];

/** Returns a generator of terms of a type in a scope, with a fuel. */
function termGenerator(choices: Choices, operations: boolean) {
  let named = 0;
  let fuel = 0;
  const fresh = (stem: string): string => `${stem}${++named}`;

  const variable = (type: HigherType, scope: Scope): string | undefined => {
    const found = scope.filter((each) => sameHigherType(each.type, type));
    return found[found.length - 1 - choices.below(Math.max(1, found.length))]?.name;
  };

  const lambda = (parameter: HigherType, scope: Scope, body: (inner: Scope) => string): string => {
    const name = fresh('x');
    return `(fun (${name} : ${textOfHigherType(parameter)}) -> ${body([...scope, { name, type: parameter }])})`;
  };

  /** Returns an introduction of the type. */
  const introduced = (type: HigherType, scope: Scope): string => {
    switch (type.tag) {
      case 'real':
        return operations ? real(scope) : least(type, scope);
      case 'int':
        return String(choices.below(3));
      case 'pair':
        return `(${term(type.left, scope)}, ${term(type.right, scope)})`;
      case 'sum': {
        const [side, part] = choices.chance(50) ? (['inl', type.left] as const) : (['inr', type.right] as const);
        return `(${side} ${term(part, scope)} : ${textOfHigherType(type)})`;
      }
      case 'list': {
        const items = Array.from({ length: choices.below(3) }, () => term(type.item, scope));
        return `([${items.join(', ')}] : ${textOfHigherType(type)})`;
      }
      case 'function':
        return lambda(type.left, scope, (inner) => term(type.right, inner));
    }
  };

  const real = (scope: Scope): string =>
    choices.pick<() => string>([
      [3, () => `(${term(HIGHER_REAL, scope)} * ${term(HIGHER_REAL, scope)})`],
      [3, () => `(${term(HIGHER_REAL, scope)} + ${term(HIGHER_REAL, scope)})`],
      [2, () => `(${choices.of(['sin', 'cos', 'tanh'])} ${term(HIGHER_REAL, scope)})`],
      [1, () => choices.of(['0.5', '2.0', '(-1.0)'])],
    ])();

  /** Returns an elimination: a call, a component, a case, a fold or a let. */
  const eliminated = (type: HigherType, scope: Scope): string => {
    const other = choices.of(
      scope.length > 0 ? [scope[choices.below(scope.length)]?.type ?? HIGHER_REAL] : [HIGHER_REAL],
    );
    return choices.pick<() => string>([
      [3, () => `(${term(higherType('function', other, type), scope)} ${term(other, scope)})`],
      [1, () => `(fst ${term(higherType('pair', type, other), scope)})`],
      [1, () => `(snd ${term(higherType('pair', other, type), scope)})`],
      [
        2,
        () => {
          const name = fresh('y');
          return `(let ${name} = ${term(other, scope)} in ${term(type, [...scope, { name, type: other }])})`;
        },
      ],
      [
        2,
        () => {
          const [left, right] = [fresh('l'), fresh('r')];
          const subject = term(higherType('sum', other, HIGHER_REAL), scope);
          const first = term(type, [...scope, { name: left, type: other }]);
          const second = term(type, [...scope, { name: right, type: HIGHER_REAL }]);
          return `(case ${subject} of inl ${left} -> ${first} | inr ${right} -> ${second})`;
        },
      ],
      [
        2,
        () => {
          const [item, sum] = [fresh('i'), fresh('s')];
          const inner = [...scope, { name: item, type: other }, { name: sum, type }];
          const step = term(type, inner);
          return `(fold (${item}, ${sum}) -> ${step} over ${term({ tag: 'list', item: other }, scope)} from ${term(type, scope)})`;
        },
      ],
    ])();
  };

  /** Returns the smallest term, which ends every recursion. */
  const least = (type: HigherType, scope: Scope): string => {
    const found = variable(type, scope);
    if (found !== undefined) return found;
    switch (type.tag) {
      case 'real':
        return operations ? '1.0' : (reach(scope) ?? '1.0');
      case 'int':
        return '1';
      case 'pair':
        return `(${least(type.left, scope)}, ${least(type.right, scope)})`;
      case 'sum':
        return `(inl ${least(type.left, scope)} : ${textOfHigherType(type)})`;
      case 'list':
        return `([] : ${textOfHigherType(type)})`;
      case 'function':
        return lambda(type.left, scope, (inner) => least(type.right, inner));
    }
  };

  /** Returns a real inside a variable, if one is reached by projections alone. */
  const reach = (scope: Scope): string | undefined => {
    const inside = ({ name, type }: Bound): string | undefined => {
      if (type.tag === 'real') return name;
      if (type.tag !== 'pair') return undefined;
      return inside({ name: `(fst ${name})`, type: type.left }) ?? inside({ name: `(snd ${name})`, type: type.right });
    };
    for (const bound of scope) {
      const found = inside(bound);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const term = (type: HigherType, scope: Scope): string => {
    if (--fuel <= 0) return least(type, scope);
    const found = variable(type, scope);
    if (found !== undefined && choices.chance(35)) return found;
    return choices.chance(45) ? eliminated(type, scope) : introduced(type, scope);
  };

  return (type: HigherType, scope: Scope, size: number): string => {
    fuel = size;
    return term(type, scope);
  };
}
