import { assertNever } from '../source/internal-error';
import { children, type Child } from './children';
import { sameType } from '../types/structure';
import type { CoreItem, CoreProgram, Literal, Pattern, Term } from './tree';

/**
 * Whether two terms are equal up to bound names, origins, and the roles of operations (which the text does not show). A
 * negative literal equals the negation of its absolute value, because both print alike. Every name must be bound once.
 */
export function alphaEquivalent(a: Term, b: Term): boolean {
  return sameTerms(a, b, newRenaming());
}

/** Whether two programs are equal in the same sense. Inputs keep their names, because readers see them. */
export function alphaEquivalentPrograms(a: CoreProgram, b: CoreProgram): boolean {
  const renaming = newRenaming();
  return (
    a.items.length === b.items.length &&
    a.items.every((item, i) => {
      const other = b.items[i];
      return other !== undefined && sameItems(item, other, renaming);
    })
  );
}

/** Maps the bound names of each side to their partners. A name without a partner is free and equals only itself. */
interface Renaming {
  readonly forth: Map<string, string>;
  readonly back: Map<string, string>;
}

function newRenaming(): Renaming {
  return { forth: new Map(), back: new Map() };
}

function sameItems(a: CoreItem, b: CoreItem, renaming: Renaming): boolean {
  switch (a.tag) {
    case 'let':
      return b.tag === 'let' && sameTerms(a.value, b.value, renaming) && pairPatterns(a.pattern, b.pattern, renaming);
    case 'letrec':
      if (b.tag !== 'letrec' || a.functions.length !== b.functions.length) return false;
      a.functions.forEach((item, i) => {
        pair(item.name, b.functions[i]?.name ?? '', renaming);
      });
      return a.functions.every(({ function: lambda }, i) => {
        const other = b.functions[i]?.function;
        return other !== undefined && sameTerms(lambda, other, renaming);
      });
    case 'input':
      return (
        b.tag === 'input' &&
        a.name === b.name &&
        sameType(a.type, b.type) &&
        a.range?.low === b.range?.low &&
        a.range?.high === b.range?.high &&
        a.range?.step === b.range?.step &&
        sameTerms(a.value, b.value, renaming)
      );
    case 'data':
      return (
        b.tag === 'data' &&
        a.name === b.name &&
        sameType(a.type, b.type) &&
        (a.value === undefined || b.value === undefined ? a.value === b.value : sameTerms(a.value, b.value, renaming))
      );
    case 'output':
      return b.tag === 'output' && sameTerms(a.term, b.term, renaming);
    default:
      return assertNever(a);
  }
}

function sameTerms(rootA: Term, rootB: Term, renaming: Renaming): boolean {
  const work: (readonly [Child, Child])[] = [
    [
      { term: rootA, binders: [] },
      { term: rootB, binders: [] },
    ],
  ];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [left, right] = next;
    const a = withPlainNegation(left.term);
    const b = withPlainNegation(right.term);
    left.binders.forEach((binder, i) => {
      pair(binder.name, right.binders[i]?.name ?? '', renaming);
    });
    if (!sameType(a.type, b.type) || !sameNode(a, b, renaming)) return false;
    const belowA = children(a);
    const belowB = children(b);
    if (belowA.length !== belowB.length) return false;
    for (let i = belowA.length - 1; i >= 0; i--) {
      const childA = belowA[i];
      const childB = belowB[i];
      if (childA === undefined || childB?.binders.length !== childA.binders.length) return false;
      work.push([childA, childB]);
    }
  }
  return true;
}

/** Whether two nodes are equal apart from their subterms and types. */
function sameNode(a: Term, b: Term, renaming: Renaming): boolean {
  switch (a.tag) {
    case 'variable':
      return (
        b.tag === 'variable' &&
        (renaming.forth.get(a.name) ?? a.name) === b.name &&
        (renaming.back.get(b.name) ?? b.name) === a.name
      );
    case 'literal':
      return b.tag === 'literal' && (a.type.tag === 'int' ? a.value === b.value : Object.is(a.value, b.value));
    case 'projection':
      return b.tag === 'projection' && a.index === b.index;
    case 'record':
      return b.tag === 'record' && a.fields.every((field, i) => field.name === b.fields[i]?.name);
    case 'field':
      return b.tag === 'field' && a.name === b.name;
    case 'construct':
      return b.tag === 'construct' && a.constructorName === b.constructorName;
    case 'match':
      return (
        b.tag === 'match' &&
        (a.otherwise === undefined) === (b.otherwise === undefined) &&
        a.arms.every((arm, i) => arm.constructorName === b.arms[i]?.constructorName) &&
        a.arms.every((arm, i) => {
          const other = b.arms[i]?.payload;
          return arm.payload === undefined ? other === undefined : !!other && samePattern(arm.payload, other);
        })
      );
    case 'lambda':
      return b.tag === 'lambda' && samePattern(a.parameter, b.parameter);
    case 'let':
    case 'bind':
      return b.tag === a.tag && samePattern(a.pattern, b.pattern);
    case 'fold':
      return b.tag === 'fold' && samePattern(a.item, b.item) && samePattern(a.accumulator, b.accumulator);
    case 'operation':
      return b.tag === 'operation' && a.operation === b.operation;
    case 'fail':
      return b.tag === 'fail' && a.code === b.code && a.message === b.message;
    case 'intrinsic':
      return b.tag === 'intrinsic' && a.intrinsic === b.intrinsic;
    case 'derivative':
      return b.tag === 'derivative' && a.operator === b.operator && a.sugar === b.sugar;
    case 'tuple':
    case 'sequence':
    case 'apply':
    case 'letrec':
    case 'if':
    case 'watch':
    case 'pure':
      return b.tag === a.tag;
    default:
      return assertNever(a);
  }
}

function samePattern(a: Pattern, b: Pattern): boolean {
  if (!sameType(a.type, b.type)) return false;
  switch (a.tag) {
    case 'variable':
    case 'wildcard':
      return b.tag === a.tag;
    case 'tuple':
      return (
        b.tag === 'tuple' &&
        a.items.length === b.items.length &&
        a.items.every((item, i) => samePattern(item, b.items[i] ?? item))
      );
    case 'record':
      return (
        b.tag === 'record' &&
        a.fields.length === b.fields.length &&
        a.fields.every((field, i) => {
          const other = b.fields[i];
          return field.name === other?.name && samePattern(field.pattern, other.pattern);
        })
      );
    default:
      return assertNever(a);
  }
}

function pairPatterns(a: Pattern, b: Pattern, renaming: Renaming): boolean {
  if (!samePattern(a, b)) return false;
  if (a.tag === 'variable' && b.tag === 'variable') pair(a.name, b.name, renaming);
  if (a.tag === 'tuple' && b.tag === 'tuple') {
    return a.items.every((item, i) => pairPatterns(item, b.items[i] ?? item, renaming));
  }
  if (a.tag === 'record' && b.tag === 'record') {
    return a.fields.every(({ pattern }, i) => pairPatterns(pattern, b.fields[i]?.pattern ?? pattern, renaming));
  }
  return true;
}

function pair(a: string, b: string, { forth, back }: Renaming): void {
  forth.set(a, b);
  back.set(b, a);
}

/** Returns a literal `-2` as the operation `-(2)`. Both have the same text, so they count as the same term. */
function withPlainNegation(term: Term): Term {
  if (term.tag !== 'operation') return term;
  const [operand] = term.arguments;
  if (term.operation !== 'negate' && term.operation !== 'negateInt') return term;
  if (operand?.tag !== 'literal' || typeof operand.value !== 'number' || !(operand.value >= 0)) return term;
  const negative: Literal = { ...operand, value: -operand.value };
  return negative;
}
