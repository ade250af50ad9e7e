import type { CoreItem, CoreProgram } from '../../core/tree';
import { assertNever } from '../../source/internal-error';
import { PRELUDE_CELL, type Span } from '../../source/span';
import type { VariantType } from '../types/variant-type';
import { Conversions } from './conversions';
import { bindersOf, nameOf, copyName, solve } from './copies';
import type { Refusal, State } from './copies';
import { isPolymorphic } from '../draft';
import type { DraftBinder, DraftDefinition, DraftItem } from '../draft';
import { BUILTINS } from '../infer/builtins';
import { Names } from '../names';
import { SHALLOW, shallowItem } from './shallow';
import { closeDefinition, openDefinition, specialise } from './specialise';
import { StructuralFunctions } from './structural';
import { VariantInstances } from './variant-instances';

export type Monomorphised =
  | { readonly tag: 'ok'; readonly program: CoreProgram }
  /** `too-deep` with the place of an item if that exhausted the stack. */
  | Refusal;

/**
 * Returns the core program of drafts without errors. Each polymorphic definition is copied for each choice of types
 * that is used (and dropped if unused), operators are resolved, and every bound name is unique.
 *
 * `binders` are the names that the items bind, in order. The scope of a definition is translated before the definition, so all uses are known by then. A recursive group adds
 * none, because it is monomorphic in its own body.
 */
export function monomorphise(
  items: readonly DraftItem[],
  binders: readonly DraftBinder[],
  declared: ReadonlyMap<string, VariantType>,
): Monomorphised {
  const variants = new VariantInstances(declared);
  const names = new Names(
    BUILTINS.keys(),
    binders.filter(({ place }) => place === 'top').map(({ text }) => text),
  );
  const own = new Map(
    binders.map((binder) => [binder, binder.place === 'top' ? names.topLevel(binder.text) : names.fresh(binder.text)]),
  );
  const state: State = {
    names,
    own,
    variants,
    structural: new StructuralFunctions(
      (base) => names.fresh(base),
      () => variants.all(),
    ),
    conversions: new Conversions(names, () => variants.all()),
    used: new Set(),
    current: new Map(),
    solutions: new Map(),
    containers: new Map(),
    solved: new Map(),
    instances: new Map(),
    groups: new Map(),
    count: 0,
    work: 0,
    copying: 0,
    refusal: undefined,
    deepest: 0,
  };
  for (const item of items) {
    if (item.tag === 'definition') {
      if (isPrelude(item.definition) && !isPolymorphic(item.definition.group)) continue;
      openDefinition(state, item.definition);
    }
    if (item.tag === 'input' || item.tag === 'data') copyName(state, item.binder);
  }
  const surroundings = {
    fresh: (base: string) => names.fresh(base),
    refuse: (place: Span) => (state.refusal ??= { tag: 'too-deep', place }),
  };
  const reversed: CoreItem[] = [];
  for (const item of items.toReversed()) {
    try {
      state.deepest = 0;
      const made = translated(state, item);
      reversed.push(...(state.deepest < SHALLOW ? made : made.map((each) => shallowItem(each, surroundings))));
    } catch (failure) {
      if (!(failure instanceof RangeError)) throw failure;
      return { tag: 'too-deep', place: item.tag === 'definition' ? item.definition.origin : item.origin };
    }
  }
  if (state.refusal !== undefined) return state.refusal;
  const helpers = [...state.structural.items(), ...state.conversions.items()];
  const ordered = [...helpers, ...reversed.toReversed()];
  return { tag: 'ok', program: { variants: state.variants.all(), items: ordered } };
}

/** Translates an item. Items are translated from the last to the first. */
function translated(state: State, item: DraftItem): readonly CoreItem[] {
  switch (item.tag) {
    case 'definition': {
      const { definition } = item;
      const isUnused =
        !isPolymorphic(definition.group) && bindersOf(definition).every((each) => !state.current.has(each));
      if (isPrelude(definition) && isUnused) return [];
      return closeDefinition(state, definition).toReversed();
    }
    case 'input': {
      const { binder, label, range, origin } = item;
      const name = nameOf(state, binder);
      const value = specialise(state, item.value);
      return [
        {
          tag: 'input',
          name,
          ...(label === name ? {} : { label }),
          type: solve(state, item.type),
          value,
          range,
          origin,
        },
      ];
    }
    case 'data': {
      const { binder, given, label, origin } = item;
      const name = nameOf(state, binder);
      const type = solve(state, item.type);
      const value = item.value && specialise(state, item.value);
      return [
        {
          tag: 'data',
          name,
          ...(label === name ? {} : { label }),
          type,
          value,
          ...(given === undefined ? {} : { given }),
          origin,
        },
      ];
    }
    case 'output':
      return [{ tag: 'output', term: specialise(state, item.term), origin: item.origin }];
    default:
      return assertNever(item);
  }
}

function isPrelude({ origin }: DraftDefinition): boolean {
  return origin.cell === PRELUDE_CELL;
}
