import { useRef, useState } from 'react';
import type { JetsPayload } from '../../../protocol/jets';
import { integer, showNumber } from '../../kit/format';
import { WindowedList } from '../../kit/WindowedList';
import { isInput, plainLine, rightHandSide, type TraceNames } from '../trace/trace-notation';
import { TracePieces } from './TracePieces';
import type { JetPlace } from './use-jet-place';

const ROW = 26;
const MOST_ROWS = 14;

interface EntryListProps {
  readonly payload: JetsPayload;
  readonly names: TraceNames;
  readonly place: JetPlace;
}

/** The A-normal trace, one line per entry. Pointing at an entry shows its jet; a click keeps it. */
export function EntryList({ payload, names, place }: EntryListProps) {
  const { trace, label } = payload;
  const hidden = trace.count - trace.window;
  const count = trace.window + (hidden > 0 ? 1 : 0);
  /** The entry of a line; one line between the first and last entries stands for those that are not shown. */
  const rowAt = (line: number): number | undefined =>
    hidden === 0 || line < trace.head ? line : line === trace.head ? undefined : line - 1;
  const lineOf = (row: number): number => (hidden === 0 || row < trace.head ? row : row + 1);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const find = (wanted: string, after: number): void => {
    const found = entriesOf(payload, names, wanted);
    const next = found.find((entry) => entry > after) ?? found[0];
    if (next === undefined) return;
    place.goTo(next);
    list.current?.scrollIntoView({ block: 'nearest' });
  };
  const matches = query === '' ? undefined : entriesOf(payload, names, query).length;
  return (
    <section className="jets-entries" aria-label="Trace">
      <div className="jets-find" role="search">
        <input
          type="search"
          aria-label="Find entry"
          placeholder="Find t3, x, sin …"
          value={query}
          onChange={(event) => {
            const wanted = event.currentTarget.value.trim();
            setQuery(event.currentTarget.value);
            if (wanted !== '') find(wanted, -1);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || query.trim() === '') return;
            event.preventDefault();
            find(query.trim(), place.entry ?? -1);
          }}
        />
        <output>{matches === undefined ? '' : matches === 0 ? 'No results' : `${matches} found`}</output>
      </div>
      <div
        ref={list}
        className="jets-list"
        style={{ height: `calc(${(ROW * Math.min(count, MOST_ROWS)) / 16}rem + 2px)` }}
      >
        <WindowedList
          label={`The trace of ${label}: ${integer(trace.count)} entries; pointing at one shows its jet`}
          count={count}
          rowHeight={ROW}
          isLit={(line) => place.lit.has(rowAt(line) ?? -1)}
          onPoint={(line) => {
            place.pointEntry(line === undefined ? undefined : rowAt(line));
          }}
          onChoose={(line) => {
            const row = rowAt(line);
            if (row !== undefined) place.goTo(row);
          }}
          show={place.show === undefined ? undefined : lineOf(place.show)}
        >
          {(line) => {
            const row = rowAt(line);
            return row !== undefined ? (
              <span className="jets-row">
                <span title={plainLine(trace, names, row)}>
                  <TracePieces pieces={[names.nameOf(row)]} />
                  {isInput(trace, row) ? (
                    <span className="jets-soft">, input</span>
                  ) : (
                    <>
                      {' = '}
                      <TracePieces pieces={rightHandSide(trace, names, row)} />
                    </>
                  )}
                </span>
                <span className="jets-value">{showNumber(trace.values[row] ?? NaN)}</span>
              </span>
            ) : (
              <span className="jets-row jets-soft">… {integer(hidden)} more entries</span>
            );
          }}
        </WindowedList>
      </div>
    </section>
  );
}

/** The entries with that name; if there are none, those whose line contains the text. */
function entriesOf({ trace }: JetsPayload, names: TraceNames, wanted: string): readonly number[] {
  const text = wanted.trim().toLowerCase();
  const entries = Array.from({ length: trace.window }, (_, entry) => entry);
  const named = entries.filter((entry) => names.plainNameOf(entry).toLowerCase() === text);
  return named.length > 0
    ? named
    : entries.filter((entry) => plainLine(trace, names, entry).toLowerCase().includes(text));
}
