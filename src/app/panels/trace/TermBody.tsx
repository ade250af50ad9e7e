import { DiagnosticList } from '../shared/DiagnosticList';
import { LimitNotice } from '../shared/LimitNotice';
import { isLimit } from '../../kit/limits';
import { useLasting } from '../../store/hooks';
import { TermLines } from './TermLines';
import type { TermView } from './use-term';

interface TermBodyProps {
  readonly view: TermView;
  readonly label: string;
  /** Switches to the A-normal form; offered when the term is too large. */
  readonly onFlat?: (() => void) | undefined;
  /** The panel shows the problems of the program itself, so the body does not repeat them. */
  readonly failed?: boolean;
}

/** A term, or why there is none. A term that is too large is a limit, not an error. */
export function TermBody({ view, label, onFlat, failed = false }: TermBodyProps) {
  const { term, diagnostics, pending } = view;
  const slow = useLasting(pending);
  const dim = slow ? 'term-body stale' : 'term-body';
  if (term !== undefined)
    return (
      <div className={dim} aria-busy={slow}>
        <TermLines view={view} total={term.total} label={label} />
      </div>
    );
  if (diagnostics.length === 0 || failed)
    return <div className="term-body">{slow && <p className="panel-note">computing …</p>}</div>;
  const [first] = diagnostics;
  const isLarge = first !== undefined && isLimit(first);
  const offersFlat = (first?.code === 'unsupported' || first?.code === 'stopped') && onFlat !== undefined;
  return (
    <div className={dim} aria-busy={slow}>
      {isLarge ? (
        // The button is the hint.
        <LimitNotice diagnostic={first} isShort={offersFlat} />
      ) : (
        <DiagnosticList diagnostics={diagnostics.slice(0, 1)} />
      )}
      {offersFlat && (
        <button type="button" className="button outlined term-flat" onClick={onFlat}>
          Show A-normal form
        </button>
      )}
    </div>
  );
}
