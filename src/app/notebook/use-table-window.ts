import { useEffect, useState } from 'react';
import type { TableWindow } from '../../notebook/table-window';
import type { TableRequest } from '../../protocol/language-worker';
import { askLanguage } from '../workers/language-client';

/** Returns rows of a table, which the worker reads; the rows that were wanted before until it answers. */
export function useTableWindow(text: string, from: number, to: number): TableWindow | undefined {
  const [shown, setShown] = useState<TableWindow>();
  const [reader] = useState(() => createReader(setShown));
  useEffect(() => {
    reader.want({ text, from, to });
  }, [reader, text, from, to]);
  useEffect(() => {
    reader.start();
    return () => {
      reader.stop();
    };
  }, [reader]);
  return shown;
}

/** How often a window is asked for again that did not come: the worker was stopped, or read another table instead. */
const TRIES = 20;
/** Milliseconds before it is. */
const RETRY = 200;

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Asks for one window at a time: while one is on its way, only the newest wish is kept. */
function createReader(show: (window: TableWindow) => void) {
  let wanted: TableRequest | undefined;
  let isAsking = false;
  let isLive = true;
  const ask = async (): Promise<void> => {
    isAsking = true;
    let tries = TRIES;
    for (let next = wanted; next !== undefined && isLive; next = wanted) {
      wanted = undefined;
      const request = next;
      const found = await askLanguage((worker) => worker.table(request)).catch(() => undefined);
      if (found !== undefined) {
        show(found);
        tries = TRIES;
      } else if (tries-- > 0) {
        await delay(RETRY);
        wanted ??= request;
      }
    }
    isAsking = false;
  };
  return {
    want(request: TableRequest) {
      wanted = request;
      if (!isAsking) void ask();
    },
    start() {
      isLive = true;
    },
    stop() {
      isLive = false;
    },
  };
}
