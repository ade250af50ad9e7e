import { encodeLink } from '../src/notebook/link';
import { editorOf, expect, expectSaved, openPage, problemsOf, resultValue, setProgram, test, wordOf } from './fixtures';

const book = (title: string, program: string): string =>
  `---\ntitle: ${title}\n---\n\n\`\`\`pullback\n${program}\n\`\`\`\n`;

test('a notebook imports another of the shelf, and a shared link carries it', async ({ page, stranger }) => {
  await openPage(page, await encodeLink(book('My losses', '1')));
  await setProgram(page, 'let loss w = (w - 3) ^ 2\n\nloss 1');
  await expect(resultValue(page)).toHaveText('4');
  await expectSaved(page, 'let loss w');

  await page.goto(`/${await encodeLink(book('Uses', 'input w : real = 5 in 0 .. 9\n\nw'))}`);
  await expect(resultValue(page)).toHaveText('5');
  await setProgram(page, 'import "my loses"\n\ninput w : real = 6 in 0 .. 9\n\n0 + loss (w)');
  await expect(problemsOf(page)).toContainText('cannot import "my loses": no notebook has this title');
  await expect(problemsOf(page)).toContainText('did you mean "My losses"?');
  await expect(problemsOf(page)).not.toContainText('not defined');
  await setProgram(page, 'import "My losses"\n\ninput w : real = 6 in 0 .. 9\n\n0 + loss (w)');
  await expect(resultValue(page)).toHaveText('9');
  await wordOf(page, 'loss').last().hover();
  await expect(page.locator('.monaco-hover:visible')).toContainText('Imported from “My losses”');

  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/#n1=/);
  await stranger.goto(await link.inputValue());
  await expect(editorOf(stranger)).toContainText('import "My losses"');
  await expect(resultValue(stranger)).toHaveText('9');
  // The copy that the other reader saves keeps what came with the link.
  await setProgram(stranger, 'import "My losses"\n\ninput w : real = 7 in 0 .. 9\n\nloss w');
  await expect(resultValue(stranger)).toHaveText('16');
  await expectSaved(stranger, 'imports [');
});

test('a notebook imports one that comes with the page, by its title or its file', async ({ page }) => {
  const program = (name: string): string => `import "${name}"\n\nimprove 1`;
  await openPage(page, await encodeLink(book('Roots', program('newton-square-root'))));
  await expect(resultValue(page)).toHaveText('1.41421');
  await setProgram(page, program('newton-square-rot'));
  await expect(problemsOf(page)).toContainText('cannot import');
});

test('the titles of notebooks are completed after import', async ({ page }) => {
  await openPage(page, await encodeLink(book('My "own" losses', '1')));
  await setProgram(page, 'let loss w = (w - 3) ^ 2');
  await expectSaved(page, 'let loss w');
  await page.goto(`/${await encodeLink(book('Uses', 'input w : real = 5\n\nw'))}`);
  await expect(resultValue(page)).toHaveText('5');
  await setProgram(page, '');
  await page.keyboard.type('import "ow');
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  await expect(rows.filter({ hasText: 'My "own" losses' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(editorOf(page)).toContainText('import "My \\"own\\" losses"');
  await page.keyboard.press('End');
  await page.keyboard.insertText('\n\nloss 1');
  await expect(resultValue(page)).toHaveText('4');
});
