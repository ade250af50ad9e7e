import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  boxOf,
  emulateMedium,
  expect,
  expectAccessible,
  expectNoOverflow,
  notices,
  openPage,
  resultValue,
  SCHEMES,
  strip,
  tabOf,
  test,
} from './fixtures';

/* What a lesson asks its reader, and the view that shows it a screen at a time. */

const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n\n`;

const LESSON = [
  '---\ntitle: A lesson\n---\n# A lesson\n\n',
  fence('recall id=warm answer="2 + 4"', 'What is two and four?'),
  fence('recall id=name answer="\\"sine\\""', 'Which function has the slope `cos x`?'),
  fence('pullback', 'let f x = 1.234 * x * x'),
  '<!-- screen -->\n\n## A slope\n\n',
  fence('predict id=slope kind=number answer="deriv f 3.5"', 'How steep is `f` at 3.5?'),
  fence('pullback show=gradient', 'input x : real = 3.5 in 0 .. 9\n\nderiv f x'),
  '<!-- screen -->\n\n## Its shape\n\n',
  fence('predict id=shape kind=curve answer=f x=0..2 y=0..5 covers=plot', 'Draw `f`.'),
  fence('pullback show=plot', 'input t : real = 1 in 0 .. 2\n\nf t'),
  '<!-- screen -->\n\n## A choice\n\n',
  fence('predict id=which kind=choice answer=2 covers=outputs', 'Which is larger?\n\n- `f 1`\n- `f 2`'),
  fence('pullback', '(f 1, f 2)'),
  '<!-- screen -->\n\n## Your turn\n\n',
  fence('pullback exercise=g', 'let g (x : real) = x'),
  fence('pullback solution=g', 'let g x = 3 * x'),
  fence('checks exercise=g', 'avoids f\nat 2: g 2 equals 6'),
  ...['x + x', '2 * x', '4 * x'].map((body) => fence('wrong exercise=g', `let g x = ${body}`)),
  fence('hint exercise=g', 'It is a **multiple**.'),
  fence('hint exercise=g', 'How often is 2 in 6?'),
].join('');

const prompt = (page: Page, text: string): Locator => page.locator('.prompt').filter({ hasText: text });
const cell = (page: Page, number: number): Locator => page.getByRole('region', { name: `Code cell ${number}` });
const outputOf = (page: Page, number: number): Locator =>
  cell(page, number).getByRole('region', { name: 'Output' }).locator('.output-value');
const place = (page: Page): Locator => page.getByRole('status').filter({ hasText: /^Screen/ });
const COVERED = 'Covered until you make a prediction';

async function write(page: Page, number: number, text: string): Promise<void> {
  await cell(page, number).getByTestId('editor').locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

test('a prediction covers the results of its cell and its panels until it is committed, and then shows the gap', async ({
  page,
  context,
}) => {
  const link = await encodeLink(LESSON);
  await openPage(page, link);
  await cell(page, 2).scrollIntoViewIfNeeded();
  await cell(page, 2).locator('.code-area').click();
  await expect(strip(page)).toHaveText(COVERED);
  await expect(cell(page, 2).getByText(COVERED)).toBeVisible();
  await expect(page.getByRole('tabpanel')).toHaveText(COVERED);
  await expect(outputOf(page, 3)).toHaveText('1.234'); // another cell has run
  // The value is nowhere in the page, not only out of sight.
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('8.638');
  await expectAccessible(page);

  await strip(page).getByRole('button', { name: 'make a prediction' }).click();
  const asked = prompt(page, 'How steep');
  await expect(asked.getByLabel('Your answer')).toBeFocused();
  await page.keyboard.insertText('about five');
  await page.keyboard.press('Enter');
  await expect(asked.getByText('Write a number')).toBeVisible();
  await expect(strip(page)).toHaveText(COVERED);
  await asked.getByLabel('Your answer').fill('5');
  await page.keyboard.press('Enter');
  const gap = asked.getByRole('status', { name: 'Your prediction' });
  await expect(gap).toHaveText('You 5Program 8.638Difference -3.638');
  // The focus stays with the question.
  await page.keyboard.press('Tab');
  await expect(asked.getByRole('button', { name: 'Answer again' })).toBeFocused();
  await expect(resultValue(page)).toHaveText('8.638');
  await expect(outputOf(page, 2)).toHaveText('8.638');
  await expect(page.getByRole('tabpanel')).not.toContainText(COVERED);

  await page.reload();
  await expect(gap).toHaveText('You 5Program 8.638Difference -3.638');
  const second = await context.newPage();
  await openPage(second, link);
  await expect(outputOf(second, 2)).toHaveText('8.638');
  await asked.getByRole('button', { name: 'Answer again' }).click();
  await expect(cell(page, 2).getByText(COVERED)).toBeVisible();
  await expect(cell(second, 2).getByText(COVERED)).toBeVisible();
});

test('recall questions and choices say whether an answer is right', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  const warm = prompt(page, 'two and four');
  await warm.getByLabel('Your answer').fill('7');
  await warm.getByRole('button', { name: 'Check' }).click();
  await expect(warm.getByRole('status', { name: 'Your answer' })).toHaveText('✗ not rightYou 7Answer 6');
  const name = prompt(page, 'the slope cos x');
  await name.getByLabel('Your answer').fill(' Sine ');
  await name.getByRole('button', { name: 'Check' }).click();
  await expect(name.getByRole('status', { name: 'Your answer' })).toHaveText('✓ rightYou Sine');

  const which = prompt(page, 'Which is larger');
  await which.scrollIntoViewIfNeeded();
  await which.getByRole('button', { name: 'Commit' }).click();
  await expect(which.getByText('Choose an option.')).toBeVisible();
  await which.getByRole('radio').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(which.getByRole('status', { name: 'Your prediction' })).toHaveText(
    /^✗ not right\s*You f 1\s*Answer f 2\s*$/,
  );
  await expect(outputOf(page, 4)).toHaveText('(1.234, 4.936)');
});

test('a curve is drawn with the pointer or the keys, and shown beside the right one', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  const shape = prompt(page, 'Draw f');
  await shape.scrollIntoViewIfNeeded();
  await cell(page, 3).locator('.code-area').click();
  await expect(page.getByRole('tabpanel')).toHaveText(COVERED);
  await expect(outputOf(page, 3)).toHaveText('1.234'); // only the panel is covered, and the strip
  await expect(strip(page)).toHaveText(COVERED);

  await shape.getByRole('button', { name: 'Commit' }).click();
  await expect(shape.getByText('Draw a curve first.')).toBeVisible();
  const drawing = shape.getByRole('slider', { name: 'Your curve' });
  await drawing.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await boxOf(drawing);
  await page.mouse.move(x + 0.1 * width, y + 0.8 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.9 * width, y + 0.2 * height, { steps: 4 });
  await page.mouse.up();
  await drawing.focus();
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowLeft');
  for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowDown');
  await expect(drawing).toHaveAttribute('aria-valuetext', '0 at 0');
  await page.keyboard.press('ArrowUp');
  await expect(drawing).toHaveAttribute('aria-valuetext', '0.25 at 0');
  await expectAccessible(page, '.prompt');
  await shape.getByRole('button', { name: 'Commit' }).click();
  await expect(shape.getByText(/The largest difference is [\d.]+, at [\d.]+\./)).toBeVisible();
  await expect(shape.getByRole('img', { name: 'Your curve and that of the program' })).toBeVisible();
  await expect(page.getByRole('tabpanel')).not.toContainText(COVERED);
});

test('failed tries unlock hints, and the third the solution', async ({ page }) => {
  await openPage(page, `${await encodeLink(LESSON)}&screen=5`);
  const hints = cell(page, 5).getByRole('group', { name: 'Hints' });
  await expect(hints).toHaveText('A failed try shows a hint.');
  await expect(page.locator('.solution')).toHaveText('Solution opens after 3 failed tries, or when the checks pass.');
  await expect(page.getByText('let g x = 3 * x')).toHaveCount(0);

  await write(page, 5, 'let g x =');
  await expect(cell(page, 5).getByRole('status', { name: 'Exercise' })).toContainText('has an error');
  await write(page, 5, 'let g x = x + x');
  await expect(hints).toHaveText(/It is a multiple\.\s*Another failed try shows the next hint\./);
  await write(page, 5, 'let g x = 2 * x');
  await expect(hints).toHaveText(/It is a multiple\.\s*How often is 2 in 6\?/);
  await expect(page.locator('.solution')).toContainText('opens after 1 more failed try');
  await page.reload();
  await expect(hints).toHaveText(/It is a multiple\.\s*How often is 2 in 6\?/);
  await write(page, 5, 'let g x = 4 * x');
  await page.locator('.solution > summary').click();
  await expect(page.getByText('let g x = 3 * x')).toBeVisible();
  await page.getByRole('button', { name: 'Copy to exercise' }).click();
  await expect(cell(page, 5).getByRole('status', { name: 'Exercise' })).toHaveText('✓ correct');
});

test('with full storage the answers last as long as the page, which says so', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await openPage(page, await encodeLink(LESSON));
  const warm = prompt(page, 'two and four');
  await warm.getByLabel('Your answer').fill('6');
  await page.keyboard.press('Enter');
  await expect(warm.getByRole('status', { name: 'Your answer' })).toHaveText('✓ rightYou 6');
  await expect(notices(page)).toContainText('your answers are lost when you close or reload this page');
  const name = prompt(page, 'the slope cos x');
  await name.getByLabel('Your answer').fill('cosine');
  await page.keyboard.press('Enter');
  await expect(name.getByRole('status', { name: 'Your answer' })).toContainText('✗ not right');
  await expect(warm.getByRole('status', { name: 'Your answer' })).toHaveText('✓ rightYou 6');
});

test('answers that the browser does not give back last as long as the page, which says so', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.getItem = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await openPage(page, await encodeLink(LESSON));
  const warm = prompt(page, 'two and four');
  await warm.getByLabel('Your answer').fill('6');
  await page.keyboard.press('Enter');
  await expect(warm.getByRole('status', { name: 'Your answer' })).toHaveText('✓ rightYou 6');
  await expect(notices(page)).toContainText('This browser blocks storage, so your answers are lost');
});

test('with full storage a stored answer can still be taken back', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  const warm = prompt(page, 'two and four');
  await warm.getByLabel('Your answer').fill('7');
  await page.keyboard.press('Enter');
  const answer = warm.getByRole('status', { name: 'Your answer' });
  await expect(answer).toContainText('You 7');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await warm.getByRole('button', { name: 'Answer again' }).click();
  await warm.getByLabel('Your answer').fill('6');
  await page.keyboard.press('Enter');
  await expect(answer).toHaveText('✓ rightYou 6');
});

test('paper shows what a prediction covers, and the solution', async ({ page }) => {
  await openPage(page, await encodeLink(LESSON));
  await expect(cell(page, 2).getByText(COVERED)).toBeVisible();
  await emulateMedium(page, 'print');
  await expect(outputOf(page, 2)).toHaveText('8.638');
  await expect(page.locator('details.solution')).toHaveCount(1);
});

test('the lesson view shows one screen with its panel, by keyboard and by address, and leads back', async ({
  page,
}) => {
  const link = await encodeLink(LESSON);
  await openPage(page, link);
  await cell(page, 4).scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'A choice' }).scrollIntoViewIfNeeded();
  await page.locator('.notebook').evaluate((column) => {
    column.querySelector('.prompt:has([type=radio])')?.scrollIntoView({ block: 'start' });
  });
  const scrolled = async (): Promise<number> => Math.round((await boxOf(page.locator('.prompt:has([type=radio])'))).y);
  const before = await scrolled();
  await page.getByRole('button', { name: 'Lesson', exact: true }).click();
  await expect(place(page)).toHaveText('Screen 4 of 5');
  await expect(page.getByRole('heading')).toContainText(['A choice']);
  await expect(cell(page, 3)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(cell(page, 3)).toHaveCount(1);
  // The prompt is where it was. The tools of the current cell can move it by one line.
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(30);

  await page.getByRole('button', { name: 'Lesson', exact: true }).click();
  await expect(place(page)).toHaveText('Screen 4 of 5'); // until then no key turns a screen
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  await expect(place(page)).toHaveText('Screen 2 of 5');
  await expect(page).toHaveURL(/&screen=2$/);
  // The tabs are the panels that cells ask for.
  await expect(page.getByRole('tab')).toHaveText(['Gradient', 'Curves']);
  await expect(tabOf(page, 'Gradient')).toHaveAttribute('aria-selected', 'true');
  const answer = page.getByLabel('Your answer');
  await answer.fill('7');
  await page.keyboard.press('ArrowLeft'); // in a field it moves the caret
  await page.keyboard.press('Enter');
  await expect(resultValue(page)).toHaveText('8.638');
  // One engine, because the notebook introduces none.
  await expect(page.getByRole('region', { name: 'Gradient by engine' }).locator('tbody tr')).toHaveCount(1);

  await page.reload();
  await expect(place(page)).toHaveText('Screen 2 of 5');
  await expect(resultValue(page)).toHaveText('8.638');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('tab')).toHaveCount(0); // a cell that only defines has no panels
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expect(strip(page)).toBeHidden();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (let screen = 2; screen <= 4; screen++) await next.click();
  await expect(strip(page)).toHaveText(COVERED);
  await expect(page.getByRole('tab')).toHaveCount(0); // nor one whose value depends on no input and that names no panel
  await next.click();
  await expect(place(page)).toHaveText('Screen 5 of 5');
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('heading', { name: 'Your turn' })).toBeInViewport();
  await expect(page).not.toHaveURL(/screen/);
});

test('an address of a screen that is not there leads to the nearest, or to the notebook', async ({ page }) => {
  await openPage(page, `${await encodeLink(LESSON)}&screen=99`);
  await expect(place(page)).toHaveText('Screen 5 of 5');
  await openPage(page, `${await encodeLink('# No screens\n\n```pullback\n1 + 1\n```\n')}&screen=2`);
  await expect(resultValue(page)).toHaveText('2');
  await expect(page.getByRole('button', { name: 'Present' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lesson', exact: true })).toHaveCount(0);
});

for (const colorScheme of SCHEMES)
  for (const [name, viewport] of [
    ['laptop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`the lesson view is accessible on a ${name} in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await openPage(page, `${await encodeLink(LESSON)}&screen=1`);
      for (let screen = 1; screen <= 5; screen++) {
        await expect(place(page)).toHaveText(`Screen ${screen} of 5`);
        await expectNoOverflow(page);
        await expectAccessible(page);
        if (screen < 5) await page.getByRole('button', { name: 'Next', exact: true }).click();
      }
    });
