import { endOfBlankLines, type NotebookCell, PROSE_BREAK } from './document';

/** Returns the Markdown of a prose cell without surrounding line ends, or the text of another cell. */
export function cellText(cell: NotebookCell): string {
  return cell.tag === 'prose' ? proseParts(cell.markdown).body : cell.text;
}

/** Returns the Markdown of a prose cell between the line ends around it. */
export function proseParts(markdown: string): { readonly lead: string; readonly body: string; readonly tail: string } {
  const lead = markdown.slice(0, endOfBlankLines(markdown, 0));
  const rest = markdown.slice(lead.length);
  const tail = tailOf(rest);
  return { lead, body: rest.slice(0, rest.length - tail.length), tail };
}

/** Returns the line ends after a cell's Markdown, with the break. */
export function tailOf(markdown: string): string {
  const written = markdown.trimEnd();
  const body = written.endsWith(PROSE_BREAK) ? written.slice(0, -PROSE_BREAK.length).trimEnd() : written;
  return markdown.slice(body.length);
}
