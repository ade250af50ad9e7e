import type { JetResult, JetsPayload, Polarisation } from '../../../protocol/jets';
import { type JetShape, positionIn } from '../../../semantics/jets/multi-index';
import { integer, showNumber } from '../../kit/format';
import { polynomialText, taylorPolynomial } from './polynomial';

interface PolynomialProps {
  readonly payload: JetsPayload;
  readonly shape: JetShape;
  readonly result: JetResult;
  /** Of the directions. */
  readonly leaves: readonly string[];
  readonly onResult: (index: number) => void;
}

/** The result near the point, in the directions. */
export function Polynomial({ payload, shape, result, leaves, onResult }: PolynomialProps) {
  const { results, resultCount, choice } = payload;
  return (
    <section className="jets-part" aria-label="Taylor polynomial">
      <h3>
        {choice.restricted ? 'The mixed part of the Taylor polynomial' : 'The Taylor polynomial'} of the result
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
      <p className="jets-polynomial">{polynomialText(taylorPolynomial(shape, result.jet), leaves)}</p>
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

/** The mixed derivative from second derivatives in one direction (section 2.4). */
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
      <h3>The mixed derivative from (1,2), by polarisation</h3>
      <p className="jets-formula">
        ½ (<i>h</i>({x},1,0; {y},1,0) − <i>h</i>({x},1,0; {y},0,0) − <i>h</i>({x},0,0; {y},1,0))
      </p>
      <p className="jets-note">
        Of their third components: ½ ({number(both)} − {number(first)} − {number(second)}) ={' '}
        <b title={String(half)}>{showNumber(half)}</b>
        {isSame ? `, which is ${where}` : `, and ${where} is `}
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
