import { programCells } from '../../notebook/document';
import type { DataReply } from '../../protocol/language-worker';
import { showBytes } from '../kit/format';
import { addData } from '../store/data-cells';
import { store } from '../store/store';
import { askLanguage } from '../workers/language-client';

/** Size limit in bytes for a file with data. */
const MOST_IN_DATA = 20 * 1024 * 1024;

/** Whether a file is data, and not a notebook. */
export function isDataFile(name: string): boolean {
  return /\.(?:csv|tsv|json)$/i.test(name);
}

/** Resolves when the last file has been added: each gets a name that the others do not have. */
let last: Promise<void> = Promise.resolve();

/** Adds the data in a file to the notebook, after a cell or above the current one; a notice says why if that fails. */
export function addDataFile(file: File, after?: number): Promise<void> {
  last = last.then(() => addNow(file, after));
  return last;
}

async function addNow(file: File, after: number | undefined): Promise<void> {
  for (;;) {
    const { generation, notebook, textRevision } = store.getState();
    const reply = await readDataFile(file, programCells(notebook));
    const { notify, generation: now, textRevision: revision } = store.getState();
    if (now !== generation) return;
    if (reply.tag === 'refused') {
      notify('warning', `${reply.reason} The notebook is unchanged.`);
      return;
    }
    // Names and places are those of the program that was asked about.
    if (revision === textRevision) {
      addData(reply, after);
      return;
    }
  }
}

/** Reads a file for a program, in a worker. */
export async function readDataFile(file: File, cells: readonly string[]): Promise<DataReply> {
  const refused = (why: string): DataReply => ({ tag: 'refused', reason: `“${file.name}” ${why}` });
  const { name, size } = file;
  if (size > MOST_IN_DATA) return refused(`is ${showBytes(size)}; the limit is 20 MB.`);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const revision = store.getState().textRevision;
    const read = (): Promise<DataReply | undefined> =>
      askLanguage<DataReply | undefined>(async (worker) => worker.dataFile({ revision, cells, name, bytes }));
    // On a busy machine a worker can be silent for a while without being stuck, so its successor gets the file too.
    return (await read()) ?? (await read()) ?? refused('took too long to read.');
  } catch {
    return refused('could not be read. It may be a folder, or it was moved.');
  }
}
