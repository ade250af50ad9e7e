import type { ActivationPayload } from '../../../protocol/descent';
import type { StepPayload } from '../../../protocol/steps';
import { SourcePlace } from '../shared/SourcePlace';
import { counted } from '../../kit/format';

/** ρ and φ: the variables of the running call and of those that wait for it, and the functions in scope. */
export function Environments({ step }: { readonly step: StepPayload }) {
  const [running, ...waiting] = step.activations;
  return (
    <section className="steps-part" aria-label="Environments">
      <h3>
        <i>ρ</i> <span className="steps-note">variables</span>
      </h3>
      {running === undefined ? (
        <p className="steps-note">no variables</p>
      ) : (
        <>
          <p>
            <SourcePlace span={running.span}>{nameOf(running)}</SourcePlace>
          </p>
          <Variables of={running} />
        </>
      )}
      {waiting.map((activation, i) => (
        <details key={waiting.length - i} className="waiting">
          <summary>
            {nameOf(activation)}{' '}
            <span className="steps-note">
              {activation.variables.length === 0 ? 'no variables' : counted(activation.variables.length, 'variable')}
            </span>
          </summary>
          <p>
            waiting at <SourcePlace span={activation.span}>this call</SourcePlace>
          </p>
          <Variables of={activation} />
        </details>
      ))}
      <h3>
        <i>φ</i> <span className="steps-note">functions</span>
      </h3>
      {step.functions.length === 0 ? (
        <p className="steps-note">no functions</p>
      ) : (
        <dl className="bindings">
          {step.functions.map(({ name, type, span }) => (
            <div key={name}>
              <dt>
                <SourcePlace span={span}>{name}</SourcePlace>
              </dt>
              <dd className="binding-type">: {type}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function nameOf({ of, name }: ActivationPayload): string {
  return of === 'program' ? 'the program' : (name ?? 'a function');
}

function Variables({ of }: { readonly of: ActivationPayload }) {
  if (of.variables.length === 0) return <p className="steps-note">no variables</p>;
  return (
    <dl className="bindings">
      {of.variables.map(({ name, type, value, span }) => (
        <div key={`${name} ${span.cell} ${span.start}`}>
          <dt>
            <SourcePlace span={span}>{name}</SourcePlace>
          </dt>
          <dd className="binding-type">: {type}</dd>
          <dd className="binding-value">= {value}</dd>
        </div>
      ))}
    </dl>
  );
}
