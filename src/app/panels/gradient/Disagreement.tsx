import { useState } from 'react';
import { engineCells } from '../../../notebook/document';
import { encodeLink } from '../../../notebook/link';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { store } from '../../store/store';
import { ask } from '../../workers/run-client';
import { addressOfPage } from '../../shelf/share-link';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { disagreementNotebook } from './disagreement-notebook';

type Search = { readonly program: AskedProgram } & (
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly address: string }
  | { readonly state: 'not found'; readonly why: string }
);

/** Reports that engines disagree, or, with `isOwn`, that the reader's engine differs, and offers to minimize the program into a notebook with a link. */
export function Disagreement({ difference, isOwn }: { readonly difference: string; readonly isOwn: boolean }) {
  const program = useRunnableProgram();
  const [last, setSearch] = useState<Search>();
  const search = last !== undefined && last.program === program ? last : undefined;
  const start = async (asked: AskedProgram): Promise<void> => {
    setSearch({ program: asked, state: 'searching' });
    const made = await searched(asked).catch(() => FAILED);
    if (made !== undefined) setSearch({ program: asked, ...made });
  };
  return (
    <span className="agreement disagree">
      {isOwn ? `✗ your engine differs${difference}` : `✗ the engines disagree${difference}: please report this program`}{' '}
      {search?.state === 'found' ? (
        <a href={search.address} target="_blank" rel="noopener">
          Minimized program
        </a>
      ) : (
        <button
          type="button"
          className="button small outlined"
          disabled={program === undefined || search?.state === 'searching'}
          onClick={() => {
            if (program !== undefined) void start(program);
          }}
        >
          {search?.state === 'searching' ? 'Minimizing …' : 'Minimize'}
        </button>
      )}
      {search?.state === 'not found' && <span role="status"> {search.why}</span>}
    </span>
  );
}

type Found =
  { readonly state: 'found'; readonly address: string } | { readonly state: 'not found'; readonly why: string };

const FAILED: Found = { state: 'not found', why: 'Minimizing failed because of a bug in Pullback.' };

/** The minimized program as a link; undefined if a newer question replaced this one. */
async function searched(program: AskedProgram): Promise<Found | undefined> {
  const reply = await ask('disagreement', {
    ...program,
    engines: engineCells(store.getState().notebook),
    budget: PAGE_BUDGET,
  });
  if (reply === undefined) return undefined;
  if (reply === 'stopped') return { state: 'not found', why: 'Minimizing took too long and was stopped.' };
  if (reply.state === 'error')
    return { state: 'not found', why: reply.diagnostics[0]?.message ?? 'There is nothing to differentiate.' };
  if (reply.verdict !== 'disagree') return { state: 'not found', why: 'The engines agree when asked again.' };
  return { state: 'found', address: addressOfPage(await encodeLink(disagreementNotebook(reply))) };
}
