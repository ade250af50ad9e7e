import { expect, test } from 'vitest';
import { parseNotebook } from '../../notebook/parse';
import { notebookTitle } from './document';

test.each([
  ['---\ntitle: "A \\"quoted\\" title"\n---\n# A heading\n', 'A "quoted" title'],
  ['# A heading\n\n```pullback\n1\n```\n', 'A heading'],
  ['---\ntags: [a]\n---\nText\n\n# A heading  \n', 'A heading'],
  ['## A smaller heading\n', 'Untitled notebook'],
  ['```pullback\n1\n```\n', 'Untitled notebook'],
  ['', 'Untitled notebook'],
])('the title of %j is %j', (text, title) => {
  expect(notebookTitle(parseNotebook(text))).toBe(title);
});
