import type { Notebook } from './document';

/** Returns the notebook with another title in its front matter, which is created if necessary. */
export function withTitle(notebook: Notebook, title: string): Notebook {
  const line = `title: ${/^[\p{L}\p{N}][\p{L}\p{N} ,.'()-]*$/u.test(title) ? title : JSON.stringify(title)}`;
  const { frontMatter = '', head } = notebook;
  if (frontMatter.trim() === '') return { ...notebook, frontMatter: line, head: `---\n${line}\n---\n` };
  const written = /^title:[^\n]*$/m.exec(frontMatter)?.[0];
  const text = written === undefined ? `${line}\n${frontMatter}`.trimEnd() : frontMatter.replace(written, () => line);
  return { ...notebook, frontMatter: text, head: head.replace(frontMatter, () => text) };
}
