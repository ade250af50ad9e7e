import { useEffect, useState } from 'react';
import { embedded } from '../kit/embedding';
import { addDataFile, isDataFile } from '../shelf/data-files';
import { openFile } from '../shelf/files';
import { store } from '../store/store';
import { heldDrops } from './held-drops';
import './file-drop.css';

/**
 * Opens a file that is dropped anywhere on the page, or adds its data to the notebook. The window listens in the capture phase: the editor would insert the
 * file's name into the text, and the browser would navigate to the file. An embedded page takes no files.
 */
export function FileDrop() {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void => {
      addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files') !== true) return;
          event.preventDefault();
          event.stopPropagation();
          act(event);
        },
        { capture: true, signal: ended.signal },
      );
    };
    const over = ({ dataTransfer }: DragEvent): void => {
      if (dataTransfer !== null) dataTransfer.dropEffect = embedded ? 'none' : 'copy';
      setDragging(!embedded);
    };
    listen('dragenter', over);
    listen('dragover', over);
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false); // it has left the window
    });
    listen('drop', ({ dataTransfer }) => {
      if (embedded) return;
      setDragging(false);
      closeDialog();
      drop([...(dataTransfer?.files ?? [])]);
    });
    const early = heldDrops();
    if (!embedded) drop(early);
    return () => {
      ended.abort();
    };
  }, []);
  if (!dragging) return null;
  return (
    <div className="file-drop" popover="manual" ref={showAbove}>
      <p>Drop a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json)</p>
      <p className="file-drop-note">
        A notebook or program opens as a new notebook; your current one is kept. Data is added to this notebook.
      </p>
    </div>
  );
}

/** Shows the element in the top layer, above an open dialog. */
function showAbove(element: HTMLDivElement | null): void {
  element?.showPopover();
}

/** Closes the dialog as Escape does, so that the opened notebook is visible. */
function closeDialog(): void {
  document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

function drop(files: readonly File[]): void {
  const [file] = files;
  if (file === undefined) return;
  if (files.every(({ name }) => isDataFile(name))) for (const each of files) void addDataFile(each);
  else if (files.length === 1) void openFile(file);
  else
    store
      .getState()
      .notify(
        'warning',
        `You dropped ${files.length} files. Drop notebooks and programs one at a time, apart from data.`,
      );
}
