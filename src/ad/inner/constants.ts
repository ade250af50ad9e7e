/**
 * Rule 1 of derivatives inside the program: what takes derivatives, but is reached by no input, is a constant.
 *
 * A term is constant if its free variables are: those of closed definitions, and of lets whose value is constant. A
 * variable of a function, a match or a fold is not. The largest constant terms that take derivatives are marked, by a
 * `watch` of a name that no program can write. The machine evaluates them where the program does, so that one in a branch
 * that is not taken is never evaluated, and `settled` puts their values in their places.
 */
import * as core from '../../language/core/builders';
import { children, patternBinders, withChildren } from '../../language/core/children';
import type { FreshNames } from '../../language/core/fresh-names';
import { freeVariables, mapTerm, refresh, walk } from '../../language/core/traverse';
import type { CoreItem, Pattern, Term, VariantDeclaration, Watch } from '../../language/core/tree';
import { isFirstOrder } from '../../language/types/structure';
import type { Run } from '../../semantics/evaluate';
import { realValues } from '../../semantics/present';
import { primalOf, type Value } from '../../semantics/value';
import type { Main } from '../engine';
import { isWritable, reify } from '../reify';
import { bindingNames, bindingsIn, contains, namesReaching, type Binding } from './bindings';

const MARK = '\u0000constant ';

/** Returns whether a term is a marked constant. */
export function isMarked(term: Term): term is Watch {
  return nameOf(term) !== undefined;
}

function nameOf(term: Term): string | undefined {
  if (term.tag !== 'watch' || term.name.tag !== 'literal') return undefined;
  const { value } = term.name;
  return typeof value === 'string' && value.startsWith(MARK) ? value : undefined;
}

/** Returns the main expression with its largest constant terms that take derivatives marked. */
export function markConstants(main: Main, fresh: FreshNames): Main {
  const items: readonly CoreItem[] = [
    ...main.definitions,
    { tag: 'output', term: main.body, origin: main.body.origin },
  ];
  const bindings = bindingsIn(items);
  const deriving = namesReaching(bindings, ({ tag }) => tag === 'derivative');
  const varying = new Set(main.parameters.map(({ name }) => name));
  for (const item of main.definitions)
    addVarying(
      item.tag === 'let' ? [item.value] : item.tag === 'letrec' ? item.functions.map((each) => each.function) : [],
      varying,
    );
  addVarying([main.body], varying);
  /** The lets that a copy of a function may not see under their own names. */
  const local = new Map<string, Binding>();
  let count = 0;

  function mark(root: Term, isSpine: boolean): Term {
    const frames: { readonly outer: Term; readonly parts: readonly Term[] }[] = [];
    let term = root;
    for (;;) {
      if ((term.tag !== 'let' && term.tag !== 'letrec') || isConstant(term)) break;
      if (!isSpine) for (const name of bindingNames(term)) local.set(name, term);
      const parts = children(term)
        .slice(0, -1)
        .map((child) => mark(child.term, false));
      frames.push({ outer: term, parts });
      term = term.body;
    }
    const marked = isConstant(term)
      ? core.watch(`${MARK}${++count}`, closed(term), term.origin)
      : withChildren(
          term,
          children(term).map((child) => mark(child.term, false)),
        );
    return frames.reduceRight((body, { outer, parts }) => withChildren(outer, [...parts, body]), marked);
  }

  function isConstant(term: Term): boolean {
    return (
      isFirstOrder(term.type) && contains(term, derives) && [...freeVariables(term)].every((name) => !varying.has(name))
    );
  }

  /** A first-order variable stands for a value that is known already. */
  function derives(term: Term): boolean {
    return (
      term.tag === 'derivative' || (term.tag === 'variable' && deriving.has(term.name) && !isFirstOrder(term.type))
    );
  }

  /** Returns the term with the local lets that it mentions, so that it means the same in any copy of its function. */
  function closed(term: Term): Term {
    const needed = new Set<Binding>();
    const waiting = [...freeVariables(term)];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const binding = local.get(name);
      if (binding === undefined || needed.has(binding)) continue;
      needed.add(binding);
      const own = binding.tag === 'let' ? [binding.value] : binding.functions.map((each) => each.function);
      waiting.push(...own.flatMap((part) => [...freeVariables(part)]));
    }
    if (needed.size === 0) return term;
    // The map has the bindings in the order of the text, outer ones first.
    const ordered = [...new Set(local.values())].filter((binding) => needed.has(binding));
    return refresh(
      ordered.reduceRight(
        (body, binding) =>
          binding.tag === 'let'
            ? core.let_(binding.pattern, binding.value, body)
            : core.letrec(binding.functions, body),
        term,
      ),
      fresh,
    );
  }

  const definitions = main.definitions.map((item): CoreItem => {
    if (item.tag === 'let') return { ...item, value: mark(item.value, false) };
    if (item.tag !== 'letrec') return item;
    const functions = item.functions.map((each) => {
      const { function: lambda } = each;
      return { ...each, function: { ...lambda, body: mark(lambda.body, false) } };
    });
    return { ...item, functions };
  });
  return { ...main, definitions, body: mark(main.body, true) };
}

/** Adds the names that depend on an input, or on the argument of a function. */
function addVarying(roots: readonly Term[], varying: Set<string>): void {
  const add = (pattern: Pattern | undefined): void => {
    if (pattern !== undefined) for (const { name } of patternBinders(pattern)) varying.add(name);
  };
  const varies = (term: Term): boolean => [...freeVariables(term)].some((name) => varying.has(name));
  const enter = (term: Term): void => {
    switch (term.tag) {
      case 'lambda':
        add(term.parameter);
        break;
      case 'fold':
        add(term.item);
        add(term.accumulator);
        break;
      case 'match':
        for (const { payload } of term.arms) add(payload);
        break;
      case 'let':
        if (varies(term.value)) add(term.pattern);
        break;
      case 'letrec':
        if (term.functions.some((each) => varies(each.function)))
          for (const { name } of term.functions) varying.add(name);
        break;
      case 'bind':
        add(term.pattern);
        break;
      default:
    }
  };
  for (const root of roots) walk(root, { enter });
}

/** Returns the values of the marked constants that a run has evaluated, by their names. */
export function valuesOf({ series }: Run): ReadonlyMap<string, Value> {
  return new Map(series.filter(({ name }) => name.startsWith(MARK)).map(({ name, last }) => [name, last]));
}

/** The most real leaves of a constant that is written into the program. */
const MOST_LEAVES = 20_000;

/** Returns the name of a constant whose value is too large to be a term. */
export function isTooLarge(main: Main, values: ReadonlyMap<string, Value>): boolean {
  let large = false;
  mapMarked(main, (marked, name) => {
    const value = values.get(name);
    const { type } = marked;
    large ||=
      values.has(name) &&
      (!isWritable(value, type, main.variants) || realValues(value, type, main.variants).length > MOST_LEAVES);
    return marked;
  });
  return large;
}

/** Returns the main expression with the values of its constants. One that was not evaluated stands where no run comes. */
export function settled(main: Main, values: ReadonlyMap<string, Value>): Main {
  return mapMarked(main, ({ type, origin }, name) =>
    values.has(name)
      ? literalOf(values.get(name), type, main.variants, origin)
      : core.fail('no-value', 'this constant was not evaluated', type, origin),
  );
}

function literalOf(
  value: Value,
  type: Term['type'],
  variants: readonly VariantDeclaration[],
  origin: Term['origin'],
): Term {
  return reify(value, type, (leaf) => core.real(primalOf(leaf), origin), variants, origin);
}

function mapMarked(main: Main, change: (marked: Watch, name: string) => Term): Main {
  const changed = (root: Term): Term =>
    mapTerm(root, (term) => {
      const name = nameOf(term);
      return name === undefined || term.tag !== 'watch' ? term : change(term, name);
    });
  const definitions = main.definitions.map((item): CoreItem => {
    if (item.tag === 'let') return { ...item, value: changed(item.value) };
    if (item.tag !== 'letrec') return item;
    const functions = item.functions.map((each) => ({
      ...each,
      function: { ...each.function, body: changed(each.function.body) },
    }));
    return { ...item, functions };
  });
  return { ...main, definitions, body: changed(main.body) };
}

/** Returns whether the main expression has marked constants. */
export function hasMarked(main: Main): boolean {
  let found = false;
  mapMarked(main, (marked) => {
    found = true;
    return marked;
  });
  return found;
}
