import { type RefObject, useState } from 'react';

interface DeltaSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Returns the nodes that match a query, best first. */
  readonly find: (query: string) => readonly number[];
  readonly onFound: (node: number) => void;
}

/** Searches nodes by DeltaId, name or source text as the reader types; Enter goes to the best match, then to the next. */
export function DeltaSearch({ field, find, onFound }: DeltaSearchProps) {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  /** Whether Enter has been pressed: the first time it stays at the best match. */
  const [entered, setEntered] = useState(false);
  const found = query.trim() === '' ? [] : find(query);
  const go = (matches: readonly number[], to: number): void => {
    const node = matches[to];
    setPlace(to);
    if (node !== undefined) onFound(node);
  };
  return (
    <div className="delta-search" role="search" aria-label="Graph nodes">
      <input
        ref={field}
        type="search"
        aria-label="Find a node by id, name or source text"
        placeholder="Find x, sin…"
        value={query}
        onChange={(event) => {
          const wanted = event.currentTarget.value;
          setQuery(wanted);
          setEntered(false);
          go(wanted.trim() === '' ? [] : find(wanted), 0);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found.length === 0) return;
          event.preventDefault();
          setEntered(true);
          go(found, entered ? (place + (event.shiftKey ? found.length - 1 : 1)) % found.length : place);
        }}
      />
      <output className="delta-found">
        {query.trim() === ''
          ? ''
          : found.length === 0
            ? 'No results'
            : `${Math.min(place + 1, found.length)} of ${found.length}`}
      </output>
    </div>
  );
}
