import { type ReactElement, useMemo } from 'react';
import type { OutputValue, ValuePayload } from '../../../protocol/messages';
import { programIndex } from '../../../notebook/document';
import { integer } from '../../kit/format';
import { type AskedProgram, ProgramAtStep, useRunnableProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';
import { store } from '../../store/store';
import { useFollowedStep } from '../../store/shown-step';

const ASKING: Asking<'outputsAtStep'> = { patience: 400 };

/** Shows an output, with what is said of it beside its type. */
export type ShowOutput = (index: number, output: OutputValue, note?: string) => ReactElement;

export interface AtStepProps {
  readonly payload: ValuePayload;
  readonly stale: boolean;
  readonly show: ShowOutput;
}

/**
 * The outputs at the step of a run that is shown. They may lag behind it; each says the step that it is of. Outputs that do not
 * follow stay as they are at the end.
 */
export function AtStep({ payload, stale, show }: AtStepProps) {
  const step = useFollowedStep();
  const atEnd = useRunnableProgram();
  const program = useMemo(() => {
    if (step === undefined || stale || atEnd === undefined) return undefined;
    const { cell, series, record } = step;
    const index = programIndex(store.getState().notebook, cell);
    return { ...atEnd, step: { cell: index, series, record } };
  }, [step, stale, atEnd]);
  const { reply, question } = useQuestion('outputsAtStep', program && { program }, ASKING);
  const isKnown =
    program !== undefined && reply !== undefined && reply !== 'stopped' && isSameRun(question?.program, program);
  const known = isKnown && reply.state === 'ok' ? reply : undefined;
  const unpin = step?.unpin;
  return (
    <>
      {/* A line of its own, so that nothing below it moves when steps are shown. */}
      <p className="figure-note output-step">
        {known === undefined ? (
          'Outputs of the whole run.'
        ) : (
          <>
            Outputs at step {integer(known.record)} of {integer(known.count - 1)} are marked.{' '}
            {unpin !== undefined && (
              <button type="button" className="text-button" onClick={unpin}>
                Show the result
              </button>
            )}
          </>
        )}
      </p>
      <ul className="output-list">
        {payload.outputs.map((output, index) => {
          const there = known?.outputs[index];
          // A picture says itself which step it is of.
          const note = known !== undefined && isText(there) ? `at step ${integer(known.record)}` : undefined;
          return (
            <ProgramAtStep value={there && program} key={index}>
              {show(index, there ?? output, note)}
            </ProgramAtStep>
          );
        })}
      </ul>
    </>
  );
}

function isText(output: OutputValue | undefined): boolean {
  return output !== undefined && !output.isPicture && output.view?.kind !== 'graph';
}

/** Whether two programs at steps are of the same run. */
function isSameRun(a: AskedProgram | undefined, b: AskedProgram): boolean {
  return (
    a?.cells === b.cells && a.inputs === b.inputs && a.step?.cell === b.step?.cell && a.step?.series === b.step?.series
  );
}
