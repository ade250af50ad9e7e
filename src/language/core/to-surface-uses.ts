import { operationRow, OVERLOADED_FUNCTIONS } from '../operations/table';
import { children } from './children';
import { itemTerms } from './traverse';
import type { CoreItem, OperationTerm, RecursiveFunction, Term } from './tree';

/** How the names of a program are used. Names are bound once, so scopes do not matter. */
export interface Uses {
  /** The names in use. A recursive function counts only if it is used outside its own group. */
  readonly used: ReadonlySet<string>;
  /** Operands and conditions whose type is determined by the operation. */
  readonly operated: ReadonlySet<string>;
}

type Step =
  | Term
  | { readonly tag: 'enter'; readonly functions: readonly RecursiveFunction[] }
  | { readonly tag: 'leave'; readonly functions: readonly RecursiveFunction[] };

export function usesOfItems(items: readonly CoreItem[]): Uses {
  return usesOf(
    items.flatMap((item): readonly Step[] =>
      item.tag === 'letrec' ? grouped(item.functions, itemTerms(item)) : itemTerms(item),
    ),
  );
}

export function usesOf(roots: readonly Step[]): Uses {
  const used = new Set<string>();
  const operated = new Set<string>();
  const inside = new Set<string>();
  const operand = (term: Term): void => {
    if (term.tag === 'variable') operated.add(term.name);
  };
  const visit = (term: Term): void => {
    switch (term.tag) {
      case 'variable':
        if (!inside.has(term.name)) used.add(term.name);
        break;
      case 'if':
        operand(term.condition);
        break;
      case 'operation':
        toldOperands(term).forEach(operand);
        break;
      default:
    }
  };

  const steps: Step[] = [...roots].reverse();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step.tag === 'enter') for (const { name } of step.functions) inside.add(name);
    else if (step.tag === 'leave') for (const { name } of step.functions) inside.delete(name);
    else {
      visit(step);
      const below =
        step.tag === 'letrec'
          ? [
              ...grouped(
                step.functions,
                step.functions.map((recursive) => recursive.function),
              ),
              step.body,
            ]
          : children(step).map((child) => child.term);
      for (let i = below.length - 1; i >= 0; i--) {
        const next = below[i];
        if (next !== undefined) steps.push(next);
      }
    }
  }
  return { used, operated };
}

function grouped(functions: readonly RecursiveFunction[], terms: readonly Term[]): readonly Step[] {
  return [{ tag: 'enter', functions }, ...terms, { tag: 'leave', functions }];
}

/**
 * Returns the operands whose types the operator determines: `+` and others are overloaded, and a literal with a decimal
 * point determines the type. `2.0 * v` scales a `v` of any type made of reals.
 */
function toldOperands(term: OperationTerm): readonly Term[] {
  const { form, symbol } = operationRow(term.operation).notation;
  // An exponent can be an int or a real.
  if (symbol === '^') return term.arguments.slice(0, 1);
  const isOverloaded = form === 'function' ? OVERLOADED_FUNCTIONS.has(symbol) : !['/', '<.', '>.'].includes(symbol);
  const telling = symbol === '*' ? term.arguments.slice(1) : term.arguments;
  const isTold = !isOverloaded || telling.some(({ tag, type }) => tag === 'literal' && type.tag === 'real');
  return isTold ? term.arguments : [];
}
