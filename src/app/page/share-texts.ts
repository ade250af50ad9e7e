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

/** A BibTeX entry. It omits the link, which changes with every edit and is too long for a bibliography. */
export function citation(title: string, version: string, accessed: Date): string {
  return [
    `@misc{pullback-${slugOf(title)},`,
    `  title        = {{${plainTex(title)}}},`,
    `  howpublished = {Notebook in Pullback, version ${version}},`,
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
