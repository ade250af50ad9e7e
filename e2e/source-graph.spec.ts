import { encodeLink } from '../src/notebook/link';
import {
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  openPage,
  openTab,
  panel,
  SCHEMES,
  setProgram,
  test,
} from './fixtures';

/* The Delta graph in the words of the program, as it is at first. */

const PROGRAM = `input x : real = 2 in -4 .. 4
input y : real = 3 in -4 .. 4

let f a =
  let u = a * y in
  sin u + u

f (x + 2 * 3)`;

const NOTEBOOK = `# Names\n\n\`\`\`pullback\n${PROGRAM}\n\`\`\`\n`;

test('a node has the operation as it is written and the name of its value, the same as the trace', async ({ page }) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  const delta = panel(page, 'Delta graph');
  const labels = delta.locator('.delta-node .delta-label');
  await expect(labels).toHaveText(['x', 'y', 'x + 2 * 3', 'u = a * y', 'sin u', 'sin u + u']);
  await expect(panel(page, 'Trace').getByRole('option').filter({ hasText: 'let u' })).toContainText('= t3 · y');
  await delta.getByRole('searchbox').fill('u');
  await expect(delta.locator('.delta-detail')).toContainText('u = a * y, du = 3·dt3 + 8·dy');
  await openTab(page, 'Jets');
  await expect(panel(page, 'Jets')).toContainText('u');
  await expectAccessible(page);
});

test('bookkeeping is behind a switch, the paper’s letters are one click away, and the choice is remembered', async ({
  page,
}) => {
  // A gradient starts from its cotangent; a record is multiplied by its own.
  await openPage(page, await encodeLink(NOTEBOOK.replace('f (x + 2 * 3)', '{ a = f (x + 2 * 3) }')));
  const delta = panel(page, 'Delta graph');
  const nodes = delta.locator('.delta-node');
  await expect(nodes).toHaveCount(6);
  await expect(delta.locator('.delta-node.result')).toContainText('sin u + u');
  await delta.getByRole('button', { name: 'Bookkeeping' }).press('Enter');
  await expect(nodes).toHaveCount(7);
  await expect(delta.locator('.delta-node.wrapper.result')).toHaveCount(1);
  await delta.getByRole('button', { name: 'Paper' }).click();
  await expect(nodes.filter({ hasText: 'Scale' }).first()).toBeVisible();
  await expect(nodes.filter({ hasText: /^w\d/u }).first()).toBeVisible();
  await expect(delta.getByRole('button', { name: 'Bookkeeping' })).toHaveCount(0);
  await page.reload();
  await expect(nodes.filter({ hasText: 'Scale' }).first()).toBeVisible();
  await delta.getByRole('button', { name: 'Source' }).click();
  await expect(nodes).toHaveCount(6);
  await page.reload();
  await expect(nodes).toHaveCount(6);
});

test('a sweep is played over the values; the outline and the detective speak of them too', async ({ page }) => {
  await openPage(page, await encodeLink(NOTEBOOK));
  const delta = panel(page, 'Delta graph');
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  await delta.getByRole('button', { name: 'Play backwards' }).click();
  await delta.getByRole('button', { name: 'Pause', exact: true }).click();
  const step = delta.getByRole('slider', { name: 'Sweep step' });
  const end = Number(await step.getAttribute('max'));
  await step.fill(String(Math.floor(end / 2)));
  await expect(delta.locator('.delta-node.visited').first()).toBeVisible();
  await step.fill(String(end));
  await expect(delta.getByRole('group', { name: 'Sweep controls' })).toContainText('∂x = ');
  await delta.getByRole('button', { name: 'Exit sweep' }).click();

  await delta.getByRole('tab', { name: 'Outline' }).click();
  const items = delta.getByRole('treeitem');
  await expect(items.nth(2)).toContainText('t3 = x + 2 * 3, dt3 = dx');
  await expect(items).toHaveCount(6);
  await delta.getByRole('tab', { name: 'Detective' }).click();
  await expect(delta.locator('.delta-node.trail').first()).toBeVisible();
});

test('a long graph is broken into rows, so that its labels can be read', async ({ page }) => {
  const lines = Array.from({ length: 24 }, (_, at) => `let v${at + 1} = sin (v${at} + ${at})`).join('\n');
  await openPage(page);
  await setProgram(page, `input v0 : real = 1\n\n${lines}\nv24`);
  const delta = panel(page, 'Delta graph');
  await expect(delta.locator('.delta-node')).toHaveCount(49);
  await expect(delta.locator('.delta-node.result')).toBeVisible();
  const scale = async (): Promise<number> =>
    Number(/scale\(([\d.]+)/u.exec((await delta.locator('.delta-drawing').getAttribute('transform')) ?? '')?.[1]);
  // In one row it would be under 0.2.
  expect(await scale()).toBeGreaterThan(0.35);
});

for (const scheme of SCHEMES)
  test(`the graph is accessible on a phone, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page, await encodeLink(NOTEBOOK));
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Graph');
    await expect(panel(page, 'Delta graph').locator('.delta-node')).toHaveCount(6);
    await expectAccessibleNarrow(page);
  });
