import { assertNever, internalError } from '../../../language/source/internal-error';
import { RUN_TIME_ROWS } from '../../../semantics/rows';
import { widthOfSpace, type CaseOf, type IntrinsicOf, type Primitive, type SequenceOf } from '../combinator';
import { nextOfClosures } from './again';
import { tupleOf } from './environment';
import { functionOf, type Appended } from './forward';
import type { Backward, Next } from './frame';
import { partAt, type Machine } from './machine';
import { separated } from './rep-function';
import type { RunRecord } from './run';
import {
  arrayTangent,
  consOf,
  firstItems,
  itemsOfArray,
  listTangent,
  payloadOfTangent,
  plus,
  realOf,
  type Call,
  type Tangent,
} from './tangent';
import { firstParts, oneHot, partOf, tupleParts, tupleTangent } from './tuple-tangent';

/** Figure 2, backwards: returns the next action of a frame's pullback, given the tangents from its parts. */
export function nextBackward(machine: Machine, frame: Backward): Next {
  const { run, given, done, got } = frame;
  const { term, runs } = run;
  const { meter, method } = machine;
  switch (term.tag) {
    case 'id':
      return back(given);
    case 'proj':
      return back(oneHot(term.index, term.width, given, meter));
    case 'const':
      return back(undefined);
    case 'prod': {
      frame.sum = plus(frame.sum, got, meter);
      return done < runs.length ? pull(partAt(runs, done), partOf(given, done, meter)) : back(frame.sum);
    }
    case 'compose':
      if (done === 0) return pull(partAt(runs, 1), given);
      return done === 1 ? pull(partAt(runs, 0), got) : back(got);
    case 'curry':
    case 'rec':
      return nextOfClosures(machine, frame, term);
    case 'eval': {
      if (done === 0) return pull(partAt(runs, 0), given);
      const [callee, argument] = tupleOf(run.input);
      const { called, argument: ofArgument } = separated(functionOf(callee), { argument, given }, got, meter);
      return back(tupleTangent([method.ofCall(called, meter), ofArgument]));
    }
    case 'operation':
      return pullRow(machine, run, term, given);
    case 'if':
      // The tangent of a bool is unit, so the condition is not pulled back.
      return done === 0 ? pull(partAt(runs, 1), given) : back(got);
    case 'inject':
      return back(term.hasPayload ? ofPayload(machine, term.constructorName, given) : undefined);
    case 'case':
      return nextOfCase(machine, frame, term);
    case 'list':
      return nextOfList(machine, frame, term);
    case 'fold':
      return nextOfFold(machine, frame);
    case 'intrinsic':
      return term.intrinsic === 'build' ? nextOfBuild(machine, frame) : back(ofIntrinsic(machine, run, term, given));
    case 'fail':
      return internalError('a pullback of a combinator without a value');
    default:
      return assertNever(term);
  }
}

function pull(run: RunRecord, given: Tangent): Next {
  return { tag: 'pull', run, given };
}

function back(tangent: Tangent): Next {
  return { tag: 'tangent', back: tangent };
}

/** Returns the partials at the arguments, times the tangent of the result. */
function pullRow({ meter }: Machine, { input }: RunRecord, { operation, origin }: Primitive, given: Tangent): Next {
  const row = RUN_TIME_ROWS[operation];
  if (!row.isReal || given === undefined) return back(undefined);
  const [first, second] = row.isBinary ? tupleOf(input) : [input];
  const tangent = realOf(given, meter);
  const parts: Tangent[] = [];
  for (const partial of row.partials) {
    if (partial === undefined) {
      parts.push(undefined);
      continue;
    }
    meter.derivative += 1;
    const product = tangent * partial(first as number, second as number);
    if (!Number.isFinite(product)) return { tag: 'fail', origin };
    parts.push(product);
  }
  return back(row.isBinary ? tupleTangent(parts) : parts[0]);
}

function ofPayload({ meter }: Machine, name: string, given: Tangent): Tangent {
  if (name !== '::') return payloadOfTangent(given, name, meter);
  const cell = consOf(given, meter);
  return cell && [cell.head, cell.tail];
}

function ofVariant({ meter }: Machine, name: string, payload: Tangent): Tangent {
  if (payload === undefined) return undefined;
  if (name !== '::') return { tag: 'payloads', payloads: new Map([[name, payload]]) };
  const [head, tail] = tupleParts(payload, meter);
  return { tag: 'cons', head, tail };
}

/** Pulls back the arm, whose last entry is the payload, then the scrutinee. */
function nextOfCase(machine: Machine, frame: Backward, { arms }: CaseOf): Next {
  const { run, given, done, got } = frame;
  if (done === 0) return pull(partAt(run.runs, 1), given);
  if (done === 2) return back(plus(frame.sum, got, machine.meter));
  const arm = arms.find(({ constructorName }) => constructorName === run.input);
  if (arm?.hasPayload !== true) {
    frame.sum = got;
    return pull(partAt(run.runs, 0), undefined);
  }
  const { meter } = machine;
  const width = widthOfSpace(run.term.source);
  frame.sum = firstParts(got, width, meter);
  return pull(partAt(run.runs, 0), ofVariant(machine, arm.constructorName, partOf(got, width, meter)));
}

function nextOfList({ meter }: Machine, frame: Backward, { container }: SequenceOf): Next {
  const { run, given, done, got } = frame;
  const { runs } = run;
  if (done === 0) {
    const array = container === 'array' ? itemsOfArray(given, meter) : undefined;
    const items = array ? runs.map((_, i) => array.get(i)) : firstItems(given, runs.length, meter).items;
    for (const item of items) frame.items.push(item);
  }
  frame.sum = plus(frame.sum, got, meter);
  return done < runs.length ? pull(partAt(runs, done), frame.items[done]) : back(frame.sum);
}

/**
 * Pulls back from the first item, which the body had last: each gives the accumulator's tangent to the next; then the
 * start and the sequence.
 */
function nextOfFold({ meter }: Machine, frame: Backward): Next {
  const { run, given, done, got } = frame;
  const { runs } = run;
  const bodies = runs.length - 2;
  let accumulator = given;
  if (done > bodies) frame.sum = plus(frame.sum, got, meter);
  else if (done > 0) {
    const width = widthOfSpace(run.term.source);
    frame.items.push(partOf(got, width, meter));
    frame.sum = plus(frame.sum, firstParts(got, width, meter), meter);
    accumulator = partOf(got, width + 1, meter);
  }
  if (done <= bodies) return pull(partAt(runs, runs.length - 1 - done), accumulator);
  if (done > bodies + 1) return back(frame.sum);
  return pull(partAt(runs, 0), run.input === 'array' ? arrayTangent(frame.items) : listTangent(frame.items));
}

/** `build n f` calls f at every index. */
function nextOfBuild({ method, meter }: Machine, frame: Backward): Next {
  const { run, given, done, got } = frame;
  const items = itemsOfArray(given, meter);
  if (done > 0) {
    const call: Call = { argument: done - 1, given: items.get(done - 1) };
    const { called } = separated(functionOf(run.input), call, got, meter);
    frame.sum = plus(frame.sum, method.ofCall(called, meter), meter);
  }
  return done < run.runs.length
    ? pull(partAt(run.runs, done), items.get(done))
    : back(tupleTangent([undefined, frame.sum]));
}

function ofIntrinsic({ meter }: Machine, { input }: RunRecord, { intrinsic }: IntrinsicOf, given: Tangent): Tangent {
  if (given === undefined) return undefined;
  switch (intrinsic) {
    case 'length':
      return undefined;
    case 'index':
      return [{ tag: 'items', items: new Map([[input as number, given]]) }, undefined];
    case 'append': {
      // Strings have no tangent.
      if (input === undefined) return undefined;
      const { length, isArray } = input as Appended;
      if (!isArray) {
        const { items, rest } = firstItems(given, length, meter);
        return tupleTangent([listTangent(items), rest]);
      }
      const left = new Map<number, Tangent>();
      const right = new Map<number, Tangent>();
      for (const [i, item] of itemsOfArray(given, meter)) {
        if (i < length) left.set(i, item);
        else right.set(i - length, item);
      }
      return [
        { tag: 'items', items: left },
        { tag: 'items', items: right },
      ];
    }
    case 'toArray': {
      if (input === 'array') return given;
      const items: Tangent[] = [];
      for (const [i, item] of itemsOfArray(given, meter)) {
        while (items.length < i) items.push(undefined);
        items[i] = item;
      }
      return listTangent(items);
    }
    case 'update': {
      const others = new Map(itemsOfArray(given, meter));
      meter.steps += others.size;
      const replaced = others.get(input as number);
      others.delete(input as number);
      return [{ tag: 'items', items: others }, undefined, replaced];
    }
    case 'build':
      return internalError('build has parts');
    default:
      return assertNever(intrinsic);
  }
}
