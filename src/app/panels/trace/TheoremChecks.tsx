import { useLasting } from '../../store/hooks';
import type { AskedProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import { checkLines, type CheckLine } from '../../../protocol/check-lines';

const MARKS = { holds: '✓', fails: '✗', 'not checked': '–' } as const satisfies Readonly<
  Record<CheckLine['verdict'], string>
>;

/** The checks run the program a thousand times, so it must rest first. */
const ASKING = { rest: 600 };

/** The theorems of Abadi & Plotkin, checked for this program at this point. */
export function TheoremChecks({ program }: { readonly program: AskedProgram | undefined }) {
  const { reply, pending } = useQuestion('checks', program && { program }, ASKING);
  const dim = useLasting(program !== undefined && pending);
  if (reply === undefined) return dim ? <p className="checks checks-waiting">checking the theorems …</p> : null;
  if (reply === 'stopped')
    return <p className="checks checks-waiting">Checking the theorems took too long and was stopped.</p>;
  if (reply.state === 'error') return null;
  return (
    <section className={dim ? 'checks stale' : 'checks'} aria-label="Theorem checks" aria-busy={dim}>
      {checkLines(reply.checks).map(({ name, verdict, detail, statement }) => (
        <details key={name} className={`check ${verdict.replace(' ', '-')}`}>
          <summary>
            <span className="check-mark" aria-hidden="true">
              {MARKS[verdict]}
            </span>{' '}
            <b>{name}</b> {verdict === 'not checked' ? '' : `${verdict}: `}
            {detail}
          </summary>
          <p>{statement}</p>
        </details>
      ))}
    </section>
  );
}
