import { useEffect, useMemo, useRef } from 'react';
import { codeOfLink, DENSE_CODE, MOST_IN_CODE } from './link-code';
import { integer } from '../kit/format';

/** The link as a QR code, as large as the window so that a whole room can scan it; black on white in every theme. */
export function LinkCode({ link }: { readonly link: string }) {
  const figure = useRef<HTMLElement>(null);
  const code = useMemo(() => codeOfLink(link), [link]);
  useEffect(() => {
    figure.current?.scrollIntoView({ block: 'center' });
  }, [code]);
  if (code === undefined)
    return (
      <p role="status" className="share-note">
        This link is too long for a QR code, which holds {integer(MOST_IN_CODE)} characters. Share a shorter notebook,
        or send the file.
      </p>
    );
  return (
    <figure ref={figure} className="link-code">
      <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR code of the link">
        <path d={code.path} />
      </svg>
      {link.length > DENSE_CODE && <figcaption>Dense QR code: hold the camera close.</figcaption>}
    </figure>
  );
}
