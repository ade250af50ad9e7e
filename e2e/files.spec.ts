import type { Page } from '@playwright/test';
import {
  boxOf,
  editorOf,
  expect,
  expectAccessible,
  expectSaved,
  notices,
  openPage,
  resultValue,
  setProgram,
  test,
} from './fixtures';

const NOTEBOOK = '---\ntitle: From a disk\n---\nProse of mine.\n\n```pullback\n20 + 1\n```\n';

interface TestFile {
  readonly name: string;
  readonly text: string;
}

/** Drags files over the middle of the page without dropping them. */
async function drag(page: Page, files: readonly TestFile[]): Promise<(type: 'drop' | 'dragleave') => Promise<void>> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, text } of all) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  for (const type of ['dragenter', 'dragover']) await editorOf(page).dispatchEvent(type, { dataTransfer });
  return (type) => editorOf(page).dispatchEvent(type, { dataTransfer });
}

async function openByButton(page: Page, file: TestFile): Promise<void> {
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).click();
  await (await choosing).setFiles({ name: file.name, mimeType: '', buffer: Buffer.from(file.text) });
}

test('a file opens as a new notebook and stays on the shelf', async ({ page }) => {
  await openPage(page);
  await setProgram(page, '40 + 2');
  await openByButton(page, { name: 'disk.md', text: NOTEBOOK }); // before the edit was stored
  await expect(page).toHaveTitle(/From a disk/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('paragraph').filter({ hasText: 'Prose of mine.' })).toBeVisible();
  await expect(resultValue(page)).toHaveText('21');
  await expectSaved(page, '40 + 2');

  await page.reload();
  await expect(page).toHaveTitle(/From a disk/);
  await setProgram(page, '20 + 3');
  await expectSaved(page, '20 + 3');
  await openByButton(page, { name: 'disk.md', text: NOTEBOOK });
  await expect(resultValue(page)).toHaveText('21');
  await expectSaved(page, '20 + 3');
  await expectSaved(page, '40 + 2');
});

test('a dropped program opens as a notebook; a drop target shows while dragging @long', async ({ page }) => {
  await openPage(page);
  const target = page.getByText('Drop a notebook (.md), a program (.pbk) or data');
  const program = { name: 'cube.pbk', text: 'input a : real = 3\n\na * a * a\n' };
  const leave = await drag(page, [program]);
  await expect(target).toBeVisible();
  expect((await boxOf(page.locator('.file-drop'))).width).toBeGreaterThan(1400);
  await expectAccessible(page, '.file-drop');
  await leave('dragleave');
  await expect(target).toHaveCount(0);

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const drop = await drag(page, [program]);
  await expect(target).toBeVisible(); // above the dialog
  await drop('drop');
  await expect(target).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveTitle(/^cube /);
  await expect(resultValue(page)).toHaveText('27');
});

test('a file that cannot be opened says why and changes nothing @long', async ({ page }) => {
  await openPage(page);
  for (const [files, why] of [
    [[{ name: 'photo.md', text: 'a\0b' }], 'is not a text file'],
    [[{ name: 'page.html', text: '<script>alert(1)</script>' }], 'is not a notebook (.md), a program (.pbk) or data'],
    [[{ name: 'big.md', text: 'a'.repeat(13 * 1024 * 1024) }], 'is 13.6 MB; the limit is 12 MB'],
    [Array.from({ length: 2 }, () => ({ name: 'a.md', text: 'a' })), 'You dropped 2 files'],
  ] as const) {
    await (
      await drag(page, files)
    )('drop');
    await expect(notices(page)).toContainText(why);
  }
  await openByButton(page, { name: 'zero.md', text: '\0' });
  await expect(notices(page)).toContainText('“zero.md” is not a text file');
  await expect(page).toHaveTitle(/Product and sine/);
  await expect(resultValue(page)).toHaveText('6.9093');
});

test.describe('a file with an attack', () => {
  test('nothing in a file is executed or fetched', async ({ page, baseURL }) => {
    await openPage(page);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url());
    });
    const text = `---\ntitle: <img src=x onerror=alert(1)>\n---\n<script>document.title = 'run'</script>\n<img src="https://elsewhere.test/a.png" onerror="document.title='run'">\n\n![picture](https://elsewhere.test/b.png)\n\n[link](javascript:document.title='run')\n\n\`\`\`pullback\n1 + 1\n\`\`\`\n`;
    await (
      await drag(page, [{ name: 'attack.md', text }])
    )('drop');
    await expect(resultValue(page)).toHaveText('2');
    await expect(page).toHaveTitle(/^<img src=x onerror=alert\(1\)> · Pullback$/);
    expect(await page.locator('.prose').locator('script, img, [onerror], [href^="javascript"]').count()).toBe(0);
    expect(elsewhere).toEqual([]);
  });
});

test('a file opens even without storage @long', async ({ page }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await openPage(page);
  await openByButton(page, { name: 'disk.md', text: NOTEBOOK });
  await expect(page).toHaveTitle(/From a disk/);
  await expect(resultValue(page)).toHaveText('21');
});
