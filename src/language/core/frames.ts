import { sameType, isFirstOrder } from '../types/structure';
import { INT, PICTURE, type Type } from '../types/type';
import { int, let_, letrec, record, variable } from './builders';
import { freshNames } from './fresh-names';
import { recordPattern, variablePattern, wildcardPattern } from './patterns';
import { mapItem, freeVariables, itemBinders, itemTerms, refresh, usedNamesOfProgram, walk } from './traverse';
import type { CoreItem, CoreProgram, LetRec, Pattern, Term, Variable, Watch } from './tree';

/*
 * A run that watches a picture would have to evaluate and keep one at each step. Instead it records the variables that the
 * picture is made of, which are data, and a picture is made of them when a step is shown.
 */

/** How the picture of a `watch` is made of what a run recorded for it. */
export type Frame =
  | {
      readonly tag: 'made';
      /** The variable of what is recorded. */
      readonly recorded: Variable;
      /** The picture: it mentions definitions of the program, and the variable. */
      readonly picture: Term;
    }
  /** It depends on a parameter that holds functions. */
  | { readonly tag: 'blocked'; readonly by: Variable };

export interface WithFrames {
  /** The program, in which each `watch` of a picture records data. */
  readonly core: CoreProgram;
  readonly frames: readonly Frame[];
}

/**
 * The field of a record of variables that has the number of its frame; the other fields are the variables. The space keeps it
 * apart from the names that a reader can write.
 */
const FRAME = 'watched picture';

/** Whether what is watched stands for a picture. */
export function isFrame(type: Type): boolean {
  return type.tag === 'record' && type.fields.some(({ name }) => name === FRAME);
}

/** Returns where the number of its frame is among the fields of such a type. */
export function frameAt(type: Type): number {
  return type.tag === 'record' ? type.fields.findIndex(({ name }) => name === FRAME) : -1;
}

/**
 * Returns the program with each `watch` of a picture recording the local variables of the picture. What they are made of
 * is recorded instead of a local function. A picture that is only watched is not evaluated by the run.
 */
export function withFrames(core: CoreProgram): WithFrames {
  const terms = core.items.flatMap(itemTerms);
  if (!terms.some(watchesPicture)) return { core, frames: [] };
  const scope = scopeOf(core);
  const frames: Frame[] = [];
  /** The terms that first record, and then evaluate the picture. */
  const recorded = new Map<Term, Watch>();
  const change = (node: Term): Term => {
    if (node.tag === 'watch' && isPicture(node)) {
      const { frame, watch } = frameOf(node, scope, frames.length);
      frames.push(frame);
      const both = let_(wildcardPattern(watch.type, node.origin), watch, node.value, node.origin);
      recorded.set(both, watch);
      return both;
    }
    const watch = node.tag === 'let' && node.pattern.tag === 'wildcard' ? recorded.get(node.value) : undefined;
    if (watch === undefined || node.tag !== 'let') return node;
    return { ...node, pattern: wildcardPattern(watch.type, node.pattern.origin), value: watch };
  };
  const items = core.items.flatMap((item): readonly CoreItem[] => {
    const made = mapItem(item, change);
    const watch = made.tag === 'output' ? recorded.get(made.term) : undefined;
    if (watch === undefined || made.tag !== 'output' || made.term.tag !== 'let') return [made];
    // An output that is a picture is drawn apart from the run, which records it.
    const { pattern, value, body, origin } = made.term;
    return [
      { tag: 'let', pattern, value, origin },
      { ...made, term: body },
    ];
  });
  return { core: { ...core, items }, frames };
}

function isPicture({ type }: Term): boolean {
  return sameType(type, PICTURE);
}

function watchesPicture(term: Term): boolean {
  let found = false;
  walk(term, { enter: (node) => (found ||= node.tag === 'watch' && isPicture(node)) });
  return found;
}

interface Scope {
  /** The names at the top level. */
  readonly globals: ReadonlySet<string>;
  /** The local definitions by the names that they bind, as functions that put them around a term. */
  readonly definitions: ReadonlyMap<string, (body: Term) => Term>;
  readonly fresh: (base: string) => string;
}

function scopeOf(core: CoreProgram): Scope {
  const definitions = new Map<string, (body: Term) => Term>();
  const enter = (node: Term): void => {
    if (node.tag === 'let') {
      const { pattern, value, origin } = node;
      for (const name of namesIn(pattern)) definitions.set(name, (body) => let_(pattern, value, body, origin));
    }
    if (node.tag === 'letrec')
      for (const { name } of node.functions)
        definitions.set(name, (body): LetRec => letrec(node.functions, body, node.origin));
  };
  for (const item of core.items) for (const term of itemTerms(item)) walk(term, { enter });
  const globals = new Set(core.items.flatMap((item) => itemBinders(item).map(({ name }) => name)));
  return { globals, definitions, fresh: freshNames(usedNamesOfProgram(core)) };
}

function namesIn(pattern: Pattern): readonly string[] {
  switch (pattern.tag) {
    case 'variable':
      return [pattern.name];
    case 'wildcard':
      return [];
    case 'tuple':
      return pattern.items.flatMap(namesIn);
    case 'record':
      return pattern.fields.flatMap((field) => namesIn(field.pattern));
  }
}

/** Returns the frame of a `watch`, and the `watch` that records for it. */
function frameOf(
  { name, value, origin }: Watch,
  { globals, definitions, fresh }: Scope,
  number: number,
): { readonly frame: Frame; readonly watch: Watch } {
  const recording = (variables: readonly Variable[]): Watch => {
    const fields = variables.map((each) => ({ name: each.name, value: each }));
    const data = record([{ name: FRAME, value: int(number, origin) }, ...fields], origin);
    return { tag: 'watch', name, value: data, type: data.type, origin };
  };
  let picture = value;
  for (;;) {
    const held = locals(picture, globals).find(({ type }) => !isFirstOrder(type));
    if (held === undefined) break;
    const around = definitions.get(held.name);
    if (around === undefined) return { frame: { tag: 'blocked', by: held }, watch: recording([]) };
    picture = around(picture);
  }
  const variables = locals(picture, globals);
  const watch = recording(variables);
  const recorded = variable(fresh('recorded'), watch.type, origin);
  const pattern = recordPattern(
    [
      { name: FRAME, pattern: wildcardPattern(INT, origin) },
      ...variables.map((each) => ({ name: each.name, pattern: variablePattern(each.name, each.type, origin) })),
    ],
    origin,
  );
  return { frame: { tag: 'made', recorded, picture: refresh(let_(pattern, recorded, picture, origin), fresh) }, watch };
}

/** Returns the free variables that are not of the top level, in the order of their names. */
function locals(term: Term, globals: ReadonlySet<string>): readonly Variable[] {
  const free = freeVariables(term);
  const found = new Map<string, Variable>();
  walk(term, {
    enter: (node) => {
      if (node.tag === 'variable' && free.has(node.name) && !globals.has(node.name)) found.set(node.name, node);
    },
  });
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
