import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type CodeCell, type Notebook, shownPanels } from '../src/notebook/document';
import { parseNotebook } from '../src/notebook/parse';
import { readWritten } from '../src/protocol/written-json';
import { encodeLink } from '../src/notebook/link';
import { promptsOf } from '../src/notebook/prompts';
import { exercisesOf } from '../src/notebook/exercises';
import { type CellReport, unmet } from '../src/notebook/expectations';
import { type CellExpectation, parseMetadata } from '../src/notebook/metadata';
import {
  boxOf,
  editorOf,
  expect,
  expectAccessible,
  expectSaved,
  letRunsEnd,
  numberIn,
  openPage,
  openTab,
  panel,
  problemsOf,
  setProgram,
  strip,
  tabOf,
  test,
} from './fixtures';

const FOLDER = new URL('../public/notebooks/', import.meta.url);
const INDEX = JSON.parse(read('index.json')) as readonly { readonly id: string; readonly title: string }[];
const TAB_NAMES: Readonly<Record<string, string>> = {
  trace: 'Trace',
  steps: 'Steps',
  derivative: 'Derivative',
  combinators: 'Combinators',
  jets: 'Jets',
  compiled: 'Compiled',
  gradient: 'Gradient',
  plot: 'Curves',
  descent: 'Descent',
  growth: 'Growth',
};

/** A notebook with a table, panels and a descent; the long run opens the others. Their output is also tested without a browser. */
const OFTEN = ['logistic-regression'];

for (const { id, title } of INDEX)
  test(`“${title}” opens with its panels, and each cell shows what its front matter expects${OFTEN.includes(id) ? '' : ' @long'}`, async ({
    page,
  }) => {
    test.slow();
    const notebook = parseNotebook(read(`${id}.md`));
    const { expects } = parseMetadata(notebook.frontMatter);
    const cells = notebook.cells.filter((cell) => cell.tag === 'code');
    // The first code cell can be below the window, and has no editor then.
    await letRunsEnd(page);
    await page.goto(`/#e=${id}`);
    await expect(page).toHaveTitle(`${title} · Pullback`);
    const exercises = page.getByRole('status', { name: 'Exercise' });
    await expect(exercises).toHaveText(exercisesOf(notebook).map(() => /^not yet/));
    await predictAll(page, notebook);
    // The one that is read, which has something to show: outputs, and perhaps pictures of a descent.
    if (cells.some(({ attributes }) => attributes['show'] !== undefined))
      await expect(page.locator('.cell.current .output').first()).toBeVisible();

    for (const [index, cell] of cells.entries()) {
      const expected = expects[index];
      if (expected?.outputs === undefined || isExercise(cell)) continue; // what only defines leaves the panels as they are
      await makeCurrent(page, cell);
      for (const name of shownPanels(cell).slice(0, 1))
        if (name !== 'delta')
          await expect(tabOf(page, TAB_NAMES[name] ?? name)).toHaveAttribute('aria-selected', 'true');
      await expectCell(page, cell, expected);
    }
  });

/** Commits some answer to every prediction, because they cover results. */
async function predictAll(page: Page, notebook: Notebook): Promise<void> {
  for (const { tag, kind, cellId } of promptsOf(notebook)) {
    if (tag !== 'predict') continue;
    const prompt = page.locator(`.prompt[data-cell="${cellId}"]`);
    const first = prompt.getByRole('radio').first();
    // While the cells above are still being rendered, what is clicked can move away under the pointer.
    if (kind === 'choice') await expect(() => first.check({ timeout: 2_000 })).toPass();
    else if (kind === 'curve') await prompt.getByRole('slider').press('ArrowUp');
    else await prompt.getByLabel('Your answer').fill('0');
    await prompt.getByRole('button', { name: 'Commit' }).click();
  }
}

async function expectCell(page: Page, cell: CodeCell, expected: CellExpectation): Promise<void> {
  const section = cellOf(page, cell);
  const asked = shownPanels(cell);
  const outputs = section.getByRole('region', { name: 'Output' }).locator('.output-value');
  const drawn = section.getByRole('button', { name: 'Text', exact: true, pressed: false });
  await expect(async () => {
    for (const text of (await drawn.all()).reverse()) await text.click({ timeout: 2_000 });
    await expect(outputs).toHaveCount(expected.outputs?.length ?? 0, { timeout: 500 });
  }).toPass();
  if (asked.includes('steps')) {
    await openTab(page, 'Steps');
    await expect(panel(page, 'Steps')).toContainText(/step 1 of \d+/);
  }
  if (asked.includes('derivative')) {
    await openTab(page, 'Derivative');
    await expect(panel(page, 'Derivative')).toContainText(/type .*, \d+ nodes/);
  }
  let derivative: unknown;
  if (expected.derivative !== undefined) {
    await expect(strip(page)).toContainText(/engines agree|no verdict/u);
    await expect(page.locator('.stale')).toHaveCount(0);
    // On a slow machine compiled code ends a run, which then has no trace to draw and a single engine.
    if (await strip(page).getByText('no verdict').isVisible())
      await expect(section).toContainText(/compiled, [\d.]+ s/u);
    else {
      await expectDelta(page);
      await openTab(page, 'Trace');
      await expect(panel(page, 'Trace').getByRole('option').first()).toBeVisible();
    }
    await openTab(page, 'Gradient');
    await expectChipsAsTable(page);
    derivative = await shownDerivative(page, expected.derivative);
  }
  if (expected.watch !== undefined) await openTab(page, 'Descent');
  const shown: CellReport = {
    outputs: (await outputs.allTextContents()).map((text) => ({ value: readWritten(text) })),
    derivative,
    warnings: await shownCodes(section, 'warning'),
    error: (await shownCodes(section, 'error'))[0],
    watch: await shownWatch(page, Object.keys(expected.watch ?? {})),
  };
  expect(unmet(expected, shown)).toEqual([]);
}

test('each check of an exercise has its own mark, and says at which input it fails', async ({ page }) => {
  await openPage(page, '#e=ap-dot-product');
  await exerciseCell(page).scrollIntoViewIfNeeded();
  const result = page.getByRole('status', { name: 'Exercise' });
  const marks = page.getByRole('list', { name: 'Checks' }).getByRole('img');
  const lines = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(result).toHaveText('not yet: 1 of 2 checks pass');
  await expect(lines.nth(1)).toContainText('every pair of vectors');
  await expect(lines.nth(1)).toContainText(/at u = .*: expected .*, got/);

  // Derivatives do all of the work, so the other check passes.
  await answer(page, 'let dprodR ((u, v), w) = rd (fun (p, q) -> dot p q) (u, v) w');
  await expect(lines.nth(0)).toContainText('the answer uses rd');
  await answer(page, 'let rec dprodR (p, w) = dprodR (p, w)');
  await expect(result).toHaveText('checking …');
  await expect(lines.nth(1)).toContainText('stopped');
  await expect(marks).toHaveText(['✓', '✗']);
  await answer(page, 'let dprodR (((a, b, c), (d, e, f)), w) = ((w * d, w * e, w * f), (w * a, w * b, w * c))');
  await expect(result).toHaveText('✓ correct');
  await expect(marks).toHaveText(['✓', '✓']);
  await expectAccessible(page, '.exercise-result');
  for (const hidden of ['wrong exercise', 'forall u']) await expect(page.getByText(hidden)).toHaveCount(0);
});

test('an exercise is solved by typing or by copying its solution', async ({ page }) => {
  await openPage(page, '#e=ap-types-and-terms');
  await exerciseCell(page).scrollIntoViewIfNeeded(); // editors are where one looks
  const result = page.getByRole('status', { name: 'Exercise' }).first();
  await expect(result).toHaveText('not yet: 1 of 2 checks pass');
  await expect(exerciseProblems(page)).toBeEmpty();

  await answer(page, 'let g (a, b) = (a + b, a * b)\nlet w (a, b) = (-2 * b / (a - b), 2 / (a - b))');
  await expect(result).toHaveText('✓ correct');
  await answer(page, 'let g (a, b) = (a + b, a * b)\nlet w (a, b) = (a, true)');
  await expect(result).toContainText('a check does not fit this answer');
  await expect(exerciseProblems(page)).toBeEmpty();
  await answer(page, 'let w =');
  await expect(result).toContainText('fix it to run the check');
  await expect(exerciseProblems(page).locator('.diagnostic.error').first()).toBeVisible();

  const solution = page.getByRole('group').filter({ hasText: 'Solution' }).first();
  const copy = solution.getByRole('button', { name: 'Copy to exercise' });
  await expect(copy).toBeHidden();
  await solution.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(copy).toBeVisible();
  await expectAccessible(page, '.solution');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(result).toHaveText('✓ correct');
  await expect(exerciseProblems(page)).toBeEmpty();
  await expectAccessible(page, '.exercise-result');

  await exerciseEditor(page).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(exerciseEditor(page)).toContainText('let w =');
  await expect(result).toContainText('fix it to run the check');
});

test('an input of any type is set as text', async ({ page }) => {
  await openPage(page, '#e=binary-tree');
  await page.getByRole('region', { name: 'Code cell 2', exact: true }).locator('.view-lines').click();
  const box = page.getByRole('textbox', { name: 'game, as the language writes it' });
  await expect(box).toHaveValue(/^Node \(Node \(Node \(Leaf 2, Leaf 5\)/);
  await expect(strip(page).getByLabel('Value')).toHaveText('-3');

  await box.fill('Node (Leaf 2, Leaf 5');
  await box.press('Enter');
  await expect(page.getByText('This is not a value of type Tree')).toBeVisible();
  await expectAccessible(page, '.inputs');
  await box.fill('Node (Leaf 2,Leaf (-5))');
  await box.press('Enter');
  await expect(strip(page).getByLabel('Value')).toHaveText('5');
  await expect(box).toHaveValue('Node (Leaf 2, Leaf (-5))');
  await openTab(page, 'Gradient');
  await expect(panel(page, 'Gradient').locator('.gradient-leaf')).toHaveText([
    '∂game.Node.1.Leaf',
    '∂game.Node.2.Leaf',
  ]);

  await box.fill('[1]');
  await box.press('Enter');
  await expect(problemsOf(page)).toContainText('the value given for game does not fit');
  await expect(box).toHaveValue('[1]');
  await page.getByRole('button', { name: 'Reset game' }).click();
  await expect(box).toHaveValue(/^Node \(Node/);
  await expect(problemsOf(page)).toBeEmpty();
});

test('the notebooks are searched through their whole text; New and the own ones come first', async ({ page }) => {
  await openPage(page, await encodeLink('---\ntitle: My own\n---\n\n```pullback\nlet quagga = 1\n\nquagga\n```\n'));
  await setProgram(page, 'let quagga = 2\n\nquagga');
  await expectSaved(page, 'quagga = 2');
  await page.getByRole('button', { name: 'Notebooks' }).click();
  const dialog = page.getByRole('dialog');
  const links = dialog.getByRole('link');
  await expect(dialog.getByRole('region', { name: 'Start here' }).getByRole('link').first()).toBeVisible();
  await expect(links.first()).toContainText('My own');
  const top = async (target: Locator): Promise<number> => (await boxOf(target)).y;
  expect(await top(dialog.getByRole('button', { name: 'New notebook' }))).toBeLessThan(await top(links.first()));

  // A word of an own program, with its line.
  const search = dialog.getByRole('searchbox');
  await search.fill('QUAGGA');
  await expect(links).toHaveCount(1);
  await expect(links.first()).toContainText('let quagga = 2');
  await expect(links.first().locator('mark')).toHaveText('quagga');
  // Words of a title, and of a text that no title or description has.
  await search.fill('size of DERIVATIVE');
  await expect(dialog.getByRole('status')).toHaveText(new RegExp(`^\\d+ of ${INDEX.length} notebooks$`, 'u'));
  await expect(dialog.getByRole('link', { name: 'The size of a derivative' })).toBeVisible();
  await search.fill('"whatever you like" brings');
  await expect(dialog).toContainText('No results');
  await search.fill('whatever you like nudge');
  await expect(links).toHaveCount(1);
  await expect(links.first().locator('mark').first()).toBeVisible();
  await expectAccessible(page, 'dialog');
  await search.fill('xyzzyx');
  await expect(links).toHaveCount(0);
  await expect(dialog).toContainText('No results');
  await search.fill('size');
  await dialog.getByRole('link', { name: 'The size of a derivative' }).click();
  await expect(page).toHaveTitle('The size of a derivative · Pullback');
  await expect(editorOf(page)).toContainText('x * x * x');
});

function cellOf(page: Page, { id }: CodeCell): Locator {
  return page.locator(`section[data-cell="${id}"]`);
}

function isExercise({ attributes }: CodeCell): boolean {
  return attributes['exercise'] !== undefined;
}

/** Makes the cell current as a reader does, by a click into the program. */
async function makeCurrent(page: Page, cell: CodeCell): Promise<void> {
  await expect(async () => {
    await cellOf(page, cell)
      .locator('.code-area')
      .click({ position: { x: 200, y: 10 } });
    await expect(cellOf(page, cell)).toHaveClass(/current/, { timeout: 500 });
  }).toPass();
}

/** Returns the first exercise. */
function exerciseCell(page: Page): Locator {
  return page.getByRole('region', { name: /exercise$/ }).first();
}

function exerciseProblems(page: Page): Locator {
  return exerciseCell(page).getByRole('status', { name: 'Problems' });
}

function exerciseEditor(page: Page): Locator {
  return exerciseCell(page).getByTestId('editor');
}

async function answer(page: Page, text: string): Promise<void> {
  await exerciseEditor(page).locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

async function expectDelta(page: Page): Promise<void> {
  const delta = panel(page, 'Delta graph');
  if ((await delta.count()) === 0) await openTab(page, 'Graph');
  const canvas = delta.locator('.delta-canvas'); // of a large graph, whose nodes are no elements
  await expect(delta.locator('.delta-node.input').or(canvas).first()).toBeVisible();
  if ((await canvas.count()) === 0) {
    const constant = delta.getByText('The result does not depend on any input.');
    await expect(delta.locator('.delta-node.result').or(constant)).toHaveCount(1);
  }
  await expect(delta.locator('.diagnostic')).toHaveCount(0);
}

/** The rows of the gradient table, in the shape of `expected`. A part without a row is an int and is copied from there. */
async function shownDerivative(page: Page, expected: unknown): Promise<unknown> {
  const rows = await tableRows(page);
  const found = new Map(rows.map(({ label, derivative }) => [label, derivative]));
  const shown = Object.entries(expected as Record<string, unknown>).map(([name, value]) => [
    name,
    filledIn(value, name, found),
  ]);
  expect([...found.keys()]).toEqual([]);
  return Object.fromEntries(shown);
}

/** A value in which each number with a row of the same label is replaced by that row, which is removed. */
function filledIn(value: unknown, label: string, rows: Map<string, number>): unknown {
  if (typeof value === 'number') {
    const shown = rows.get(label);
    rows.delete(label);
    return shown ?? value;
  }
  if (Array.isArray(value)) {
    const isSequence = [...rows.keys()].some((row) => row.startsWith(`${label}[`));
    return value.map((item, at) => filledIn(item, isSequence ? `${label}[${at}]` : `${label}.${at + 1}`, rows));
  }
  if (typeof value !== 'object' || value === null) return value;
  const { tag, value: payload } = value as Readonly<Record<string, unknown>>;
  if (typeof tag === 'string')
    return payload === undefined ? value : { ...value, value: filledIn(payload, `${label}.${tag}`, rows) };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledIn(item, `${label}.${key}`, rows)]));
}

async function tableRows(page: Page): Promise<readonly { readonly label: string; readonly derivative: number }[]> {
  const gradient = panel(page, 'Gradient');
  const labels = await gradient.locator('.gradient-leaf').allTextContents();
  // With many inputs, each has a row; else each engine, of which those that need time have not run.
  const inputs = gradient.locator('.gradient-inputs tbody');
  const engines = gradient.locator('tbody tr').filter({ has: page.locator('.cotangent') });
  const rows = (await inputs.count()) > 0 ? inputs : engines.first();
  const numbers = await rows.locator('.cotangent').allTextContents();
  return labels.map((label, i) => ({ label: label.replace('∂', ''), derivative: numberIn(numbers[i] ?? '') }));
}

async function expectChipsAsTable(page: Page): Promise<void> {
  await expect(panel(page, 'Gradient').locator('tbody .cotangent').first()).toBeVisible();
  const chips = strip(page).locator('.chip').filter({ hasText: '∂' });
  const rows = (await tableRows(page)).slice(0, await chips.count());
  expect(rows.length).toBeGreaterThan(0);
  for (const [index, { label, derivative }] of rows.entries()) {
    await expect(chips.nth(index)).toContainText(`∂${label}`);
    expect(numberIn(await chips.nth(index).locator('strong').innerText())).toBeCloseTo(derivative, 4);
  }
}

async function shownCodes(cell: Locator, severity: 'warning' | 'error'): Promise<readonly string[]> {
  return cell
    .getByRole('status', { name: 'Problems' })
    .locator(`.diagnostic.${severity}`)
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-code') ?? ''));
}

async function shownWatch(page: Page, names: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const descent = panel(page, 'Descent');
  const records: Record<string, number> = {};
  for (const name of names) {
    const axis = descent.getByRole('slider', { name: `Step of ${name}` });
    const picture = descent.getByRole('figure', { name, exact: true });
    await expect(axis.locator('path.series-line').or(picture.locator('.picture-drawing')).first()).toBeAttached();
    // The picture is that of the last record.
    const last = (await picture.isVisible())
      ? /at step (\d+)/u.exec(await picture.innerText())?.[1]
      : await axis.getAttribute('aria-valuemax');
    records[name] = Number(last) + 1;
  }
  return records;
}
