import { useState } from 'react';
import { restore, textOf } from '../store/history';
import { useAppStore } from '../store/hooks';
import { Dialog } from '../kit/Dialog';
import './history.css';
import type { Moment } from '../store/state';

/** The notebook as it was, newest first. Going back to a moment makes it the newest one, and loses nothing. */
export function HistoryDialog({ close }: { readonly close: () => void }) {
  const past = useAppStore((state) => state.past);
  const future = useAppStore((state) => state.future);
  const notebook = useAppStore((state) => state.notebook);
  const present = useAppStore((state) => state.moment);
  const [chosen, setChosen] = useState<Moment>();
  const moments = [...past, { ...present, notebook }, ...future].reverse();
  return (
    <Dialog title="History" close={close}>
      <p>
        {moments.length} moments of this notebook are kept in this browser. Restoring one puts it in front; what is
        there now stays in the history.
      </p>
      <div className="history">
        <ul className="history-list">
          {moments.map((moment) => (
            <li key={moment.number}>
              <button
                type="button"
                aria-pressed={chosen?.number === moment.number}
                onClick={() => {
                  setChosen(moment);
                }}
              >
                {when(moment.at)}
                {moment.number === present.number && ' · now'}
              </button>
            </li>
          ))}
        </ul>
        <div className="history-moment">
          {chosen === undefined ? (
            <p>Choose a moment to see what changed.</p>
          ) : (
            <>
              <pre tabIndex={0} aria-label="The notebook at this moment, against the present one">
                {differences(textOf(chosen), textOf({ ...present, notebook })).map(({ text, kind }, index) => (
                  <span key={index} className={`line-${kind}`}>
                    {SIGNS[kind]}
                    {text}
                    {'\n'}
                  </span>
                ))}
              </pre>
              <button
                type="button"
                className="button outlined"
                disabled={chosen.number === present.number}
                onClick={() => {
                  void restore(chosen);
                  close();
                }}
              >
                Restore this
              </button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

type Kind = 'same' | 'then' | 'now';
const SIGNS = { same: '  ', then: '+ ', now: '− ' } as const satisfies Record<Kind, string>;

/** Lines around what differs: those of the moment, and those that have taken their place since. */
function differences(then: string, now: string): readonly { readonly text: string; readonly kind: Kind }[] {
  const [a, b] = [then.split('\n'), now.split('\n')];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const line = (kind: Kind) => (text: string) => ({ text, kind });
  return [
    ...a.slice(Math.max(0, start - AROUND), start).map(line('same')),
    ...a.slice(start, a.length - end).map(line('then')),
    ...b.slice(start, b.length - end).map(line('now')),
    ...a.slice(a.length - end, a.length - end + AROUND).map(line('same')),
  ];
}

const AROUND = 3;

function when(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
}
