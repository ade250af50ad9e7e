import { patternBinders, type Binder } from './children';
import { isFirstOrder, isMonomorphic, sameType } from '../types/structure';
import { showType } from '../types/print';
import { itemBinders, itemTerms, walk } from './traverse';
import { nodeProblems, patternProblems } from './check-node';
import type { CoreItem, CoreProgram, Pattern, Term, VariantDeclaration } from './tree';
import type { Type } from '../types/type';

/** The types of free names. */
export type TypeEnvironment = ReadonlyMap<string, Type>;

/**
 * Returns the violations of the core's typing rules; each is a bug in a pass. Every term carries its type, so each node
 * is checked against the types of its parts alone, and terms can be as deep as memory allows. It also checks scoping,
 * that every name is bound once, and that no type variable is left.
 */
export function checkProgram(program: CoreProgram): readonly string[] {
  const checker = newChecker(new Map(), program.variants);
  for (const variant of program.variants) {
    for (const { name, payload } of variant.constructors) {
      if (payload !== undefined && !isMonomorphic(payload)) checker.report(`constructor ${name} has an open type`);
    }
  }
  for (const item of program.items) {
    const binders = itemBinders(item);
    if (item.tag === 'letrec') for (const binder of binders) checker.bind(binder);
    for (const term of itemTerms(item)) checker.term(term);
    checkItem(item, checker.report);
    if (item.tag !== 'letrec') for (const binder of binders) checker.bind(binder);
  }
  checker.uniqueNames([
    ...program.items.flatMap(itemBinders),
    ...program.items.flatMap((item) => itemTerms(item).flatMap(boundNames)),
  ]);
  return checker.problems;
}

export function checkTerm(
  term: Term,
  environment: TypeEnvironment,
  variants: readonly VariantDeclaration[] = [],
): readonly string[] {
  const checker = newChecker(environment, variants);
  checker.term(term);
  checker.uniqueNames([
    ...[...environment].map(([name, type]) => ({ name, type, origin: term.origin })),
    ...boundNames(term),
  ]);
  return checker.problems;
}

interface Checker {
  readonly problems: readonly string[];
  readonly report: (problem: string) => void;
  readonly bind: (binder: Binder) => void;
  readonly term: (term: Term) => void;
  readonly uniqueNames: (binders: readonly Binder[]) => void;
}

function newChecker(environment: TypeEnvironment, variants: readonly VariantDeclaration[]): Checker {
  const scope = new Map(environment);
  const problems: string[] = [];
  /** Types are shared, so each object is checked once. */
  const seen = new Set<Type>();
  const report = (problem: string): void => {
    problems.push(problem);
  };

  const closed = (type: Type, where: string): void => {
    if (seen.has(type)) return;
    seen.add(type);
    if (!isMonomorphic(type)) report(`${where}: the type ${showType(type)} is not monomorphic`);
  };

  const bind = (binder: Binder): void => {
    closed(binder.type, `binder ${binder.name}`);
    scope.set(binder.name, binder.type);
  };

  const enter = (term: Term): void => {
    closed(term.type, describe(term));
    if (term.tag === 'variable') {
      const type = scope.get(term.name);
      if (type === undefined) report(`${describe(term)} is not in scope`);
      else if (!sameType(type, term.type)) {
        report(`${describe(term)} is bound at ${showType(type)}, used at ${showType(term.type)}`);
      }
    }
    for (const problem of nodeProblems(term, variants)) report(`${describe(term)}: ${problem}`);
  };

  return {
    problems,
    report,
    bind,
    term: (term) => {
      walk(term, { enter, bind, unbind: ({ name }) => scope.delete(name) });
    },
    uniqueNames: (binders) => {
      const names = new Set<string>();
      for (const { name } of binders) {
        if (names.has(name)) report(`${name} is bound more than once`);
        names.add(name);
      }
    },
  };
}

/** Returns the names bound inside a term, one entry for each place that binds. */
function boundNames(root: Term): readonly Binder[] {
  const binders: Binder[] = [];
  const add = (pattern: Pattern): void => {
    binders.push(...patternBinders(pattern));
  };
  walk(root, {
    enter: (term) => {
      switch (term.tag) {
        case 'lambda':
          add(term.parameter);
          break;
        case 'let':
        case 'bind':
          add(term.pattern);
          break;
        case 'fold':
          add(term.item);
          add(term.accumulator);
          break;
        case 'match':
          for (const arm of term.arms) if (arm.payload !== undefined) add(arm.payload);
          break;
        case 'letrec':
          for (const { name, function: lambda, origin } of term.functions) {
            binders.push({ name, type: lambda.type, origin });
          }
          break;
        default:
      }
    },
  });
  return binders;
}

function checkItem(item: CoreItem, report: (problem: string) => void): void {
  switch (item.tag) {
    case 'let':
      for (const problem of patternProblems(item.pattern)) report(`top-level let: ${problem}`);
      if (!sameType(item.pattern.type, item.value.type)) {
        report(`top-level let: a ${showType(item.value.type)} for a pattern of ${showType(item.pattern.type)}`);
      }
      break;
    case 'input':
      if (!sameType(item.type, item.value.type)) {
        report(`input ${item.name}: a ${showType(item.value.type)} for a ${showType(item.type)}`);
      }
      if (!isFirstOrder(item.type)) report(`input ${item.name}: ${showType(item.type)} is not first order`);
      if (item.range !== undefined && item.type.tag !== 'real' && item.type.tag !== 'int') {
        report(`input ${item.name}: a range on a ${showType(item.type)}`);
      }
      break;
    case 'data':
      if (item.value !== undefined && !sameType(item.type, item.value.type)) {
        report(`data ${item.name}: a ${showType(item.value.type)} for a ${showType(item.type)}`);
      }
      if (!isFirstOrder(item.type)) report(`data ${item.name}: ${showType(item.type)} is not first order`);
      break;
    case 'letrec':
    case 'output':
      break;
  }
}

/** Returns the term's form, its name if it has one, and its place. */
function describe(term: Term): string {
  const { cell, start, end } = term.origin;
  return `${form(term)} at ${cell}:${start}-${end}`;
}

function form(term: Term): string {
  switch (term.tag) {
    case 'variable':
      return `variable ${term.name}`;
    case 'literal':
      return `literal ${String(term.value)}`;
    case 'operation':
      return `operation ${term.operation}`;
    case 'intrinsic':
      return `intrinsic ${term.intrinsic}`;
    case 'construct':
      return `constructor ${term.constructorName}`;
    case 'let':
    case 'bind': {
      const names = patternBinders(term.pattern).map((binder) => binder.name);
      return [term.tag, ...names].join(' ');
    }
    case 'letrec':
      return `let rec ${term.functions.map((item) => item.name).join(' ')}`;
    default:
      return term.tag;
  }
}
