import type { JetResult, JetsPayload, Polarisation } from '../../../protocol/jets';
import { type JetShape, positionIn } from '../../../semantics/jets/multi-index';
import { integer, showNumber } from '../../kit/format';
import { polynomialText, taylorMonomials } from '../../../protocol/polynomial';

interface PolynomialProps {
  readonly payload: JetsPayload;
  readonly shape: JetShape;
  readonly result: JetResult;
  /** The labels of the directions. */
  readonly leaves: readonly string[];
  readonly onResult: (index: number) => void;
}

/** The Taylor polynomial of the result in the chosen directions. */
export function TaylorPolynomial({ payload, shape, result, leaves, onResult }: PolynomialProps) {
  const { results, resultCount, choice } = payload;
  return (
    <section className="jets-part" aria-label="Taylor polynomial">
      <h3>
        {choice.restricted ? 'Mixed part of the Taylor polynomial' : 'Taylor polynomial'} of the result
        {results.length > 1 && (
          <label className="jets-choice">
            <span className="visually-hidden">Component</span>
            <select
              value={results.indexOf(result)}
              onChange={(event) => {
                onResult(Number(event.currentTarget.value));
              }}
            >
              {results.map(({ label }, i) => (
                <option key={i} value={i}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </h3>
      <p className="jets-polynomial">{polynomialText(taylorMonomials(shape, result.jet), leaves)}</p>
      {resultCount > results.length && (
        <p className="jets-note">
          The first {results.length} of {integer(resultCount)} reals of the result can be chosen.
        </p>
      )}
    </section>
  );
}

interface MixedProps {
  readonly payload: JetsPayload;
  readonly shape: JetShape;
  readonly result: JetResult;
  readonly polarisation: Polarisation;
  readonly leaves: readonly string[];
}

/** The mixed derivative, computed from second derivatives in single directions (section 2.4). */
export function MixedDerivative({ payload, shape, result, polarisation, leaves }: MixedProps) {
  const { both, first, second } = polarisation;
  const [x = 'x', y = 'y'] = leaves;
  const mixed = result.jet[positionIn(shape, [1, 1]) ?? -1] ?? NaN;
  const { order, restricted } = payload.choice;
  const where = `the (1,1) entry of (2,${order})${restricted ? '′' : ''}`;
  const half = (both - first - second) / 2;
  const isSame = Math.abs(half - mixed) <= 1e-9 * Math.max(1, Math.abs(both) + Math.abs(first) + Math.abs(second));
  const number = (value: number): string => (value < 0 ? `(${showNumber(value)})` : showNumber(value));
  return (
    <section className="jets-part" aria-label="Polarisation">
      <h3>Mixed derivative by polarisation</h3>
      <p className="jets-formula">
        ½ (<i>h</i>({x},1,0; {y},1,0) − <i>h</i>({x},1,0; {y},0,0) − <i>h</i>({x},0,0; {y},1,0))
      </p>
      <p className="jets-note">
        In the third components: ½ ({number(both)} − {number(first)} − {number(second)}) ={' '}
        <b title={String(half)}>{showNumber(half)}</b>
        {isSame ? `, equal to ${where}` : `, but ${where} is `}
        {isSame ? (
          <span className="jets-agrees" aria-hidden="true">
            {' '}
            ✓
          </span>
        ) : (
          <b title={String(mixed)}>{showNumber(mixed)}</b>
        )}
        .
      </p>
    </section>
  );
}
