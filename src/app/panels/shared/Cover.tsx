import { useEffect } from 'react';
import { startAnswers } from '../../shelf/answers';
import { useAppStore } from '../../store/hooks';
import './cover.css';

interface CoverProps {
  /** The id of the prompt's cell. */
  readonly prompt: number;
  readonly part: string;
}

/** Stands in the place of results until the reader has committed a prediction. */
export function Cover({ prompt, part }: CoverProps) {
  const showCell = useAppStore((state) => state.showCell);
  const isKnown = useAppStore((state) => state.answers !== undefined);
  useEffect(startAnswers, []);
  const text = isKnown && (
    <>
      Covered until you{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => {
          showCell(prompt);
          document
            .querySelector<HTMLElement>(`[data-cell='${prompt}'] :is(input, [role='slider'])`)
            ?.focus({ preventScroll: true });
        }}
      >
        make a prediction
      </button>
    </>
  );
  return part === 'result-strip' ? (
    <section id="result" className="result-strip" aria-label="Result" tabIndex={-1}>
      <p className="cover">{text}</p>
    </section>
  ) : (
    <p className={part === 'outputs' ? 'cover below' : 'cover'}>{text}</p>
  );
}
