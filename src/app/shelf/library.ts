/** A notebook that ships with the page. */
export interface Shipped {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The heading that it is listed under. Notebooks of a group are adjacent. */
  readonly group: string;
}

/** Lists the notebooks that ship with the page; rejects if the list does not load. */
export async function listShipped(): Promise<readonly Shipped[]> {
  const response = await fetch('./notebooks/index.json');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as readonly Shipped[]; // written by our own build
}

/** Returns the text of a notebook that ships with the page, or why there is none. */
export async function readShipped(id: string): Promise<{ readonly markdown: string } | 'unknown' | 'unreachable'> {
  try {
    const response = await fetch(`./notebooks/${id}.md`);
    const markdown = await response.text();
    return response.ok && !markdown.startsWith('<') ? { markdown } : 'unknown'; // some hosts answer with their page
  } catch {
    return 'unreachable';
  }
}
