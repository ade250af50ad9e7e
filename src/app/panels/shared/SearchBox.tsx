import { type RefObject, useState } from 'react';
import { integer } from '../../kit/format';
import './search-box.css';

interface SearchBoxProps {
  /** The name of the text or the graph that the box searches. */
  readonly name: string;
  readonly label: string;
  readonly placeholder: string;
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Returns the nodes or lines that match a query, best first. */
  readonly find: (query: string) => readonly number[];
  readonly onFound: (match: number) => void;
}

/** Searches a panel as the reader types; Enter goes to the best match, then to the next, Shift+Enter back. */
export function SearchBox({ name, label, placeholder, field, find, onFound }: SearchBoxProps) {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  /** Whether Enter has been pressed: the first time it stays at the best match. */
  const [entered, setEntered] = useState(false);
  const found = query.trim() === '' ? [] : find(query);
  const go = (matches: readonly number[], to: number): void => {
    const match = matches[to];
    setPlace(to);
    if (match !== undefined) onFound(match);
  };
  return (
    <div className="search-box" role="search" aria-label={name}>
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
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
      <output className="search-found">
        {query.trim() === ''
          ? ''
          : found.length === 0
            ? 'No results'
            : `${integer(Math.min(place + 1, found.length))} of ${integer(found.length)}`}
      </output>
    </div>
  );
}
