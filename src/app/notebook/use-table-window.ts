import { useEffect, useState } from 'react';
import type { TableWindow } from '../../notebook/table-window';
import type { TableRequest } from '../../protocol/messages';
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

/** Asks for one window at a time: while one is on its way, only the newest wish is kept. */
function createReader(show: (window: TableWindow) => void) {
  let wanted: TableRequest | undefined;
  let isAsking = false;
  let isLive = true;
  const ask = async (): Promise<void> => {
    isAsking = true;
    for (let next = wanted; next !== undefined && isLive; next = wanted) {
      wanted = undefined;
      const request = next;
      const found = await askLanguage((worker) => worker.table(request)).catch(() => undefined);
      if (found !== undefined) show(found);
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
