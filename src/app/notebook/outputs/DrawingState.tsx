import type { Diagnostic } from '../../../language/source/diagnostic';
import { useLasting } from '../../store/hooks';
import type { DrawingTime } from './use-drawing-time';

interface DrawingStateProps {
  readonly time: DrawingTime;
  readonly isPending: boolean;
  /** Why there is no picture. */
  readonly problem: Diagnostic | undefined;
  /** Whether the worker did not answer, and was replaced. */
  readonly isOver: boolean;
}

/** Says why a picture is not drawn, and offers to stop a long drawing or to give it more time. */
export function DrawingState({ time, isPending, problem, isOver }: DrawingStateProps) {
  const { seconds, isStopped } = time;
  const isLong = useLasting(isPending && !isStopped && seconds !== undefined, 500);
  const isLimit = problem?.code === 'budget-time';
  const button = (text: string, run: () => void) => (
    <button type="button" className="button small outlined" onClick={run}>
      {text}
    </button>
  );
  if (isLong)
    return (
      <p className="figure-note drawing-state" role="status">
        Drawing, for at most {seconds} s. {button('Stop', time.stop)}
      </p>
    );
  if (isPending && !isStopped) return null;
  if (isStopped || isLimit || isOver)
    return (
      <p className="figure-note drawing-state" role="status">
        {isStopped
          ? 'You stopped this drawing.'
          : isLimit
            ? problem.message
            : 'This picture took too long to draw and was stopped.'}{' '}
        {button('Run longer', time.runLonger)}
      </p>
    );
  return problem === undefined ? null : <p className="figure-note">This picture cannot be drawn: {problem.message}.</p>;
}
