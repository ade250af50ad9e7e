import { useEffect, useState } from 'react';
import { version } from '../../../package.json';
import { printToShare } from '../../notebook/carried';
import { LONG_LINK } from '../../notebook/link';
import { saveBlob } from '../charts/export';
import { addressOfPage, linkTo, unchangedBuiltin } from '../shelf/share-link';
import { notebookTitle } from '../store/document';
import { useAppStore } from '../store/hooks';
import { Dialog } from '../kit/Dialog';
import { lazily, PartFailed } from '../kit/lazily';
import { useShared } from './use-shared';
import { citation, iframe, markdownWithLink, slugOf } from './share-texts';
import './share.css';
import { integer } from '../kit/format';

const LinkCode = lazily(() => import('./LinkCode').then((module) => module.LinkCode), PartFailed);

/** Shares the notebook as a link that contains all of it; nothing is stored on a server. */
export function ShareDialog({ close }: { readonly close: () => void }) {
  const shared = useShared();
  const setDialog = useAppStore((state) => state.setDialog);
  const { notebook } = shared;
  const [made, setMade] = useState<{ readonly link: string | undefined }>();
  const [code, setCode] = useState(false);
  useEffect(() => {
    let live = true;
    void linkTo(shared).then((link) => {
      if (live) setMade({ link });
    });
    return () => {
      live = false;
    };
  }, [shared]);

  const link = made?.link;
  const title = notebookTitle(notebook);
  const builtin = unchangedBuiltin(shared);
  const url = addressOfPage(builtin === undefined ? '' : `#e=${builtin}`);
  const cite = citation(title, version, url, new Date());
  return (
    <Dialog title="Share notebook" close={close}>
      {made !== undefined && link === undefined ? (
        <p>
          <strong>This notebook is too large for a link.</strong> Send the file instead: it opens with Notebooks, Open
          file.
        </p>
      ) : (
        <>
          <p>
            {builtin === undefined
              ? 'The link contains the whole notebook, its input values and the open panel. No server or account is needed.'
              : 'The link is short, because this notebook ships with the page and is unchanged. It contains the input values and the open panel.'}
          </p>
          <Copyable label="Link" text={link ?? ''} rows={4} />
        </>
      )}
      {link !== undefined && (
        <p>
          {integer(link.length)} characters.
          {link.length > LONG_LINK && <strong> Some apps cut off links this long: send the file instead.</strong>}
        </p>
      )}
      {made !== undefined && (
        <div className="dialog-actions">
          {link !== undefined && (
            <>
              <CopyButton label="Copy link" text={link} primary />
              <CopyButton label="Copy iframe" text={iframe(title, link)} />
              <CopyButton label="Copy as Markdown" text={markdownWithLink(notebook, title, link)} />
              <button
                type="button"
                className="button outlined"
                aria-expanded={code}
                onClick={() => {
                  setCode(!code);
                }}
              >
                QR code
              </button>
            </>
          )}
          <button
            type="button"
            className={link === undefined ? 'button primary' : 'button outlined'}
            onClick={() => {
              saveBlob(new Blob([printToShare(notebook)], { type: 'text/markdown' }), `${slugOf(title)}.md`);
            }}
          >
            Save as file
          </button>
          <button
            type="button"
            className="button outlined"
            onClick={() => {
              setDialog('source');
            }}
          >
            Markdown source
          </button>
          <OfflinePage title={title} link={link} />
        </div>
      )}
      <p className="share-note">
        The offline page is one HTML file with the notebook, its values and panels, and working sliders. It opens
        without a network.
      </p>
      {link !== undefined && code && <LinkCode link={link} />}
      <h3 className="share-heading">Citation</h3>
      <Copyable label="Citation" text={cite} rows={6} />
      <div className="dialog-actions">
        <CopyButton label="Copy citation" text={cite} />
      </div>
    </Dialog>
  );
}

/** Saves the notebook as one HTML file with its engine and its sliders, which opens from a disk. */
function OfflinePage({ title, link }: { readonly title: string; readonly link: string | undefined }) {
  const notebook = useAppStore((state) => state.notebook);
  const overrides = useAppStore((state) => state.overrides);
  const [making, setMaking] = useState<'not yet' | 'now' | 'failed'>('not yet');
  const make = async (): Promise<void> => {
    setMaking('now');
    try {
      const { offlinePage } = await import('./offline-page');
      const html = await offlinePage({ notebook, overrides }, title, link);
      saveBlob(new Blob([html], { type: 'text/html' }), `${slugOf(title)}.html`);
      setMaking('not yet');
    } catch {
      setMaking('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className="button outlined"
        aria-disabled={making === 'now'}
        onClick={() => {
          if (making !== 'now') void make();
        }}
      >
        {making === 'now' ? 'Saving …' : 'Save offline page'}
      </button>
      {making === 'failed' && (
        <p role="status" className="share-refused">
          The offline page was not saved: a part of it did not load. Check the connection and try again.
        </p>
      )}
    </>
  );
}

interface CopyableProps {
  readonly label: string;
  readonly text: string;
  readonly rows: number;
}

/** A read-only text that selects itself on focus, so that it can be copied without the button. */
function Copyable({ label, text, rows }: CopyableProps) {
  return (
    <textarea
      className="share-text"
      aria-label={label}
      readOnly
      rows={rows}
      value={text}
      onFocus={(event) => {
        event.target.select();
      }}
    />
  );
}

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
  readonly primary?: boolean;
}

type Copying = 'not yet' | 'done' | 'refused';

function CopyButton({ label, text, primary = false }: CopyButtonProps) {
  const [copying, setCopying] = useState<{ readonly text: string; readonly state: Copying }>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopying({ text, state: 'done' });
    } catch {
      setCopying({ text, state: 'refused' });
    }
  };
  const state = copying?.text === text ? copying.state : 'not yet';
  return (
    <>
      <button type="button" className={`button ${primary ? 'primary' : 'outlined'}`} onClick={() => void copy()}>
        {state === 'done' ? 'Copied' : label}
      </button>
      {state === 'refused' && (
        <div className="share-refused">
          <p role="status">Copying was blocked by the browser. Copy this text:</p>
          <Copyable label={`${label}: text`} text={text} rows={4} />
        </div>
      )}
    </>
  );
}
