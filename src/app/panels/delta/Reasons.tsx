import { Fragment as Part } from 'react';
import type { Verdict } from '../../charts/delta/verdict';
import { SourcePlace } from '../shared/SourcePlace';

/** A verdict, with links to the source. */
export function Reasons({ headline, reasons }: Verdict) {
  return (
    <div className="detective-reasons" aria-live="polite">
      <p className="detective-headline">{headline}</p>
      {reasons.map((sentence, i) => (
        <p key={i}>
          {sentence.map((part, at) =>
            typeof part === 'string' ? (
              <Part key={at}>{part}</Part>
            ) : part.span === undefined ? (
              <code key={at}>{part.text}</code>
            ) : (
              <SourcePlace key={at} span={part.span}>
                {part.text}
              </SourcePlace>
            ),
          )}
        </p>
      ))}
    </div>
  );
}
