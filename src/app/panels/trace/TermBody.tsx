import { DiagnosticList } from '../shared/DiagnosticList';
import { useLasting } from '../../store/hooks';
import { TermLines } from './TermLines';
import type { TermView } from './use-term';

interface TermBodyProps {
  readonly view: TermView;
  readonly label: string;
  /** Where the term is too large, what shows it in A-normal form instead. */
  readonly onFlat?: (() => void) | undefined;
}

/** A term, or why there is none: that it would be too large is no fault of the program. */
export function TermBody({ view, label, onFlat }: TermBodyProps) {
  const { term, diagnostics, pending } = view;
  const slow = useLasting(pending);
  const dim = slow ? 'term-body stale' : 'term-body';
  if (term !== undefined)
    return (
      <div className={dim} aria-busy={slow}>
        <TermLines view={view} total={term.total} label={label} />
      </div>
    );
  if (diagnostics.length === 0)
    return <div className="term-body">{slow && <p className="panel-note">computing …</p>}</div>;
  const [first] = diagnostics;
  const isLarge = diagnostics.some(({ code }) => code === 'unsupported' || code === 'stopped');
  return (
    <div className={dim} aria-busy={slow}>
      {isLarge ? (
        <p className="panel-note">{[first?.message, first?.hint].filter((part) => part !== undefined).join('; ')}.</p>
      ) : (
        <DiagnosticList diagnostics={diagnostics.slice(0, 1)} />
      )}
      {isLarge && onFlat !== undefined && (
        <button type="button" className="button outlined term-flat" onClick={onFlat}>
          Show the A-normal form
        </button>
      )}
    </div>
  );
}
