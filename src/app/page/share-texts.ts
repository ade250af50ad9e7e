import { type Notebook, printNotebook } from '../../notebook/document';

/** A title as a slug, for file names and citation keys. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'notebook' : slug;
}

/** The notebook for a forum, a wiki or a repository: its title, the link and its cells, without the front matter. */
export function markdownWithLink(notebook: Notebook, title: string, link: string): string {
  const body = printNotebook({ ...notebook, head: '', tail: '' }).trim();
  const heading = /^#[ \t]+([^\r\n]*)\r?\n?/.exec(body);
  const rest = heading?.[1]?.trim() === title ? body.slice(heading[0].length).trim() : body;
  return `# ${plainMarkdown(title)}\n\n[Open in Pullback](${link})\n\n${rest}\n`;
}

/** A text escaped so that Markdown shows it literally. */
function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>&$#~|]/g, '\\$&');
}

/** An HTML element that embeds the notebook in a page; `link` is its link. */
export function iframe(title: string, link: string): string {
  const text = title.replace(/[&"<]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<iframe src="${link.replace('#', '?embed=1#')}" title="${text}" width="100%" height="600"></iframe>`;
}

/**
 * A BibTeX entry. `url` is the short link of an unchanged notebook, or else the address of the page: a whole notebook is too
 * long for a bibliography.
 */
export function citation(title: string, version: string, url: string, accessed: Date): string {
  return [
    `@misc{pullback-${slugOf(title)},`,
    `  title        = {{${plainTex(title)}}},`,
    `  howpublished = {Notebook in Pullback, version ${version}},`,
    `  url          = {${url}},`,
    `  note         = {Accessed ${accessed.toISOString().slice(0, 10)}}`,
    '}',
  ].join('\n');
}

const TEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** A text escaped so that TeX sets it literally. */
function plainTex(text: string): string {
  return text.replace(/[\\~^{}$&#%_]/g, (char) => TEX[char] ?? `\\${char}`);
}
