import type { ActivationPayload, MomentReply, MomentRequest, VariablePayload } from '../protocol/descent';
import { type Activation, momentAt } from '../semantics/moment';
import type { Task } from '../semantics/task';
import { PRELUDE_CELL } from '../language/source/span';
import { showType } from '../language/types/print';
import { brief } from './brief';
import type { Enter } from './follow/follow';
import { type Loaded, type Program, readInputs } from './program';
import { writtenName } from './written-name';

/** The seconds that the machine has to reach a record from the beginning of the program. */
const HEAD_START = 0.3;

/**
 * Returns what was in scope at a record of a series, with names and values in the reader's notation. A late record of a long loop
 * is reached from the round in which it was made, which compiled code finds.
 */
export function* moment(loaded: Loaded, request: MomentRequest, enter: Enter): Task<MomentReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const { program } = loaded;
  const inputs = readInputs(program, request.inputs);
  if (inputs.tag !== 'ok') return { state: 'error', diagnostics: [inputs.diagnostic] };
  const { series, record, budget } = request;
  const first = { ...budget, seconds: Math.min(budget.seconds, HEAD_START) };
  let found = yield* momentAt(program.executable, { budget: first, inputs: inputs.value }, series, record);
  if (found.tag === 'failed' && found.diagnostic.code.startsWith('budget-')) {
    const entered = yield* enter(program, request, series, record);
    const given = entered === undefined ? inputs.value : new Map([...inputs.value, entered.input]);
    const { executable } = entered?.program ?? program;
    found = yield* momentAt(executable, { budget, inputs: given }, series, entered?.record ?? record);
  }
  if (found.tag === 'failed') return { state: 'error', diagnostics: [found.diagnostic] };
  if (found.tag === 'missing') return { state: 'error', diagnostics: [] };
  return {
    state: 'ok',
    moment: {
      series,
      record,
      value: brief(found.value, found.term.type, program.core.variants),
      span: found.place,
      activations: found.moment.activations.map((activation) => describeActivation(program, activation)),
      omitted: found.moment.omitted,
    },
  };
}

/** Returns an activation with names and values in the reader's notation. */
export function describeActivation(
  { texts, core }: Program,
  { of, binder, at, variables }: Activation,
): ActivationPayload {
  const shown = new Map<string, VariablePayload>();
  for (const { binder: variable, value } of variables) {
    const { type, origin: span } = variable;
    if (of === 'program' && span.cell === PRELUDE_CELL) continue;
    const name = writtenName(texts, variable.name, span);
    // A later binding hides an earlier one of the same name.
    shown.delete(name);
    // Function values are not shown: their text says nothing.
    if (type.tag === 'function' || type.tag === 'monad') continue;
    shown.set(name, { name, type: showType(type), value: brief(value, type, core.variants), span });
  }
  return {
    of,
    name: binder === undefined ? undefined : writtenName(texts, binder.name, binder.origin),
    span: at,
    variables: [...shown.values()],
  };
}
