import { useState } from 'react';
import { restore } from '../store/history';
import { momentText } from '../store/moment-text';
import { useAppStore } from '../store/hooks';
import { Dialog } from '../kit/Dialog';
import { counted } from '../kit/format';
import './history.css';
import type { NotebookMoment } from '../store/state';

/** Lists the saved versions of the notebook, newest first. Restoring one makes it the newest and loses nothing. */
export function HistoryDialog({ close }: { readonly close: () => void }) {
  const past = useAppStore((state) => state.past);
  const future = useAppStore((state) => state.future);
  const notebook = useAppStore((state) => state.notebook);
  const present = useAppStore((state) => state.moment);
  const [chosen, setChosen] = useState<NotebookMoment>();
  const moments = [...past, { ...present, notebook }, ...future].reverse();
  return (
    <Dialog title="History" close={close}>
      <p>
        This browser keeps {counted(moments.length, 'version')} of this notebook. Restoring a version keeps the current
        one in the history.
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
                {moment.number === present.number && ' · current'}
              </button>
            </li>
          ))}
        </ul>
        <div className="history-moment">
          {chosen === undefined ? (
            <p>Select a version to see its changes.</p>
          ) : chosen.number === present.number ? (
            <p>This is the current version.</p>
          ) : (
            <>
              <pre tabIndex={0} aria-label="Changes between this version and the current one">
                {differences(momentText(chosen), momentText({ ...present, notebook })).map(({ text, kind }, index) => (
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
                onClick={() => {
                  void restore(chosen);
                  close();
                }}
              >
                Restore
              </button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

type Kind = 'same' | 'then' | 'now';
const SIGNS = { same: '  ', then: '+ ', now: '- ' } as const satisfies Record<Kind, string>;

/** The lines that differ, with context: those of the chosen version (`then`) and those of the current one (`now`). */
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
