import { assertNever, internalError } from '../../../language/source/internal-error';
import type { LeafValue } from '../../../language/operations/operation';
import { sequenceOf } from '../../../semantics/leaves';
import { BYTES } from '../../../semantics/memory';
import { copiedItems, itemsOf } from '../../../semantics/reals';
import { RUN_TIME_ROWS } from '../../../semantics/rows';
import { Cell, Items, Variant, type Value } from '../../../semantics/value';
import type {
  CaseOf,
  Combinator,
  Constant,
  FoldOf,
  Identity,
  IntrinsicOf,
  Primitive,
  ProjectionOf,
} from '../combinator';
import { beginCall, endCall, logClosures } from './call-log';
import { componentOf, contextOf, extended, isEnvironment, tupleOf } from './environment';
import type { Forward, Next } from './frame';
import { partAt, type Machine } from './machine';
import { bodyOf, closureOf, environmentAt, groupOf, groupValue, type RepFunction } from './rep-function';

/** Figure 2, forwards: returns the next action of a frame's combinator, given the values of its parts. */
export function nextForward(machine: Machine, frame: Forward): Next {
  const { term, input, values } = frame;
  const done = values.length;
  switch (term.tag) {
    case 'prod':
      return done < term.parts.length ? run(partAt(term.parts, done), input) : value(values);
    case 'compose':
      if (done === 0) return run(term.first, input);
      return done === 1 ? run(term.second, values[0]) : value(values[1]);
    case 'curry': {
      const environment = contextOf(input);
      machine.bytes += BYTES.closure;
      const closure = closureOf(term, environment);
      logClosures(machine.calls, [closure]);
      return value(closure, environment);
    }
    case 'rec': {
      const environment = contextOf(input);
      machine.bytes += BYTES.closure * term.functions.length;
      const functions = groupOf(term, environment);
      logClosures(machine.calls, functions);
      return value(groupValue(functions), environment);
    }
    case 'eval': {
      if (done > 0) {
        endCall(machine.calls, machine.meter);
        return value(values[0], input);
      }
      const [callee, argument] = tupleOf(input);
      return call(machine, functionOf(callee), argument);
    }
    case 'operation':
      return applyRow(machine, term, input);
    case 'if':
      if (machine.calls !== undefined && done < 2) machine.calls.conditions += done === 0 ? 1 : -1;
      if (done === 0) return run(term.condition, input);
      return done === 1 ? run(values[0] === true ? term.consequent : term.alternative, input) : value(values[1]);
    case 'inject':
      return value(injected(machine, term.constructorName, term.hasPayload, input));
    case 'case':
      return nextOfCase(machine, frame, term);
    case 'list': {
      if (done < term.items.length) return run(partAt(term.items, done), input);
      machine.bytes += BYTES.cell * done;
      return value(sequenceOf(values, term.container === 'array' ? 'array' : 'list'));
    }
    case 'fold':
      return nextOfFold(machine, frame, term);
    case 'intrinsic':
      return nextOfIntrinsic(machine, frame, term);
    case 'fail':
      return { tag: 'fail', origin: term.origin };
    case 'id':
    case 'proj':
    case 'const':
      return internalError('a frame of a combinator without parts');
    default:
      return assertNever(term);
  }
}

/** Returns the value of a combinator that has no parts. */
export function valueAtInput(machine: Machine, term: Identity | ProjectionOf | Constant, input: Value): Value {
  switch (term.tag) {
    case 'id':
      return isEnvironment(input) ? tupleOf(input) : input;
    case 'proj':
      return componentOf(input, term.index);
    case 'const':
      return constantOf(machine, term);
    default:
      return assertNever(term);
  }
}

function run(term: Combinator, input: Value): Next {
  return { tag: 'run', term, input };
}

/** `input` is the part of the input that the pullback needs. */
function value(result: Value, input?: Value): Next {
  return { tag: 'value', value: result, input };
}

/** Calls the body of a function with an argument. */
function call(machine: Machine, callee: RepFunction, argument: Value): Next {
  beginCall(machine.calls, callee, machine.meter);
  return run(bodyOf(callee), environmentAt(machine, callee, argument));
}

function constantOf({ definitions }: Machine, { constant }: Constant): Value {
  if (constant.tag === 'literal') return constant.value;
  return definitions.has(constant.name)
    ? definitions.get(constant.name)
    : internalError(`${constant.name} is not defined`);
}

function applyRow({ meter }: Machine, { operation, origin }: Primitive, input: Value): Next {
  const row = RUN_TIME_ROWS[operation];
  const [first, second] = row.isBinary ? tupleOf(input) : [input];
  // In well-typed terms the arguments of operations are leaves.
  const x = first as LeafValue;
  const y = second as LeafValue;
  meter.primal += 1;
  const result = row.domain?.(x, y) === undefined ? row.evaluate(x, y) : Number.NaN;
  const isWrong = typeof result === 'number' && !(Math.abs(result) <= row.limit);
  return isWrong ? { tag: 'fail', origin } : value(result, input);
}

function injected(machine: Machine, name: string, hasPayload: boolean, input: Value): Value {
  machine.bytes += BYTES.cell;
  if (name === '[]') return null;
  if (name !== '::') return new Variant(name, hasPayload ? input : undefined);
  const [head, tail] = tupleOf(input);
  return new Cell(head, tail as Cell | null);
}

/** The parts are the scrutinee and the arm. */
function nextOfCase(machine: Machine, { input, values }: Forward, { scrutinee, arms, otherwise }: CaseOf): Next {
  if (values.length === 0) return run(scrutinee, input);
  const [seen] = values;
  const name = constructorOf(seen);
  if (values.length > 1) return value(values[1], name);
  const arm = arms.find(({ constructorName }) => constructorName === name);
  if (arm === undefined) return run(otherwise ?? internalError(`no arm of the case fits ${name}`), input);
  return run(arm.body, arm.hasPayload ? extended(machine, contextOf(input), [payloadOfValue(seen)]) : input);
}

function constructorOf(seen: Value): string {
  if (seen === null) return '[]';
  if (seen instanceof Cell) return '::';
  return seen instanceof Variant ? seen.name : internalError('case on a value that is not a variant');
}

function payloadOfValue(seen: Value): Value {
  if (seen instanceof Cell) return [seen.head, seen.tail];
  return seen instanceof Variant ? seen.payload : undefined;
}

/** Folds from the last item. The parts are the sequence, the start, and the body once per item. */
function nextOfFold(machine: Machine, frame: Forward, { sequence, start, body }: FoldOf): Next {
  const { input, values } = frame;
  if (values.length === 0) return run(sequence, input);
  if (values.length === 1) {
    frame.items = itemsOf(values[0]);
    return run(start, input);
  }
  const left = frame.items.length - (values.length - 2);
  const accumulator = values.at(-1);
  if (left === 0) return value(accumulator, values[0] instanceof Items ? 'array' : 'list');
  return run(body, extended(machine, contextOf(input), [frame.items[left - 1], accumulator]));
}

function nextOfIntrinsic(machine: Machine, { input, values }: Forward, { intrinsic, origin }: IntrinsicOf): Next {
  switch (intrinsic) {
    case 'length': {
      const items = itemsOf(input);
      machine.meter.steps += input instanceof Items ? 0 : items.length;
      return value(items.length);
    }
    case 'index': {
      const [array, at] = tupleOf(input);
      const items = itemsOf(array);
      const index = at as number;
      return index >= 0 && index < items.length ? value(items[index], index) : { tag: 'fail', origin };
    }
    case 'append': {
      const [left, right] = tupleOf(input);
      return typeof left === 'string' ? value(left + String(right)) : appended(machine, left, right);
    }
    case 'build': {
      const [count, callee] = tupleOf(input);
      const length = count as number;
      if (length < 0) return { tag: 'fail', origin };
      if (values.length > 0) endCall(machine.calls, machine.meter);
      if (values.length < length) return call(machine, functionOf(callee), values.length);
      machine.bytes += BYTES.item * length;
      return value(new Items(values), callee);
    }
    case 'toArray': {
      if (input instanceof Items) return value(input, 'array');
      const items = itemsOf(input);
      machine.meter.steps += items.length;
      machine.bytes += BYTES.item * items.length;
      return value(new Items(items), 'list');
    }
    case 'update': {
      const [array, at, item] = tupleOf(input);
      const items = itemsOf(array);
      const index = at as number;
      if (index < 0 || index >= items.length) return { tag: 'fail', origin };
      machine.meter.steps += items.length;
      machine.bytes += BYTES.item * items.length;
      return value(new Items(copiedItems(array).with(index, item)), index);
    }
    default:
      return assertNever(intrinsic);
  }
}

/** The record of an append for its pullback: the number of items on the left. */
export interface Appended {
  readonly length: number;
  readonly isArray: boolean;
}

function appended(machine: Machine, left: Value, right: Value): Next {
  const first = itemsOf(left);
  const isArray = left instanceof Items;
  const all = isArray
    ? new Items([...copiedItems(left), ...copiedItems(right)])
    : followedBy(first, right as Cell | null);
  const made = isArray ? itemsOf(all).length : first.length;
  machine.meter.steps += made;
  machine.bytes += BYTES.cell * made;
  const remembered: Appended = { length: first.length, isArray };
  return value(all, remembered);
}

function followedBy(items: ArrayLike<Value>, rest: Cell | null): Value {
  let list = rest;
  for (let i = items.length - 1; i >= 0; i--) list = new Cell(items[i], list);
  return list;
}

export function functionOf(callee: Value): RepFunction {
  return typeof callee === 'object' && callee !== null && 'tag' in callee && callee.tag === 'rep-function'
    ? (callee as RepFunction)
    : internalError('a function was expected');
}
