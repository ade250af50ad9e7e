import type { Series } from '../../../protocol/messages';
import { useCell, useProduct } from '../../store/hooks';
import { useStep } from '../../store/shown-step';
import { Picture } from './Picture';

/** The pictures that the cell's run watched, at the step that is shown, or the last. */
export function WatchedPictures({ series }: { readonly series: readonly Series[] }) {
  const { stale } = useProduct('value');
  const { step } = useStep();
  const cell = useCell();
  return (
    <section className="output" aria-label={`Watched pictures of cell ${(series[0]?.span.cell ?? 0) + 1}`}>
      {series.map(({ name, pictures = 0 }) => (
        <Picture
          key={`${cell} ${name}`}
          watched={{ series: name, record: Math.min(step?.record ?? Infinity, pictures - 1), place: 'cell' }}
          stale={stale}
        />
      ))}
    </section>
  );
}
