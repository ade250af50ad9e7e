import { isFixed, type Token } from './token';

/** The words of a cell, for advice about an item that does not parse. */
export interface CellNames {
  /** The names after `let`, `rec`, `and`, `input` and `fun`. */
  readonly defined: ReadonlySet<string>;
  /** The constructors that the cell declares. */
  readonly constructors: ReadonlySet<string>;
  /** The places of every name and constructor. */
  readonly places: ReadonlyMap<string, readonly Token[]>;
  /** Those of them that follow `type`, `:`, `array` or `list`. */
  readonly typePlaces: ReadonlyMap<string, readonly Token[]>;
}

export function cellNames(tokens: readonly Token[]): CellNames {
  const defined = new Set<string>();
  const constructors = new Set<string>();
  const places = new Map<string, Token[]>();
  const typePlaces = new Map<string, Token[]>();
  let inType = false;
  for (const [index, token] of tokens.entries()) {
    if (token.startsItem) inType = isFixed(token, 'type');
    if (token.kind !== 'name' && token.kind !== 'constructor') continue;
    const before = tokens[index - 1];
    if (inType && token.kind === 'constructor') constructors.add(token.text);
    if (before?.kind === 'fixed' && ['let', 'rec', 'and', 'input', 'fun'].includes(before.text))
      defined.add(token.text);
    addPlace(places, token);
    if (before !== undefined && ['type', ':', 'array', 'list'].includes(before.text)) addPlace(typePlaces, token);
  }
  return { defined, constructors, places, typePlaces };
}

function addPlace(places: Map<string, Token[]>, token: Token): void {
  const same = places.get(token.text);
  if (same === undefined) places.set(token.text, [token]);
  else same.push(token);
}
