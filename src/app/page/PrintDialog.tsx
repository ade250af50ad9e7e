import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../kit/Dialog';
import { counted } from '../kit/format';
import { showStills } from '../notebook/stills';
import { askedStills, takeStills } from './panel-stills';

/** Renders the panels that the cells ask for, then prints the notebook with them. */
export function PrintDialog({ close }: { readonly close: () => void }) {
  const asked = useMemo(() => askedStills(), []);
  const [done, setDone] = useState(0);
  const hurry = useRef<AbortController>(undefined);
  const print = useEffectEvent(async (signal: AbortSignal, isClosed: () => boolean): Promise<void> => {
    const stills = await takeStills(asked, { onProgress: setDone, signal });
    if (isClosed()) return;
    flushSync(() => {
      close();
      showStills(stills);
    });
    addEventListener(
      'afterprint',
      () => {
        showStills(new Map());
      },
      { once: true },
    );
    window.print();
  });
  useEffect(() => {
    let closed = false;
    const controller = new AbortController();
    hurry.current = controller;
    void print(controller.signal, () => closed);
    return () => {
      closed = true;
      controller.abort();
    };
  }, []);
  return (
    <Dialog title="Print notebook" close={close}>
      <p role="status">
        Rendering {counted(asked.length, 'panel')} of the cells: {done} done.
      </p>
      <progress max={asked.length} value={done} aria-label="Panels rendered" />
      <p className="dialog-actions">
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            hurry.current?.abort();
          }}
        >
          Print now
        </button>
      </p>
    </Dialog>
  );
}
