import { programOf, type Notebook } from './document';
import { inserted, withAttributes } from './edits';
import { withTitle } from './title';
import type { Attributes } from './attributes';

/**
 * Returns a notebook with the title, whose cells are the program's up to the one at `index`, and below them one with the
 * text. It imports what the notebook imports.
 */
export function excerpt(
  notebook: Notebook,
  index: number,
  { title, text, attributes = {} }: { readonly title: string; readonly text: string; readonly attributes?: Attributes },
): Notebook {
  const cells = programOf(notebook).slice(0, index + 1);
  const { notebook: grown, id } = inserted(
    { ...notebook, frontMatter: undefined, head: '', cells, tail: '' },
    cells.length,
    { tag: 'code', text },
  );
  return withTitle(withAttributes(grown, id, attributes), title);
}
