import * as core from '../../../language/core/builders';
import { variablePattern } from '../../../language/core/patterns';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE } from '../../../language/source/span';
import { sameType } from '../../../language/types/structure';
import type { FreshNames } from '../../../language/core/fresh-names';
import type { CoreItem, Lambda, Term, Variable } from '../../../language/core/tree';
import type { Type } from '../../../language/types/type';

/**
 * The instances of a polytypic function at types whose values differ in shape - sums, variants, lists and arrays. Each
 * instance is a function of its own, made when it is first called.
 */
export interface Instances {
  readonly call: (type: Type, argument: Term) => Term;
  /**
   * Returns the instances that are called, each after those that it calls; those that call each other are one `let
   * rec`.
   */
  readonly items: () => readonly CoreItem[];
}

interface Instance {
  readonly type: Type;
  readonly variable: Variable;
  readonly index: number;
  /** The index of the oldest open instance that it reaches (Tarjan's low link). */
  low: number;
  isOpen: boolean;
  isRecursive: boolean;
  function: Lambda | undefined;
}

/** `typeOf` returns the type of the instance at a type. `make` builds it, and may call other instances. */
export function instances(
  name: string,
  fresh: FreshNames,
  typeOf: (type: Type) => Type,
  make: (type: Type) => Lambda,
): Instances {
  const all: Instance[] = [];
  const open: Instance[] = [];
  const items: CoreItem[] = [];
  /** The instances under construction, innermost last. */
  const making: Instance[] = [];

  /** Tarjan's strongly connected components: a group is complete when its oldest instance is. */
  function instanceAt(type: Type): Instance {
    const known = all.find((instance) => sameType(instance.type, type));
    if (known !== undefined) return known;
    const instance: Instance = {
      type,
      variable: core.variable(fresh(`${name}${labelOf(type)}`), typeOf(type)),
      index: all.length,
      low: all.length,
      isOpen: true,
      isRecursive: false,
      function: undefined,
    };
    all.push(instance);
    open.push(instance);
    making.push(instance);
    instance.function = make(type);
    making.pop();
    if (instance.low === instance.index) items.push(itemOf(open.splice(open.indexOf(instance))));
    return instance;
  }

  function call(type: Type, argument: Term): Term {
    const callee = instanceAt(type);
    const caller = making.at(-1);
    if (caller !== undefined && callee.isOpen) {
      caller.low = Math.min(caller.low, callee.low);
      caller.isRecursive ||= callee === caller;
    }
    return core.apply({ ...callee.variable, origin: argument.origin }, argument, argument.origin);
  }

  return { call, items: () => items };
}

function itemOf(group: readonly Instance[]): CoreItem {
  const functions = group.map((instance) => {
    instance.isOpen = false;
    const made = instance.function ?? internalError('a polytypic function is used before it is built');
    return { name: instance.variable.name, function: made, origin: NOWHERE };
  });
  const [only, ...more] = functions;
  if (only === undefined) return internalError('an empty group');
  const { name, function: value } = only;
  if (more.length > 0 || group[0]?.isRecursive === true) return { tag: 'letrec', functions, origin: NOWHERE };
  return { tag: 'let', pattern: variablePattern(name, value.type), value, origin: NOWHERE };
}

function labelOf(type: Type): string {
  switch (type.tag) {
    case 'sum':
      return 'Sum';
    case 'named':
      return type.name;
    case 'sequence':
      return type.container === 'array' ? 'Array' : 'List';
    default:
      return internalError(`every ${type.tag} has the same shape`);
  }
}
