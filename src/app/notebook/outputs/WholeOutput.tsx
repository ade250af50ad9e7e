import { useState } from 'react';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { saveBlob } from '../../charts/export';
import { showBytes } from '../../kit/format';
import { copyWithNotice } from '../../shelf/clipboard';
import { useCell } from '../../store/hooks';
import { store } from '../../store/store';
import { askedProgram } from '../../store/subjects';
import { ask } from '../../workers/run-client';

/** A longer text would block the page while the browser copies it. */
const MOST_COPIED = 10_000_000;

interface WholeOutputProps {
  /** Index of the output; undefined for all outputs. */
  readonly output: number | undefined;
  readonly name: string;
}

/** Buttons that save or copy outputs of which the page shows only a part: the run worker writes them out. */
export function WholeOutput({ output, name }: WholeOutputProps) {
  const id = useCell();
  const [busy, setBusy] = useState(false);
  const get = async (take: (text: Uint8Array<ArrayBuffer>) => Promise<void> | void): Promise<void> => {
    const { notify } = store.getState();
    const program = askedProgram(store.getState(), id);
    if (program === undefined) {
      notify('warning', 'The program has an error; fix it to save its output.');
      return;
    }
    const reply = await ask('wholeOutput', { ...program, budget: PAGE_BUDGET, output });
    if (reply === undefined) return;
    if (reply === 'stopped') notify('warning', 'Writing the output took too long and was stopped.');
    else if (reply.state === 'error')
      notify('warning', `The output could not be written: ${reply.diagnostics[0]?.message ?? ''}`);
    else {
      if (reply.isCut)
        notify('warning', `The output is too long; only its first ${showBytes(reply.text.length)} were written.`);
      await take(reply.text);
    }
  };
  const copy = async (text: Uint8Array<ArrayBuffer>): Promise<void> => {
    if (text.length <= MOST_COPIED) await copyWithNotice(new TextDecoder().decode(text), 'Copied the output.');
    else
      store
        .getState()
        .notify('warning', `This output is ${showBytes(text.length)}, too long to copy. Save it instead.`);
  };
  const save = (text: Uint8Array<ArrayBuffer>): void => {
    saveBlob(new Blob([text], { type: 'text/plain' }), `${name.replace(' ', '-')}.txt`);
  };
  const button = (label: string, take: typeof copy | typeof save) => (
    <button
      type="button"
      className="text-button"
      disabled={busy}
      aria-label={`${label} ${name}`}
      onClick={() => {
        setBusy(true);
        void get(take).finally(() => {
          setBusy(false);
        });
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      {button('Save', save)} {button('Copy', copy)}
    </>
  );
}
