import type { Diagnostic } from '../../../language/source/diagnostic';
import { Message, Place } from './DiagnosticList';

interface LimitNoticeProps {
  readonly diagnostic: Diagnostic;
  /** Only what was reached is said. */
  readonly isShort?: boolean;
}

/** A limit of a panel as a notice: what was reached, what can be done, and where. */
export function LimitNotice({ diagnostic: { code, message, hint, span }, isShort = false }: LimitNoticeProps) {
  if (isShort)
    return (
      <p className="limit-notice" data-code={code}>
        <Message text={sentenceOf(message)} />
      </p>
    );
  return (
    <p className="limit-notice" data-code={code}>
      <Message text={sentenceOf(message)} />
      {hint !== undefined && (
        <>
          {' '}
          <Message text={sentenceOf(hint)} />
        </>
      )}{' '}
      <Place span={span} />
    </p>
  );
}

/** A message or hint as a sentence: a capital letter first, a full stop at the end. */
function sentenceOf(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/u.test(sentence) ? sentence : `${sentence}.`;
}
