import type { PicturesView } from '../../../../protocol/views';
import { integer } from '../../../kit/format';
import { lazily, PartFailed } from '../../../kit/lazily';
import type { ViewerProps } from './viewer-props';

// Tables and trees do without the drawing of pictures.
const Picture = lazily(() => import('../Picture').then((module) => module.Picture), PartFailed);

/** A value with pictures in it: its text, then the pictures in their order. */
export function PicturesInside({ index, view, full, stale }: ViewerProps<PicturesView>) {
  const { parts, count } = view;
  return (
    <>
      <span className="output-value">{full ? view.full : view.text}</span>
      {parts.map((part) => (
        <Picture key={part.join(' ')} {...{ index, part, stale }} />
      ))}
      {count > parts.length && (
        <p className="figure-note">
          The first {parts.length} of {integer(count)} pictures are drawn.
        </p>
      )}
    </>
  );
}
