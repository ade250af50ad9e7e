import { operationRow } from '../../../language/operations/table';
import { counted, showNumber, superscript } from '../../kit/format';
import {
  entryOperands,
  entryOperation,
  type TracePiece,
  rightHandSide,
  type TraceNames,
} from '../trace/trace-notation';
import {
  agrees,
  type TraceJets,
  type MadeFactor,
  type MadeTerm,
  type Making,
  makingOf,
  numberOf,
  shownTerms,
  type Summed,
} from './making';
import { betaText, indexText, partialPieces } from './notation';
import { TracePieces } from './TracePieces';
import type { JetNumber } from './use-jet-place';

interface MakingFigureProps {
  readonly jets: TraceJets;
  readonly names: TraceNames;
  readonly at: JetNumber;
  readonly onPoint: (factor: JetNumber | undefined) => void;
  readonly onFollow: (factor: JetNumber) => void;
}

/** How a number is computed from the jets of the operation's arguments, as a sum of terms. */
export function MakingFigure(props: MakingFigureProps) {
  const { jets, names, at } = props;
  const making = makingOf(jets, at.entry, at.index);
  return (
    <section className="jets-part" aria-label="How it is computed">
      <h3>
        <span>
          How <Indexed pieces={[names.nameOf(at.entry)]} index={jets.shape.indices[at.index] ?? []} /> is computed
          {'terms' in making && <>: {RULES[making.rule]}</>}
        </span>
      </h3>
      {'terms' in making ? <Terms {...props} making={making} /> : <p className="jets-prose">{said(props, making)}</p>}
    </section>
  );
}

const RULES = {
  product: 'the product rule',
  'faa-di-bruno': 'Faà di Bruno’s formula',
  copy: 'a copy',
} as const satisfies Readonly<Record<Summed['rule'], string>>;

function said({ jets, names, at }: MakingFigureProps, making: Exclude<Making, Summed>) {
  switch (making.rule) {
    case 'input':
      return at.index === 0
        ? 'This is an input.'
        : 'An input has derivative 1 in its own direction. Its other derivatives are 0.';
    case 'constant':
      return `Near the point ${operationRow(making.operation).notation.unicode} is constant, so its derivatives are 0.`;
    case 'value':
      return (
        <>
          This is the value itself, <TracePieces pieces={rightHandSide(jets.trace, names, at.entry)} />, as the program
          computes it.
        </>
      );
  }
}

function Terms(props: MakingFigureProps & { readonly making: Summed }) {
  const { jets, at, making } = props;
  const { terms, sum } = making;
  const shown = shownTerms(terms);
  const zeros = terms.filter(({ isZero }) => isZero).length;
  const number = numberOf(jets, at.entry, at.index);
  const hidden = terms.length - shown.length;
  const rest = shown.reduce((left, { product }) => left - product, sum);
  return (
    <>
      <p className="jets-note">
        {terms.length === 1 ? 'One term' : `${terms.length} terms`}
        {zeros > 0 && `, ${zeros < terms.length ? `${zeros} of them 0` : zeros === 1 ? 'which is 0' : 'all of them 0'}`}
        .
        {making.rule === 'faa-di-bruno' &&
          ' The symbol before each names the partial derivative of the operation that it begins with.'}
      </p>
      <ol className="jets-terms" aria-label="Terms">
        {shown.map((term, i) => (
          <Term key={i} {...props} term={term} isFirst={i === 0} />
        ))}
      </ol>
      {hidden > 0 && (
        <p className="jets-note">
          … and {counted(hidden, 'more term')} that add up to {showNumber(rest)}.
        </p>
      )}
      <p className="jets-sum">
        <span>The sum is</span> <b title={String(sum)}>{showNumber(sum)}</b>
        {agrees(making, number) ? (
          <>
            <span>, equal to the number that the runtime computed by recurrences</span>{' '}
            <span className="jets-agrees" aria-hidden="true">
              ✓
            </span>
          </>
        ) : (
          <span>
            ; the runtime computed <b title={String(number)}>{showNumber(number)}</b>
          </span>
        )}
      </p>
    </>
  );
}

interface TermProps extends MakingFigureProps {
  readonly term: MadeTerm;
  readonly isFirst: boolean;
}

/** `+ 2 · cos t₁ · x_(1,0)`, then the same in numbers. */
function Term({ jets, names, at, onPoint, onFollow, term, isFirst }: TermProps) {
  const { coefficient, partial, factors, product, isZero } = term;
  const operands = entryOperands(jets.trace, at.entry);
  const name = entryOperation(jets.trace, at.entry);
  const isUnary = name === undefined || operationRow(name).parameters.filter((each) => each === 'real').length === 1;
  const argument = (i: number): readonly TracePiece[] => {
    const operand = operands[i] ?? -1;
    if (operand >= 0) return [names.nameOf(operand)];
    const value = jets.trace.constants[-1 - operand] ?? NaN;
    return [{ tag: 'text', text: value < 0 ? `(${showNumber(value)})` : showNumber(value) }];
  };
  const isOne = coefficient === 1;
  return (
    <li className={isZero ? 'jets-term zero' : 'jets-term'}>
      <span className="jets-sign" aria-hidden={isFirst}>
        {isFirst ? '' : '+'}
      </span>
      {partial !== undefined && <span className="jets-beta">{betaText(partial.beta, isUnary)}</span>}
      <span className="jets-made">
        {!isOne && `${coefficient} · `}
        {partial !== undefined && (
          <>
            {partial.sum.length > 1 ? '(' : ''}
            <TracePieces pieces={partialPieces(partial.sum, argument)} />
            {partial.sum.length > 1 ? ')' : ''}
            {' · '}
          </>
        )}
        {factors.map((factor, i) => (
          <span key={i}>
            {i > 0 && ' · '}
            <Factor {...{ jets, names, factor, onPoint, onFollow }} />
          </span>
        ))}
      </span>
      <span className="jets-numbers">
        {[
          ...(isOne ? [] : [String(coefficient)]),
          ...(partial === undefined ? [] : [bracketed(partial.value)]),
          ...factors.map(({ value, exponent }) => bracketed(value) + (exponent === 1 ? '' : superscript(exponent))),
        ].join(' × ')}
      </span>
      <span className="jets-product" title={String(product)}>
        <span className="visually-hidden">is </span>
        {showNumber(product)}
      </span>
    </li>
  );
}

function bracketed(value: number): string {
  return value < 0 ? `(${showNumber(value)})` : showNumber(value);
}

interface FactorProps extends Pick<MakingFigureProps, 'jets' | 'names' | 'onPoint' | 'onFollow'> {
  readonly factor: MadeFactor;
}

/** A number of an argument's jet: pointing highlights it in its jet, a click goes there. */
function Factor({ jets, names, factor, onPoint, onFollow }: FactorProps) {
  const { entry, index, exponent, value } = factor;
  if (entry === undefined) return showNumber(value);
  const text = <Indexed pieces={[names.nameOf(entry)]} index={jets.shape.indices[index] ?? []} />;
  if (entry >= jets.trace.window)
    return (
      <>
        <span title={`${value}, of an entry that is not shown`}>{text}</span>
        {exponent > 1 && superscript(exponent)}
      </>
    );
  const to = { entry, index };
  const enter = (): void => {
    onPoint(to);
  };
  const leave = (): void => {
    onPoint(undefined);
  };
  return (
    <>
      <button
        type="button"
        className="jets-factor"
        title={String(value)}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onFocus={enter}
        onBlur={leave}
        onClick={() => {
          onFollow(to);
        }}
      >
        {text}
      </button>
      {exponent > 1 && superscript(exponent)}
    </>
  );
}

/** `t₃` with its multi-index as a subscript. */
export function Indexed({
  pieces,
  index,
}: {
  readonly pieces: readonly TracePiece[];
  readonly index: readonly number[];
}) {
  return (
    <span className="jets-indexed">
      <TracePieces pieces={pieces} />
      <sub className="jets-index">{indexText(index)}</sub>
    </span>
  );
}
