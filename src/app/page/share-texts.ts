import { type Notebook, printNotebook } from '../../notebook/document';

/** Of a title, for names of files and keys of citations. */
export function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'notebook' : slug;
}

/** For a forum, a wiki or a repository: the title, the link and the cells as they are, without the front matter. */
export function markdownWithLink(notebook: Notebook, title: string, link: string): string {
  const body = printNotebook({ ...notebook, head: '' }).trim();
  const heading = /^#[ \t]+([^\r\n]*)\r?\n?/.exec(body);
  const rest = heading?.[1]?.trim() === title ? body.slice(heading[0].length).trim() : body;
  return `# ${plainMarkdown(title)}\n\n[Open in Pullback](${link})\n\n${rest}\n`;
}

/** Text that Markdown shows to the letter. */
function plainMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>&$#~|]/g, '\\$&');
}

/** BibTeX. Without the link, which changes with every edit and is too long for a bibliography. */
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

/** Text that TeX sets to the letter. */
function plainTex(text: string): string {
  return text.replace(/[\\~^{}$&#%_]/g, (char) => TEX[char] ?? `\\${char}`);
}
