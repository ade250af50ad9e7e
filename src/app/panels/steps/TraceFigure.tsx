import { memo } from 'react';
import type { Span } from '../../../language/source/span';
import type { StepMode, StepPayload, Window } from '../../../protocol/steps';
import { Pieces } from '../../kit/Pieces';
import { counted } from '../../kit/format';

interface TraceFigureProps {
  readonly step: StepPayload;
  readonly mode: StepMode;
  readonly onPoint: (span: Span | undefined) => void;
}

/** The trace C so far, and the derivative that the previous step made of a trace. */
export const TraceFigure = memo(function TraceFigure({ step, mode, onPoint }: TraceFigureProps) {
  const { trace, derived, notice, rule, failure } = step;
  const isWhole = mode === 'symbolic' && rule === undefined && failure === undefined;
  const isTraced = trace.length > 0 || mode === 'symbolic';
  if (!isTraced && derived === undefined && notice === undefined) return null;
  return (
    <>
      {derived !== undefined && (
        <section className="steps-part" aria-label="Symbolic derivative">
          <h3 className="cotangent">
            The derivative <span className="steps-note">W.ℛ (x : T. C), evaluated in its place</span>
          </h3>
          <Lines window={derived} className="derived" onPoint={onPoint} />
        </section>
      )}
      {isTraced && (
        <section className="steps-part" aria-label="Trace term">
          <h3>
            {isWhole ? 'The trace term' : 'The trace so far'} <i>C</i>
          </h3>
          {notice === undefined && trace.every(({ lines }) => lines.length === 0) ? (
            <p className="steps-note">nothing yet: operations on reals, lets and calls add lines</p>
          ) : (
            trace.map((window, i) => (
              <div key={i}>
                {trace.length > 1 && <p className="steps-note">{i === 0 ? 'outermost' : `nested ${i} deep`}</p>}
                <Lines window={window} className="forward" onPoint={onPoint} />
              </div>
            ))
          )}
          {notice !== undefined && <p className="steps-note">{notice}</p>}
        </section>
      )}
    </>
  );
});

interface LinesProps {
  readonly window: Window;
  readonly className: string;
  readonly onPoint: (span: Span | undefined) => void;
}

function Lines({ window: { hidden, lines }, className, onPoint }: LinesProps) {
  // The last lines of a deep term are all indented, so they are shifted to the edge together.
  const edge = Math.min(...lines.map(({ indent }) => indent));
  return (
    <div className={`trace-lines ${className}`} role="region" aria-label="Term" tabIndex={0}>
      {hidden > 0 && <p className="steps-note">… {counted(hidden, 'more line')} above</p>}
      {lines.map(({ indent, pieces }, i) => (
        <p key={i} className="typeset" style={{ paddingLeft: `${(indent - edge) * 1.25 + 1.5}em` }}>
          <Pieces pieces={pieces} onPoint={onPoint} />
        </p>
      ))}
    </div>
  );
}
