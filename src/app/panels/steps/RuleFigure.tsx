import type { StepMode, StepPayload } from '../../../protocol/steps';
import { Pieces } from '../../kit/Pieces';
import { rulePieces } from './rule-notation';
import { boundedRuleOf, contextRuleOf, DERIVATIVE, type Equation, type Rule, ruleOf, ruleTitle } from './rule-table';

/** The rule that the step is an instance of, as the paper states it. */
export function RuleFigure({ step, mode }: { readonly step: StepPayload; readonly mode: StepMode }) {
  const { rule, symbolic, inContext, trace } = step;
  if (rule === undefined) return null;
  // The trace of a derivative is that of its function; evaluation around it stays in its mode.
  const isAroundSymbolic = rule === 'R' ? mode === 'symbolic' || trace.length > 1 : symbolic;
  const bounded = boundedRuleOf(rule, symbolic);
  return (
    <section className="steps-part rule-part" aria-label="Rule">
      <h3>
        {ruleTitle(rule)} <span className="steps-note">{symbolic ? 'symbolic evaluation' : 'ordinary evaluation'}</span>
      </h3>
      <div className="rules">
        <RuleStatement rule={ruleOf(rule, symbolic)} />
        {inContext && <RuleStatement rule={contextRuleOf(rule, isAroundSymbolic)} lead="in context" />}
      </div>
      {bounded !== undefined && (
        <details className="rule-more">
          <summary>Figure 8: bounded recursion</summary>
          <RuleStatement rule={bounded} />
        </details>
      )}
      {rule === 'R' && (
        <details className="rule-more">
          <summary>Figure 6: the equations of ℛ</summary>
          <dl className="equations">
            {DERIVATIVE.map((equation) => (
              <EquationRow key={equation.left} equation={equation} />
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

function RuleStatement({ rule, lead }: { readonly rule: Rule; readonly lead?: string }) {
  const { figure, premises, conclusion, condition, note } = rule;
  return (
    <div className="rule">
      <p className="steps-note">
        {figure ?? 'Not in the paper'}
        {lead !== undefined && `, ${lead}`}
      </p>
      <div className="rule-box">
        {premises.length > 0 && (
          <p className="rule-premises typeset">
            <span className="visually-hidden">From </span>
            {premises.map((premise) => (
              <Statement key={premise} text={premise} />
            ))}
          </p>
        )}
        <p className="rule-conclusion typeset">
          {premises.length > 0 && <span className="visually-hidden">follows </span>}
          <Statement text={conclusion} />
        </p>
      </div>
      {condition !== undefined && (
        <p className="rule-condition typeset">
          (<Statement text={condition} />)
        </p>
      )}
      {note !== undefined && <p className="steps-note">{note}</p>}
    </div>
  );
}

function EquationRow({ equation: { left, right, condition } }: { readonly equation: Equation }) {
  return (
    <div>
      <dt className="typeset">
        <Statement text={left} /> =
      </dt>
      <dd className="typeset">
        {right.map((line) => (
          <div key={line}>
            <Statement text={line} />
          </div>
        ))}
        {condition !== undefined && (
          <div className="steps-note">
            (<Statement text={condition} />)
          </div>
        )}
      </dd>
    </div>
  );
}

/** A statement, typeset; its subscripts are statements too. */
function Statement({ text }: { readonly text: string }) {
  return (
    <span className="rule-statement">
      {rulePieces(text).map((piece, i) =>
        piece.kind === 'sub' ? (
          <sub key={i}>
            <Statement text={piece.text} />
          </sub>
        ) : (
          <Pieces key={i} pieces={[piece]} />
        ),
      )}
    </span>
  );
}
