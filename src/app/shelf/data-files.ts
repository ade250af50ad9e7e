import { programCells } from '../../notebook/document';
import type { DataReply } from '../../protocol/messages';
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

/** Adds the data in a file to the notebook, after a cell or above the current one; a notice says why if that fails. */
export async function addDataFile(file: File, after?: number): Promise<void> {
  const { generation, notebook } = store.getState();
  const reply = await readDataFile(file, programCells(notebook));
  const { notify, generation: now } = store.getState();
  if (reply.tag === 'refused') notify('warning', `${reply.reason} The notebook is unchanged.`);
  else if (now === generation) addData(reply, after);
}

/** Reads a file for a program, in a worker. */
export async function readDataFile(file: File, cells: readonly string[]): Promise<DataReply> {
  const refused = (why: string): DataReply => ({ tag: 'refused', reason: `“${file.name}” ${why}` });
  const { name, size } = file;
  if (size > MOST_IN_DATA) return refused(`is ${showBytes(size)}; the limit is 20 MB.`);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const revision = store.getState().textRevision;
    const reply = await askLanguage<DataReply | undefined>(async (worker) =>
      worker.dataFile({ revision, cells, name, bytes }),
    );
    return reply ?? refused('took too long to read.');
  } catch {
    return refused('could not be read. It may be a folder, or it was moved.');
  }
}
