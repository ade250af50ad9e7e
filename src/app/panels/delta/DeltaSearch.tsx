import { type RefObject, useState } from 'react';

interface DeltaSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** The nodes that a query means, best first. */
  readonly find: (query: string) => readonly number[];
  readonly onFound: (node: number) => void;
}

/** Finds a node by DeltaId, name or source text, at the first letter; Enter goes to the best match, then from one to the next. */
export function DeltaSearch({ field, find, onFound }: DeltaSearchProps) {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  /** Enter has been pressed: the first time it stays with what is found already, the best match. */
  const [entered, setEntered] = useState(false);
  const found = query.trim() === '' ? [] : find(query);
  const go = (matches: readonly number[], to: number): void => {
    const node = matches[to];
    setPlace(to);
    if (node !== undefined) onFound(node);
  };
  return (
    <div className="delta-search" role="search">
      <input
        ref={field}
        type="search"
        aria-label="Find a node by id, name or source text"
        placeholder="find w3, x, sin …"
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
            ? 'none'
            : `${Math.min(place + 1, found.length)} of ${found.length}`}
      </output>
    </div>
  );
}
