import { useEffect, useState } from 'react';
import { openFile } from '../shelf/files';
import { store } from '../store/store';
import './file-drop.css';

/**
 * A file can be dropped anywhere on the page. The window hears of it before the editor does, which would put the file's
 * name into the text, and before the browser does, which would leave the page for the file.
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
      if (dataTransfer !== null) dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    listen('dragenter', over);
    listen('dragover', over);
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setDragging(false); // it has left the window
    });
    listen('drop', ({ dataTransfer }) => {
      setDragging(false);
      closeDialog();
      drop([...(dataTransfer?.files ?? [])]);
    });
    return () => {
      ended.abort();
    };
  }, []);
  if (!dragging) return null;
  return (
    <div className="file-drop" popover="manual" ref={showAbove}>
      <p>Drop a notebook (.md) or a program (.pbk) to open it</p>
      <p className="file-drop-note">It opens beside your work, never over it.</p>
    </div>
  );
}

/** In the top layer, where an open dialog is too. */
function showAbove(element: HTMLDivElement | null): void {
  element?.showPopover();
}

/** As Escape does: what comes of the drop is seen in the page. */
function closeDialog(): void {
  document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

function drop(files: readonly File[]): void {
  const [file] = files;
  if (file === undefined) return;
  if (files.length === 1) void openFile(file);
  else store.getState().notify('warning', `These are ${files.length} files. Drop one at a time.`);
}
