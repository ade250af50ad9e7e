import { monaco } from './monaco';

/** One model a cell. Its URI is what lists of references call it: `Cell 1`, of the document's generation. */
export function uriOf(generation: number, cell: number): monaco.Uri {
  return monaco.Uri.from({ scheme: 'pullback', path: `/Cell ${cell + 1}`, query: String(generation) });
}

export function cellOf(uri: monaco.Uri): number {
  return Number(/\d+$/.exec(uri.path)?.[0]) - 1;
}
