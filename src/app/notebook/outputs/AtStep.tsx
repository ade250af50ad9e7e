import { type ReactElement, useMemo } from 'react';
import type { OutputValue, ValuePayload } from '../../../protocol/messages';
import { programIndex } from '../../../notebook/document';
import { integer } from '../../kit/format';
import { type AskedProgram, ProgramAtStep, useRunnableProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';
import { store } from '../../store/store';
import { useFollowedStep } from '../../store/shown-step';

const ASKING: Asking<'outputsAtStep'> = { patience: 400 };

export interface ShownOutput {
  readonly output: OutputValue;
  /** Says which step it is of, if it follows the steps. A picture says it itself. */
  readonly note?: string | undefined;
  readonly around?: (element: ReactElement) => ReactElement;
}

export interface AtStepProps {
  readonly payload: ValuePayload;
  readonly stale: boolean;
  readonly children: (outputs: readonly ShownOutput[]) => ReactElement;
}

/**
 * The outputs at the step of a run that is shown. They may lag behind it; each says the step that it is of. Outputs that do not
 * follow stay as they are at the end.
 */
export function AtStep({ payload, stale, children }: AtStepProps) {
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
      {known !== undefined && (
        <p className="figure-note output-step">
          Outputs at step {integer(known.record)} of {integer(known.count - 1)} are marked.{' '}
          {unpin !== undefined && (
            <button type="button" className="text-button" onClick={unpin}>
              Show the result
            </button>
          )}
        </p>
      )}
      {children(
        payload.outputs.map((output, index) => {
          const there = known?.outputs[index];
          return {
            output: there ?? output,
            note: isText(there) && known !== undefined ? `at step ${integer(known.record)}` : undefined,
            around: (element) => (
              <ProgramAtStep value={there === undefined ? undefined : program} key={index}>
                {element}
              </ProgramAtStep>
            ),
          };
        }),
      )}
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
