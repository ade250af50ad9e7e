import type { JetResult } from '../../../protocol/jets';
import { exactNumber, showNumber } from '../../kit/format';
import { isInput, entryOperands, type TracePiece, rightHandSide, type TraceNames } from '../trace/trace-notation';
import { JetTable } from './JetTable';
import { type TraceJets, numberOf } from './making';
import { Indexed } from './MakingFigure';
import { indexText, derivativeText } from './notation';
import { TracePieces } from './TracePieces';
import type { JetPlace } from './use-jet-place';

interface JetFigureProps {
  readonly jets: TraceJets;
  readonly names: TraceNames;
  readonly place: JetPlace;
  readonly result: JetResult | undefined;
  readonly leaves: readonly string[];
  /** The selected number takes the focus when this changes. */
  readonly focus: number;
}

/** The jet of the entry that is pointed at, or of the result, above the jets of its arguments. */
export function JetFigure({ jets, names, place, result, leaves, focus }: JetFigureProps) {
  const { shape, trace } = jets;
  const { entry, index } = place;
  if (entry === undefined && result === undefined) return <NoJet />;
  const jet = entry === undefined ? (result?.jet ?? []) : jetAt(jets, entry);
  const isResult = result !== undefined && (entry === undefined || entry === result.entry);
  const title: readonly TracePiece[] = entry === undefined ? [] : [names.nameOf(entry)];
  const plain = entry === undefined ? 'the result' : names.plainNameOf(entry);
  const args = entry === undefined ? [] : [...new Set(entryOperands(trace, entry).filter((operand) => operand >= 0))];
  const alpha = shape.indices[index] ?? [];
  return (
    <section className="jets-figure" aria-label="Jet">
      <h3>
        <span>
          Jet of <TracePieces pieces={title} />
          {entry !== undefined && !isInput(trace, entry) && (
            <>
              {' = '}
              <TracePieces pieces={rightHandSide(trace, names, entry)} />
            </>
          )}
          {isResult && <span className="jets-soft">{title.length === 0 ? 'the result' : ', the result'}</span>}
        </span>
        {!isResult && result !== undefined && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              place.goTo(undefined);
            }}
          >
            Show result
          </button>
        )}
      </h3>
      <JetTable {...{ shape, jet, leaves, focus }} name={plain} selection={{ index, onSelect: place.select, focus }} />
      <p className="jets-selected">
        <Indexed pieces={title} index={alpha} /> ={' '}
        <span className="jets-soft">{index === 0 ? 'the value' : derivativeText(plain, alpha, leaves)} = </span>
        <span className="jets-digits">{digits(jet[index] ?? NaN)}</span>
      </p>
      <p className="jets-note">In lexicographic order, as in the paper: {orderText(shape.indices)}.</p>
      {entry === undefined && (
        <p className="jets-note">The result does not depend on the point: {showNumber(jet[0] ?? NaN)} is a constant.</p>
      )}
      {args.length > 0 && (
        <div className="jets-arguments" role="group" aria-label="TraceJets of the arguments" tabIndex={0}>
          {args.map((argument) => (
            <div key={argument}>
              <h4>
                argument <TracePieces pieces={[names.nameOf(argument)]} />
              </h4>
              <JetTable
                {...{ shape, leaves }}
                jet={jetAt(jets, argument)}
                name={names.plainNameOf(argument)}
                lit={place.factor?.entry === argument ? place.factor.index : undefined}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function NoJet() {
  return (
    <section className="jets-figure" aria-label="Jet">
      <p className="jets-note">
        The result contains no real number, so it has no jet. Point at an entry of the trace to see its jet.
      </p>
    </section>
  );
}

function jetAt(jets: TraceJets, entry: number): readonly number[] {
  return jets.shape.indices.map((_, index) => numberOf(jets, entry, index));
}

/** A number with all its digits. */
function digits(value: number): string {
  return exactNumber(value);
}

const MOST_INDICES = 10;

function orderText(indices: readonly (readonly number[])[]): string {
  const texts = indices.map(indexText);
  return texts.length <= MOST_INDICES ? texts.join(', ') : [...texts.slice(0, 4), '…', ...texts.slice(-2)].join(', ');
}
