/**
 * Gradients by the tape of `tape-rules.ts`:
 *
 *   rd f x w = let x0 = x with its reals numbered from 1 in
 *              let ((y, id), (n, entries)) = D{f} x0 (next, []) in
 *              let amounts = backward (added (zeros n, id, w), n - 1, entries) in
 *              x with each real replaced by the amount of its number
 *
 * where f returns a real; otherwise with D{fun s -> f s ⊙ w} from the amount 1.
 */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import type { Term, Variable } from '../../language/core/tree';
import { INT, REAL } from '../../language/types/type';
import { nextNumber, numbering, supplyFrom, type Supply } from '../translation/polytypic/numbering';
import { SOURCE_SIDE } from '../translation/side';
import { actionOf } from './copies';
import type { Context } from './context';
import { named, type Parts } from './directional';
import { ENTRIES, plus } from './tape-functions';
import { ENTRY, runAt, STATE } from './tape-rules';

/** Returns `rd f x w`. */
export function gradientByTape(context: Context, parts: Parts): Term {
  const { polytypic, tape } = context;
  const { function: f, origin } = parts;
  const state = core.variable(context.fresh('state'), STATE, origin);
  return named(context, parts.point, 'x', (x) =>
    named(context, parts.direction, 'w', (w) => {
      const { type } = x;
      const supply = supplyFrom(undefined, 1);
      const x0 = polytypic.numbers.at(type, x, supply);
      const first = core.tuple([nextNumber(supply), core.sequence('list', ENTRY, [])], origin);
      const ran = named(context, x0, 'x0', (atoms) => {
        const s = core.variable(context.fresh('s'), type, origin);
        return runAt(actionOf(context, tape, paired(context, f, s, w), new Map([[s.name, atoms]])), state);
      });
      const start = core.let_(variablePattern(state.name, STATE), first, ran, origin);
      const amount = f.type.tag === 'function' && f.type.result.tag === 'real' ? w : core.real(1);
      return withBindings(supply, swept(context, start, x, amount, origin));
    }),
  );
}

function withBindings({ bindings }: Supply, term: Term): Term {
  return bindings.reduceRight((rest, { pattern, value }) => core.let_(pattern, value, rest, term.origin), term);
}

/** f s ⊙ w; f s itself, if it is a real. */
function paired({ polytypic, fresh }: Context, f: Term, s: Variable, w: Term): Term {
  const call = core.apply(f, s, f.origin);
  if (call.type.tag === 'real') return call;
  const y = core.variable(fresh('y'), call.type, call.origin);
  const sum = polytypic.dot.at(y.type, undefined, y, w) ?? core.real(0, call.origin);
  return core.let_(variablePattern(y.name, y.type), call, sum, call.origin);
}

/** Sweeps the entries of a run, of type D{real} * state, and returns x with the amounts of its reals. */
function swept({ polytypic, tape, fresh }: Context, ran: Term, x: Term, amount: Term, origin: Term['origin']): Term {
  const functions = polytypic.tape;
  const [id, n] = [core.variable(fresh('id'), INT), core.variable(fresh('n'), INT)] as const;
  const entries = core.variable(fresh('entries'), ENTRIES);
  const amounts = core.variable(fresh('amounts'), functions.amounts.type);
  const result = tuplePattern([
    tuplePattern([wildcardPattern(REAL), variablePattern(id.name, INT)]),
    tuplePattern([variablePattern(n.name, INT), variablePattern(entries.name, ENTRIES)]),
  ]);
  const start = functions.added(functions.zeros(n), id, amount);
  const swept = functions.backward(start, plus(n, -1), entries);
  const supply = supplyFrom(undefined, 1);
  const read = (_: Term, number: Term): Term => ({ ...functions.amountAt(amounts, number), origin });
  const reading = numbering(tape.shapes, 'amounts', SOURCE_SIDE, read);
  const gradient = reading.at(x.type, x, supply);
  const local = reading
    .items()
    .reduceRight<Term>(
      (rest, item) =>
        item.tag === 'let'
          ? core.let_(item.pattern, item.value, rest)
          : item.tag === 'letrec'
            ? core.letrec(item.functions, rest)
            : rest,
      withBindings(supply, gradient),
    );
  return core.let_(result, ran, core.let_(variablePattern(amounts.name, amounts.type), swept, local, origin), origin);
}
