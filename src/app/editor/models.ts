import { monaco } from './monaco';

/** One model a cell, addressed by URI: the document's generation, then the number of the code cell. */
export function uriOf(generation: number, cell: number): monaco.Uri {
  return monaco.Uri.parse(`pullback:/document/${generation}/cell/${cell}`);
}

export function cellOf(uri: monaco.Uri): number {
  return Number(uri.path.split('/').at(-1));
}
