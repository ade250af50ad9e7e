import { useEffect, useState } from 'react';
import { printNotebook } from '../../notebook/document';
import { encodeLink, LONG_LINK, type LinkState, isPlain, type PlainValue } from '../../notebook/link';
import { titleOf } from '../store/document';
import { useAppStore } from '../store/hooks';
import type { AppState } from '../store/store';
import { Dialog } from './Dialog';

/** The whole notebook as a link: nothing is stored anywhere else. */
export function ShareDialog({ close }: { readonly close: () => void }) {
  const notebook = useAppStore((state) => state.notebook);
  const overrides = useAppStore((state) => state.overrides);
  const panel = useAppStore((state) => state.panel);
  const [link, setLink] = useState<string>();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let live = true;
    void encodeLink(printNotebook(notebook), stateToShare(overrides, panel)).then((fragment) => {
      if (live) setLink(`${location.origin}${location.pathname}${fragment}`);
    });
    return () => {
      live = false;
    };
  }, [notebook, overrides, panel]);

  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      document.querySelector<HTMLTextAreaElement>('.share-link')?.select();
    }
  };
  return (
    <Dialog title="Share this notebook" close={close}>
      <p>
        The link holds the whole notebook, with the inputs and the panel as they are. It needs no server and no account.
      </p>
      <textarea
        className="share-link"
        aria-label="Link"
        readOnly
        value={link ?? ''}
        onFocus={(event) => {
          event.target.select();
        }}
      />
      {link !== undefined && (
        <p>
          {link.length.toLocaleString('en')} characters.
          {link.length > LONG_LINK && (
            <strong> Some programs cut links as long as this one: send the file instead.</strong>
          )}
        </p>
      )}
      <div className="dialog-actions">
        <button
          type="button"
          className="button primary"
          disabled={link === undefined}
          onClick={() => void copy(link ?? '')}
        >
          {copied ? 'Copied' : 'Copy the link'}
        </button>
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            download(
              printNotebook(notebook),
              `${titleOf(notebook)
                .toLowerCase()
                .replace(/[^a-z0-9]+/g, '-')}.md`,
            );
          }}
        >
          Save as a file
        </button>
      </div>
    </Dialog>
  );
}

function stateToShare(overrides: AppState['overrides'], panel: string): LinkState {
  const inputs = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, PlainValue] => isPlain(entry[1])),
  );
  return { panel, ...(Object.keys(inputs).length > 0 ? { inputs } : {}) };
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 1000);
}
