import type { TraceTerm } from '../../ad/abadi-plotkin/literal/term';
import { BINARY, type PaperOperation, type PaperTerm, UNARY } from './language';

/** Returns a trace term without derivatives of operations as a term, with other names for its free variables. */
export function paperTermOf(c: TraceTerm, names: ReadonlyMap<string, string>): PaperTerm {
  const part = (piece: TraceTerm): PaperTerm => paperTermOf(piece, names);
  switch (c.tag) {
    case 'variable':
      return { tag: 'variable', name: names.get(c.name) ?? c.name };
    case 'constant':
      return { tag: 'constant', value: c.value };
    case 'unit':
      return { tag: 'unit' };
    case 'sum':
      return { tag: 'sum', left: part(c.left), right: part(c.right) };
    case 'operation':
      return { tag: 'operation', operation: operationOf(c.operation), argument: part(c.argument) };
    case 'let':
      return { tag: 'let', name: c.name, type: c.type, value: part(c.value), body: part(c.body) };
    case 'pair':
      return { tag: 'pair', first: part(c.first), second: part(c.second) };
    case 'fst':
    case 'snd':
      return { tag: c.tag, pair: part(c.pair) };
    case 'zero':
    case 'reverse':
      throw new Error(`${c.tag} stands only in derivatives`);
  }
}

function operationOf(name: string): PaperOperation {
  const found = [...UNARY, ...BINARY].find((each) => each === name);
  if (found === undefined) throw new Error(`${name} is no operation of generated programs`);
  return found;
}
