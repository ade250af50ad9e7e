import type { ActivationPayload, MomentPayload } from '../../../protocol/descent';
import type { Diagnostic } from '../../../language/source/diagnostic';
import { isLimit } from '../../kit/limits';
import { useLasting } from '../../store/hooks';
import { SourcePlace } from '../shared/SourcePlace';
import type { AskedProgram } from '../shared/use-program';
import type { Step } from '../../store/shown-step';
import { useMoment } from './use-moment';
import { counted, integer } from '../../kit/format';

interface MomentFigureProps {
  readonly program: AskedProgram | undefined;
  readonly step: Step | undefined;
}

/** The program at the selected step: the functions that were running, and their variables. */
export function MomentFigure({ program, step }: MomentFigureProps) {
  const { reply, pending } = useMoment(program, step);
  const slow = useLasting(step !== undefined && pending);
  return (
    <section className="moment" aria-label="Program state" aria-busy={slow}>
      <h3>
        The program at {step === undefined ? 'a step' : `step ${integer(step.record)} of ${step.series}`}
        {slow && <span className="panel-waiting">computing …</span>}
      </h3>
      {step === undefined ? (
        <p className="figure-note">
          Point at a curve or at the path, or press an arrow key on one, to see the functions that were running when{' '}
          <code>watch</code> recorded that step, and their variables. Click to pin the step.
        </p>
      ) : (
        reply !== undefined && (
          <div className={pending ? 'moment-body stale' : 'moment-body'}>
            {reply.state === 'ok' ? (
              <Activations moment={reply.moment} />
            ) : (
              <p className="figure-note">{whyNone(reply.diagnostics[0])}</p>
            )}
          </div>
        )
      )}
    </section>
  );
}

function whyNone(problem: Diagnostic | undefined): string {
  if (problem === undefined) return 'Re-running the program did not reach this step.';
  return isLimit(problem)
    ? 'Its variables are not shown: to re-run the program up to this step takes too long.'
    : `${problem.message}.`;
}

function Activations({ moment }: { readonly moment: MomentPayload }) {
  const inner = moment.activations.filter(({ of }) => of === 'function');
  const outer = moment.activations.filter(({ of }) => of === 'program');
  return (
    <ol className="moment-stack">
      <li>
        <SourcePlace span={moment.span}>watch</SourcePlace> recorded <code className="primal">{moment.value}</code>
      </li>
      {inner.map((activation, i) => (
        <ActivationItem key={i} activation={activation} />
      ))}
      {moment.omitted > 0 && <li className="figure-note">and {counted(moment.omitted, 'more waiting call')}</li>}
      {outer.map((activation, i) => (
        <ActivationItem key={i} activation={activation} />
      ))}
    </ol>
  );
}

function ActivationItem({ activation }: { readonly activation: ActivationPayload }) {
  const { of, name, span, variables } = activation;
  return (
    <li>
      {of === 'program' ? (
        <>
          in <SourcePlace span={span}>the program</SourcePlace>
        </>
      ) : (
        <>
          in <SourcePlace span={span}>{name ?? 'a function'}</SourcePlace>
        </>
      )}
      {variables.length === 0 ? (
        <span className="figure-note"> no variables in scope</span>
      ) : (
        <dl className="moment-variables">
          {variables.map((variable) => (
            <div key={variable.name} className="moment-variable">
              <dt title={`${variable.name} : ${variable.type}`}>
                <SourcePlace span={variable.span}>{variable.name}</SourcePlace> =
              </dt>
              <dd>{variable.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
