import type { PlotSubject } from '../../../protocol/plot';
import { Choice } from '../../kit/Choice';
import { integer } from '../../kit/format';

interface PlotChoicesProps {
  readonly subject: PlotSubject;
  readonly across: number;
  /** Undefined for a curve. */
  readonly up: number | undefined;
  readonly result: number;
  readonly onAcross: (label: string) => void;
  readonly onUp: (label: string | undefined) => void;
  readonly onResult: (result: number) => void;
}

/** Choices of the component of the result, of the horizontal leaf and of a second, vertical one. */
export function PlotChoices({ subject, across, up, result, onAcross, onUp, onResult }: PlotChoicesProps) {
  const { leaves, total, results } = subject;
  const label = leaves[across]?.label ?? '';
  return (
    <>
      {results.length > 1 && (
        <Choice
          label="Plot"
          value={String(result)}
          options={results.map((name, i) => [String(i), name])}
          onChoose={(value) => {
            onResult(Number(value));
          }}
        />
      )}
      {leaves.length === 1 ? (
        <span>
          {results.length > 1 ? 'along' : 'Along'} <b>{label}</b>
        </span>
      ) : (
        <Choice
          label={results.length > 1 ? 'along' : 'Along'}
          value={label}
          options={leaves.map((leaf) => [leaf.label, leaf.label])}
          onChoose={onAcross}
        />
      )}
      {leaves.length > 1 && (
        <Choice
          label="and"
          value={up === undefined ? '' : (leaves[up]?.label ?? '')}
          options={[
            ['', 'none'],
            ...leaves.filter((_, i) => i !== across).map((leaf) => [leaf.label, leaf.label] as const),
          ]}
          onChoose={(value) => {
            onUp(value === '' ? undefined : value);
          }}
        />
      )}
      {total > leaves.length && (
        <span className="figure-note">
          the first {leaves.length} of {integer(total)}
        </span>
      )}
    </>
  );
}
