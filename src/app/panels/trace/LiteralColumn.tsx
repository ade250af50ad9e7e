import { ranOnText } from '../../../protocol/ran-on';
import type { AskedProgram } from '../shared/use-program';
import { Approximant } from './Approximant';
import { TermBody } from './TermBody';
import { useTerm } from './use-term';
import { counted } from '../../kit/format';

interface LiteralColumnProps {
  readonly program: AskedProgram | undefined;
  readonly bound: number | undefined;
  readonly setBound: (bound: number | undefined) => void;
  /** The name of the traced expression. */
  readonly label: string;
  readonly onFlat: (() => void) | undefined;
  /** The program itself failed. */
  readonly failed: boolean;
}

/** The trace term by the rules of Figures 4 and 5, of the program or one of its approximants. */
export function LiteralColumn({ program, bound, setBound, label, onFlat, failed }: LiteralColumnProps) {
  const view = useTerm(program, 'trace', bound);
  const { term, recursive } = view;
  const said = term && ranOnText(term.ranOn);
  return (
    <>
      <div className="term-head">
        <span className="term-of">
          <code>{label}</code>
          {bound !== undefined && (
            <>
              , approximant <i>n</i> = {bound}
            </>
          )}
        </span>
        {term?.size !== undefined && (
          <span>
            {counted(term.size, 'node')}, literally{said !== undefined && `; ${said}`}
          </span>
        )}
      </div>
      {recursive && <Approximant bound={bound} onBound={setBound} />}
      <TermBody view={view} label={`Literal trace of ${label}`} onFlat={onFlat} failed={failed} />
    </>
  );
}
