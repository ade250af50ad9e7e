import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectNoOverflow,
  numberIn,
  openPage,
  openTab,
  panel,
  pointedText,
  setProgram,
  setSlider,
  test,
  SCHEMES,
  strip,
} from './fixtures';

const LOOP = `input n : int = 10
input x : real = 1.01 in 0.9 .. 1.1
let rec loop (a, k) = if k = 0 then a else loop (a * x, k - 1)
loop (x, n)
`;

async function openGrowth(page: Page, program = LOOP): Promise<void> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=growth\n${program}\`\`\`\n`));
}

function growth(page: Page): Locator {
  return panel(page, 'Growth');
}

function engine(page: Page, name: string): Locator {
  return growth(page)
    .getByRole('list', { name: 'Engines' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await growth(page).getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
}

/** Every engine has come to its end. */
async function expectDone(page: Page): Promise<void> {
  await expect(growth(page).locator('.growth')).toHaveAttribute('data-pending', 'false');
  await expect(growth(page).locator('.growth-engines')).not.toContainText('…');
}

async function slopeOf(page: Page, name: string): Promise<number> {
  const text = await engine(page, name).innerText();
  return numberIn(/slope ([-\d.]+)/u.exec(text)?.[1] ?? 'NaN');
}

test('the run of reverse is linear in a loop, as far as its meters go @long', async ({ page }) => {
  await openGrowth(page);
  await expectDone(page);
  await choose(page, 'from', '256');
  await expect(growth(page).getByRole('combobox', { name: 'from' }).locator('option:checked')).toHaveText('256');
  await expectDone(page);
  for (const meter of ['nodes', 'visits', 'steps']) {
    await choose(page, 'Meter', meter);
    expect(Math.abs((await slopeOf(page, 'reverse')) - 1)).toBeLessThan(0.05);
  }
  const chart = growth(page).getByRole('img');
  await expect(chart).toHaveAccessibleName(/^steps against n, both logarithmic. Slopes: reverse (0.99|1.00), /u);
  await expect(chart.locator('.growth-fit').nth(2)).toBeAttached();
  await choose(page, 'Meter', 'nodes');
  await expect(engine(page, 'forward')).toContainText('not measured');
  await expect(engine(page, 'numeric')).toHaveCount(0);

  await growth(page).getByText('nodes as a table').click();
  const table = growth(page).getByRole('region', { name: 'nodes by engine' });
  const header = await table.getByRole('columnheader').allTextContents();
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  expect(header[0]).toBe('n');
  await expect(table.getByRole('rowheader').first()).toHaveText('256');
  const values = await cells.allTextContents();
  expect(Number(values[header.indexOf('reverse') - 1]?.replace(',', ''))).toBeGreaterThan(1000);
  // The terms of Figure 6 double with every let; more nodes than a double can hold are not counted.
  expect(values[header.indexOf('trace') - 1]).toBe('–');

  await growth(page).getByRole('button', { name: 'n', exact: true }).hover();
  await expect.poll(() => pointedText(page)).toBe('n');
});

test('curves follow the program, its inputs and what the reader chooses @long', async ({ page }) => {
  await openGrowth(page);
  await expectDone(page);
  const nodes = await slopeOf(page, 'reverse');
  await choose(page, 'by', '× 10');
  await expect(growth(page).getByRole('combobox', { name: 'to' }).locator('option:checked')).toHaveText('10,000');
  await expectDone(page);
  await expect.poll(() => slopeOf(page, 'reverse')).not.toBe(nodes);

  await setProgram(
    page,
    'input m : int = 2\ninput xs : list real = [1, 2, 3]\n\nsum (xs |> map (fun x -> toReal m * x ^ 2))',
  );
  const against = growth(page).getByRole('combobox', { name: 'against' });
  await expect(against).toHaveValue('m');
  await expectDone(page);
  expect(await slopeOf(page, 'reverse')).toBe(0);
  await against.selectOption('xs');
  await choose(page, 'by', '× 2');
  await expect(growth(page).getByRole('img')).toHaveAccessibleName(/^nodes against length of xs/u);
  await expectDone(page);
  expect(await slopeOf(page, 'reverse')).toBeGreaterThan(0.95);
  await expect(engine(page, 'forward')).toContainText('one direction only at 256');
});

test('what is in the way is said, and what would fill the panel @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Growth');
  await expect(growth(page)).toContainText('Nothing to scale yet: declare an int input');

  await setProgram(page, 'input n : int = 3\ninput x : real = 2 in 0 .. 4\n\nlog (x - toReal n) + nope');
  await expect(strip(page)).toContainText('nope');
  await expect(growth(page)).toContainText('The program has an error');
  await setProgram(page, 'input n : int = 3\ninput x : real = 2 in 0 .. 4\n\nlog (x - toReal n)');
  await expect(strip(page)).toContainText('log');
  await expect(growth(page).getByRole('combobox', { name: 'against' })).toHaveValue('n');
  await setProgram(page, 'input n : int = 3\ninput x : real = 2 in 0 .. 4\n\nlog (x + toReal n)');
  await expect(growth(page).getByRole('list', { name: 'Engines' })).toContainText('slope 0.00');
  await expect(growth(page).locator('.panel-problems')).toHaveCount(0);
});

test('an engine that would never end stops with its message, and the page goes on meanwhile @long', async ({
  page,
}) => {
  await openGrowth(
    page,
    'input n : int = 3\ninput x : real = 2 in 0 .. 4\n\nlet rec both (a, k) = if k = 0 then a else both (a, k - 1) / 2 + both (a, k - 1) / 2\nboth (x, n)\n',
  );
  await expect(engine(page, 'reverse')).toContainText('slope');
  await setSlider(page, 'x', 3.5);
  await expect(page.getByRole('region', { name: 'Result' }).getByLabel('Value')).toHaveText('3.5');
  await expectDone(page);
  await expect(engine(page, 'reverse')).toContainText(/stopped at (?:16|32)/);
});

test('the curves and the meters are saved as files that stand alone @long', async ({ page }) => {
  await openGrowth(page);
  await expectDone(page);
  const saved = async (label: string): Promise<Buffer> => {
    const item = growth(page).getByRole('button', { name: label });
    if (!(await item.isVisible())) await growth(page).getByText('Export').click();
    const download = page.waitForEvent('download');
    await item.click();
    return readFileSync(await (await download).path());
  };
  const svg = (await saved('Save curves as SVG')).toString();
  expect(svg).toContain('>nodes</text>');
  expect(svg).not.toContain('var(--');
  expect((await saved('Save curves as PNG')).subarray(1, 4).toString()).toBe('PNG');
  const lines = (await saved('Save values as CSV')).toString().split('\n');
  expect(lines[0]).toBe('engine,n,nodes,visits,derivative,primal,live,reevaluations,steps');
  expect(lines[1]).toMatch(/^[a-z-]+,4,\d+,/u);
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in growth, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openGrowth(page);
    await expectDone(page);
    expect(Math.abs((await slopeOf(page, 'reverse')) - 1)).toBeLessThan(0.1);
    await growth(page).getByText('nodes as a table').click();
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
    await expectNoOverflow(page);
  });
