import { internalError } from '../source/internal-error';
import { children, patternBinders, plain, withChildren, type Binder } from './children';
import type { CoreItem, CoreProgram, Lambda, Pattern, Term } from './tree';

/*
 * Walks over terms. Each keeps its own stack, so a term can be as deep as memory allows: an A-normal trace is a chain
 * of tens of thousands of lets.
 */

export interface Visitor {
  /** Called before the subterms of `term`. */
  readonly enter?: (term: Term) => void;
  /** Called around each subterm where a name is in scope: for `let rec`, around every function and the body. */
  readonly bind?: (binder: Binder) => void;
  readonly unbind?: (binder: Binder) => void;
}

/** Visits every subterm, parents first, left to right. */
export function walk(root: Term, visitor: Visitor): void {
  // A step without a term is the end of a scope.
  const steps: { readonly term: Term | undefined; readonly binders: readonly Binder[] }[] = [plain(root)];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { term, binders } = step;
    if (term === undefined) {
      for (const binder of binders) visitor.unbind?.(binder);
      continue;
    }
    if (binders.length > 0) {
      for (const binder of binders) visitor.bind?.(binder);
      steps.push({ term: undefined, binders });
    }
    visitor.enter?.(term);
    const below = children(term);
    for (let i = below.length - 1; i >= 0; i--) {
      const child = below[i];
      if (child !== undefined) steps.push(child);
    }
  }
}

/** Rebuilds a term bottom-up: `change` gets each node with its subterms already changed. Unchanged nodes are shared. */
export function mapTerm(root: Term, change: (term: Term) => Term): Term {
  interface Frame {
    readonly term: Term;
    readonly below: readonly Term[];
    readonly done: Term[];
  }
  const open = (term: Term): Frame => ({ term, below: children(term).map((child) => child.term), done: [] });
  const frames: Frame[] = [open(root)];
  for (;;) {
    const frame = frames.at(-1) ?? internalError('mapTerm lost its root');
    const next = frame.below[frame.done.length];
    if (next !== undefined) {
      frames.push(open(next));
      continue;
    }
    const same = frame.done.every((term, i) => term === frame.below[i]);
    const result = change(same ? frame.term : withChildren(frame.term, frame.done));
    frames.pop();
    const parent = frames.at(-1);
    if (parent === undefined) return result;
    parent.done.push(result);
  }
}

export function freeVariables(term: Term): Set<string> {
  const free = new Set<string>();
  const bound = new Map<string, number>();
  walk(term, {
    enter: (node) => {
      if (node.tag === 'variable' && (bound.get(node.name) ?? 0) === 0) free.add(node.name);
    },
    bind: ({ name }) => bound.set(name, (bound.get(name) ?? 0) + 1),
    unbind: ({ name }) => bound.set(name, (bound.get(name) ?? 0) - 1),
  });
  return free;
}

/** Returns the number of nodes. */
export function termSize(term: Term): number {
  let size = 0;
  walk(term, { enter: () => size++ });
  return size;
}

/** Returns every name that occurs, bound or free. */
export function usedNames(term: Term): Set<string> {
  const names = new Set<string>();
  addUsedNames(term, names);
  return names;
}

export function usedNamesOfProgram(program: CoreProgram): Set<string> {
  const names = new Set<string>();
  for (const item of program.items) {
    for (const { name } of itemBinders(item)) names.add(name);
    for (const term of itemTerms(item)) addUsedNames(term, names);
  }
  return names;
}

function addUsedNames(term: Term, names: Set<string>): void {
  walk(term, {
    enter: (node) => {
      if (node.tag === 'variable') names.add(node.name);
    },
    bind: ({ name }) => names.add(name),
  });
}

/** Returns the names that an item defines for the items after it. */
export function itemBinders(item: CoreItem): readonly Binder[] {
  switch (item.tag) {
    case 'let':
      return patternBinders(item.pattern);
    case 'letrec':
      return item.functions.map(({ name, function: lambda, origin }) => ({ name, type: lambda.type, origin }));
    case 'input':
    case 'data':
      return [{ name: item.name, type: item.type, origin: item.origin }];
    case 'output':
      return [];
  }
}

export function itemTerms(item: CoreItem): readonly Term[] {
  switch (item.tag) {
    case 'let':
    case 'input':
      return [item.value];
    case 'data':
      return item.value === undefined ? [] : [item.value];
    case 'letrec':
      return item.functions.map((recursive) => recursive.function);
    case 'output':
      return [item.term];
  }
}

/**
 * Returns the program with a separate object for every occurrence of a term. Programs made by copying share terms, so
 * information stored per term would otherwise mix places.
 */
export function unshared(program: CoreProgram): CoreProgram {
  const own = (term: Term): Term => mapTerm(term, (node) => ({ ...node }));
  const ownLambda = (lambda: Lambda): Lambda => ({ ...lambda, body: own(lambda.body) });
  return {
    ...program,
    items: program.items.map((item): CoreItem => {
      switch (item.tag) {
        case 'let':
        case 'input':
          return { ...item, value: own(item.value) };
        case 'data':
          return { ...item, value: item.value && own(item.value) };
        case 'letrec':
          return {
            ...item,
            functions: item.functions.map((each) => ({ ...each, function: ownLambda(each.function) })),
          };
        case 'output':
          return { ...item, term: own(item.term) };
      }
    }),
  };
}

/**
 * Replaces free variables by terms. Names are bound once, so nothing is captured. If a replacement that binds names is
 * used twice, the caller must refresh it in between.
 */
export function substitute(term: Term, replacements: ReadonlyMap<string, Term>): Term {
  return mapTerm(term, (node) => (node.tag === 'variable' ? (replacements.get(node.name) ?? node) : node));
}

/** Renames variables and binders; names without an entry stay. */
export function rename(term: Term, names: ReadonlyMap<string, string>): Term {
  const pattern = (old: Pattern): Pattern => renamePattern(old, names);
  return mapTerm(term, (node) => {
    switch (node.tag) {
      case 'variable': {
        const name = names.get(node.name);
        return name === undefined ? node : { ...node, name };
      }
      case 'lambda':
        return { ...node, parameter: pattern(node.parameter) };
      case 'let':
      case 'bind':
        return { ...node, pattern: pattern(node.pattern) };
      case 'fold':
        return { ...node, item: pattern(node.item), accumulator: pattern(node.accumulator) };
      case 'match': {
        const arms = node.arms.map((arm) => ({ ...arm, payload: arm.payload && pattern(arm.payload) }));
        return { ...node, arms };
      }
      case 'letrec':
        return {
          ...node,
          functions: node.functions.map((item) => ({ ...item, name: names.get(item.name) ?? item.name })),
        };
      default:
        return node;
    }
  });
}

export function renamePattern(pattern: Pattern, names: ReadonlyMap<string, string>): Pattern {
  switch (pattern.tag) {
    case 'variable': {
      const name = names.get(pattern.name);
      return name === undefined ? pattern : { ...pattern, name };
    }
    case 'wildcard':
      return pattern;
    case 'tuple':
      return { ...pattern, items: pattern.items.map((item) => renamePattern(item, names)) };
    case 'record': {
      const fields = pattern.fields.map((field) => ({ ...field, pattern: renamePattern(field.pattern, names) }));
      return { ...pattern, fields };
    }
  }
}

/** Returns the term with fresh bound names, for a second copy in the same program. */
export function refresh(term: Term, fresh: (base: string) => string): Term {
  const names = new Map<string, string>();
  walk(term, {
    bind: ({ name }) => {
      if (!names.has(name)) names.set(name, fresh(name));
    },
  });
  return names.size === 0 ? term : rename(term, names);
}

/** Returns a definition or output with its terms changed as by `mapTerm`. Values of inputs and data stay. */
export function mapItem(item: CoreItem, change: (term: Term) => Term): CoreItem {
  switch (item.tag) {
    case 'let':
      return { ...item, value: mapTerm(item.value, change) };
    case 'letrec':
      return {
        ...item,
        functions: item.functions.map((each) => {
          const lambda = mapTerm(each.function, change);
          return lambda.tag === 'lambda' ? { ...each, function: lambda } : each;
        }),
      };
    case 'output':
      return { ...item, term: mapTerm(item.term, change) };
    case 'input':
    case 'data':
      return item;
  }
}
