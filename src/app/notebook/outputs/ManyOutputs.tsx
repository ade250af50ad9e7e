import { useCallback, useState } from 'react';
import type { OutputValue, ValuePayload } from '../../../protocol/messages';
import { clipped, integer } from '../../kit/format';
import { WindowedList } from '../../kit/WindowedList';
import { type AskedProgram, useRunnableProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';
import { useAppStore, usePointing } from '../../store/hooks';
import { missingPage } from './pages';
import { WholeOutput } from './WholeOutput';

/** Outputs that are asked for at once. */
const PAGE = 500;
const ROW = 30;

interface Known {
  readonly program: AskedProgram;
  readonly pages: ReadonlyMap<number, readonly OutputValue[]>;
}

const ASKING: Asking<'outputs', Known> = {
  patience: 0,
  keep(before, reply, { program, from }) {
    const pages = new Map(before?.program === program ? before.pages : undefined);
    if (reply !== 'stopped' && reply.state === 'ok') pages.set(from / PAGE, reply.outputs);
    return { program, pages };
  },
};

interface ManyOutputsProps {
  readonly payload: ValuePayload;
  readonly full: boolean;
  readonly stale: boolean;
}

/** A list of more outputs than are sent with the result: those in view are asked for. */
export function ManyOutputs({ payload, full, stale }: ManyOutputsProps) {
  const { outputs, outputCount } = payload;
  const { pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const runnable = useRunnableProgram();
  const program = stale ? undefined : runnable;
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [page, setPage] = useState<number>();
  const { kept } = useQuestion(
    'outputs',
    program && page !== undefined ? { program, from: page * PAGE, count: PAGE } : undefined,
    ASKING,
  );
  const current = kept?.program === program ? kept?.pages : undefined;
  const missing = missingPage(Math.max(range.from, outputs.length), Math.min(range.to, outputCount), PAGE, current);
  if (missing !== undefined && missing !== page) setPage(missing);
  const want = useCallback((from: number, to: number) => {
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);
  const at = (row: number): OutputValue | undefined =>
    outputs[row] ?? kept?.pages.get(Math.floor(row / PAGE))?.[row % PAGE];
  return (
    <>
      <div className="output-window">
        <WindowedList
          label={`${integer(outputCount)} outputs`}
          count={outputCount}
          rowHeight={ROW}
          onRange={want}
          onPoint={(row) => {
            pointTo(row === undefined || stale ? undefined : at(row)?.span);
          }}
          onChoose={(row) => {
            const span = at(row)?.span;
            if (span !== undefined && !stale) reveal(span);
          }}
        >
          {(row) => <OutputRow output={at(row)} full={full} />}
        </WindowedList>
      </div>
      <p className="output-type">
        {integer(outputCount)} outputs <WholeOutput output={undefined} name="all outputs" />
      </p>
    </>
  );
}

function OutputRow({ output, full }: { readonly output: OutputValue | undefined; readonly full: boolean }) {
  if (output === undefined) return '…';
  return (
    <span className="output-row">
      <span className="output-value">{output.isPicture ? 'a picture' : clipped(full ? output.full : output.text)}</span>
      <span className="output-type"> : {clipped(output.type)}</span>
    </span>
  );
}
