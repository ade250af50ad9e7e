import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { encodeLink } from '../src/notebook/link';
import {
  allowClipboard,
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  expectNoOverflow,
  openPage,
  openTab,
  panel,
  pointedText,
  setProgram,
  setSlider,
  test,
  wordOf,
  SCHEMES,
  strip,
} from './fixtures';

const EXP = `input x : real = 2 in -4 .. 4
input y : real = 3 in -4 .. 4
exp (sin x * y)
`;

async function openJets(page: Page, program = EXP): Promise<Locator> {
  await openPage(page, await encodeLink(`\`\`\`pullback show=jets\n${program}\`\`\`\n`));
  await expect(jets(page).getByRole('listbox')).toBeVisible();
  return jets(page);
}

function jets(page: Page): Locator {
  return panel(page, 'Jets');
}

function entry(page: Page, text: string): Locator {
  return jets(page).getByRole('option').filter({ hasText: text });
}

function grid(page: Page): Locator {
  return jets(page).getByRole('grid');
}

function numbers(page: Page): Locator {
  return grid(page).getByRole('gridcell');
}

function selected(page: Page): Locator {
  return grid(page).getByRole('gridcell', { selected: true });
}

function terms(page: Page): Locator {
  return jets(page).getByRole('list', { name: 'Terms' }).getByRole('listitem');
}

async function choose(page: Page, label: string, value: string): Promise<void> {
  await jets(page).getByLabel(label).selectOption(value);
}

async function directions(page: Page, count: number): Promise<void> {
  await jets(page)
    .getByRole('group', { name: 'Directions k' })
    .getByRole('button', { name: String(count) })
    .click();
}

test('the result has its jet at once; directions and order are chosen', async ({ page }) => {
  const body = await openJets(page, 'input x : real = 2\ninput y : real = 3\ninput z : real = 5\nx * y * z\n');
  await expect(body).toContainText('(k,R) = (2,2): C(4,2) = 6 derivatives each');
  await expect(grid(page)).toHaveAccessibleName('Jet of t5');
  await expect(numbers(page)).toHaveText(['30', '10', '0', '15', '5', '0']);
  await expect(body.getByRole('region', { name: 'Taylor polynomial' })).toContainText('30 + 15 dx + 10 dy + 5 dx dy');
  await expect(body).toContainText('In lexicographic order, as in the paper: (0,0), (0,1), (0,2), (1,0), (1,1), (2,0)');

  await choose(page, 'Order R', '2′');
  await expect(body).toContainText('(y₀₀, y₀₁, y₁₀, y₁₁)');
  await expect(numbers(page)).toHaveText(['30', '10', '15', '5']);

  await directions(page, 3);
  await expect(body).toContainText('(k,R) = (3,2): C(5,3) = 10 derivatives each');
  await choose(page, 'Order R', '3');
  await expect(grid(page)).toHaveCount(4);
  await expect(page.getByRole('grid', { name: 'Jet of t5, α₃ = 1' }).getByRole('gridcell')).toHaveText([
    '6',
    '2',
    '0',
    '3',
    '1',
    '0',
  ]);

  await directions(page, 1);
  await choose(page, 'direction 1', 'z');
  await choose(page, 'Order R', '6');
  await expect(numbers(page)).toHaveText(['30', '6', '0', '0', '0', '0', '0']);
  await expect(grid(page).getByRole('columnheader').nth(2)).toHaveText('f″');
  await expect(body.getByRole('region', { name: 'Taylor polynomial' })).toContainText('30 + 6 dz');
});

test('a choice that is made before the last one is answered is added to it @long', async ({ page }) => {
  const body = await openJets(page, 'input x : real = 2\ninput y : real = 3\nx * x * y\n');
  await expect(numbers(page)).toHaveCount(6);
  await directions(page, 1);
  await expect(numbers(page)).toHaveText(['12', '12', '6']);
  await body.evaluate((panel) => {
    for (const [i, value] of [
      [0, '1'],
      [1, '3'],
    ] as const) {
      const select = panel.querySelectorAll('select')[i];
      if (select === undefined) throw new Error('no such choice');
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await expect(numbers(page)).toHaveText(['12', '4', '0', '0']);
});

test('how a number was made is followed from factor to factor, back to the point', async ({ page }) => {
  const body = await openJets(page);
  await expect(body.getByRole('heading', { name: /^How/u })).toHaveText(
    'How t5(1,1) is computed: Faà di Bruno’s formula',
  );
  await expect(terms(page)).toHaveText([
    /∂exp t4 · t4\(1,1\).*-6\.3673/u,
    /∂²exp t4 · t4\(1,0\) · t4\(0,1\).*-17\.3693/u,
  ]);
  await expect(body).toContainText('The sum is -23.7366, equal to the number that the runtime computed');
  await expect(body.getByRole('region', { name: 'Polarisation' })).toContainText(
    '½ ((-52.7131) − (-17.8908) − 12.6509) = -23.7366, equal to the (1,1) entry of (2,2)',
  );

  const factor = terms(page).first().getByRole('button', { name: 't4(1,1)' });
  await factor.hover();
  await expect(body.getByRole('table', { name: 'Jet of t4' }).locator('.lit')).toHaveText('-0.416147');
  await expect(entry(page, 't4 =')).toHaveClass(/\blit\b/u);
  await expect.poll(() => pointedText(page)).toBe('(sin x * y)');

  await factor.click();
  await expect(grid(page)).toHaveAccessibleName('Jet of t4');
  await expect(selected(page)).toHaveText('-0.416147');
  await expect(selected(page)).toBeFocused();
  await expect(body.getByRole('heading', { name: /^How/u })).toHaveText('How t4(1,1) is computed: the product rule');
  await expect(body).toContainText('4 terms, 3 of them 0.');
  await expect(body.locator('.jets-term.zero')).toHaveCount(3);

  await terms(page).getByRole('button', { name: 't3(1,0)' }).click();
  await expect(terms(page)).toHaveText([/∂cos x · x\(1,0\).*\(-0\.416147\) × 1/u]);
  await terms(page).getByRole('button', { name: 'x(1,0)' }).click();
  await expect(body.getByRole('region', { name: 'How it is computed' })).toContainText('An input has derivative 1');
  await body.getByRole('button', { name: 'Show result' }).click();
  await expect(grid(page)).toHaveAccessibleName('Jet of t5');
});

test('pointing at an entry shows its jet and lights its place, and back', async ({ page }) => {
  await openJets(page);
  await entry(page, 't3 =').hover();
  await expect(grid(page)).toHaveAccessibleName('Jet of t3');
  await expect.poll(() => pointedText(page)).toBe('sin x');
  await page.mouse.move(5, 5);
  await expect(grid(page)).toHaveAccessibleName('Jet of t5');

  await wordOf(page, 'sin').hover();
  await expect(entry(page, 't3 =')).toHaveClass(/\blit\b/u);
  await expect(grid(page)).toHaveAccessibleName('Jet of t3');

  await entry(page, 't4 =').click();
  await page.mouse.move(5, 5);
  await expect(grid(page)).toHaveAccessibleName('Jet of t4');
  await numbers(page).nth(3).click();
  await expect(selected(page)).toHaveText('-1.24844');
  await expect(jets(page).locator('.jets-selected')).toContainText('∂t4/∂x = -1.2484405096414273');
});

test('everything is reached by keyboard alone', async ({ page }) => {
  const body = await openJets(page);
  await body.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(grid(page)).toHaveAccessibleName('Jet of t4');
  await page.keyboard.press('Tab');
  await expect(body.getByRole('button', { name: 'Show result' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(selected(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(selected(page)).toHaveText('2.72789');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(selected(page)).toHaveText('-0.416147');
  await expect(selected(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(selected(page)).toHaveText('-0.416147');
  await page.keyboard.press('End');
  await expect(selected(page)).toHaveText('-2.72789');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(terms(page).first().getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(selected(page)).toBeFocused();
  await expect(grid(page)).toHaveAccessibleName('Jet of t3');
});

test('an entry is found by its name @long', async ({ page }) => {
  await openJets(
    page,
    'input x : real = 1.1\ninput y : real = 0.3\nlet rec loop (a, k) = if k = 0 then a else loop (a * x + y, k - 1)\nloop (x, 1500)\n',
  );
  const making = jets(page).getByRole('region', { name: 'How it is computed' });
  await expect(making).toContainText('How t3002(1,1) is computed');
  await expect(entry(page, 't3002 =')).toHaveClass(/\blit\b/u);
  const find = jets(page).getByRole('searchbox');
  for (const name of ['t2222', 't876']) {
    await find.fill(name);
    await expect(grid(page)).toHaveAccessibleName(`Jet of ${name}`);
    await expect(entry(page, `${name} =`)).toBeInViewport();
    await expect(making).toContainText(`How ${name}`);
  }
  await expect(jets(page)).toContainText('1 found');
  await find.fill('nope');
  await expect(jets(page)).toContainText('No results');
  await jets(page).getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect(grid(page)).toHaveAccessibleName('Jet of t3002');
  await find.fill('t1000');
  await expect(entry(page, '1,002 more entries')).toBeVisible();
});

test('the list stays where the reader points into it @long', async ({ page }) => {
  await openJets(
    page,
    'input x : real = 1.1\ninput y : real = 0.3\nlet rec loop (a, k) = if k = 0 then a else loop (a * x + y, k - 1)\nloop (x, 40)\n',
  );
  const list = jets(page).getByRole('listbox');
  const top = (): Promise<number> => list.evaluate((element) => element.scrollTop);
  await expect(entry(page, 't82 =')).toHaveClass(/\blit\b/u);
  await expect.poll(top).toBeGreaterThan(1000);
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await entry(page, 't4 =').hover();
  await expect(grid(page)).toHaveAccessibleName('Jet of t4');
  await page.mouse.move(5, 5);
  await expect(grid(page)).toHaveAccessibleName('Jet of t82');
  expect(await top()).toBe(0);
});

test('a slider is followed @long', async ({ page }) => {
  await openJets(page, 'input x : real = 2 in 0 .. 4\nx ^ 3\n');
  await expect(numbers(page)).toHaveText(['8', '12', '12']);
  await setSlider(page, 'x', 3);
  await expect(numbers(page)).toHaveText(['27', '27', '18']);
  await expect(jets(page).getByRole('button', { name: '2', exact: true })).toBeDisabled();
});

test('branches, lists of inputs and inner derivatives have jets too @long', async ({ page }) => {
  await openJets(page, 'input x : real = 2\nif x < 3 then x ^ 3 else x\n');
  await expect(numbers(page)).toHaveText(['8', '12', '12']);
  await setProgram(page, 'input xs : list real = [1, 2, 3]\nsum (xs |> map (fun x -> x * x))');
  await expect(numbers(page)).toHaveText(['14', '4', '2', '2', '0', '2']);
  await directions(page, 3);
  await expect(grid(page)).toHaveCount(3);
  await setProgram(page, 'input x : real = 2\ngrad (fun y -> y ^ 3 * x) x');
  await expect(numbers(page)).toHaveText(['24', '36', '36']);
  await setProgram(page, 'input x : real = 2\n(x * x, 7.0)');
  await expect(numbers(page)).toHaveText(['4', '4', '2']);
  await choose(page, 'Component', '1');
  await expect(jets(page)).toContainText('The result does not depend on the point');
  await expect(numbers(page)).toHaveText(['7', '0', '0']);
});

test('what is in the way is said, and what would fill the panel @long', async ({ page }) => {
  await openPage(page);
  await openTab(page, 'Jets');
  await expect(numbers(page).first()).toHaveText('6.9093');
  await setProgram(page, 'input x : real = 2 in 0 .. 4\n\nlog (x - 3)');
  await expect(strip(page)).toContainText('log needs a positive argument');
  await expect(jets(page).locator('.panel-problems')).toHaveCount(0);
  await setProgram(page, 'input x : real = 2 in 0 .. 4\n\nnope x');
  await expect(strip(page)).toContainText('nope');
  await setProgram(page, '1 + 2');
  await expect(jets(page)).toContainText('Nothing to differentiate yet');
});

test('where an order has no numbers a lower one is chosen, and a result without reals has no jet @long', async ({
  page,
}) => {
  await openJets(page, 'input x : real = 1 in 0 .. 2\n\nsqrt x\n');
  await setProgram(page, 'input x : real = 1e-300 in 0 .. 2\n\nsqrt x');
  await expect(jets(page).locator('.panel-problems')).toContainText('try a lower order');
  await choose(page, 'Order R', '1');
  await expect(numbers(page)).toHaveText(['1e-150', '5e149']);
  await setProgram(page, 'input x : real = 2 in 0 .. 4\n\nfloor (x * x)');
  await expect(jets(page)).toContainText('The result contains no real number, so it has no jet.');
  await expect(jets(page)).not.toContainText('undefined');
  await entry(page, 'x · x').hover();
  await expect(numbers(page)).toHaveText(['4', '4']);
});

test('leaves of one input with long names are told apart @long', async ({ page }) => {
  await openJets(
    page,
    'type Tree = Leaf real | Node (Tree * Tree)\ninput t : Tree = Node (Node (Leaf 1, Leaf 2), Leaf 3)\n' +
      'let rec total t = match t with Leaf x -> x * x | Node (l, r) -> total l * total r\ntotal t\n',
  );
  await expect(grid(page).getByRole('columnheader')).toHaveText(['1', '∂…ode.2.Leaf', '∂…ode.2.Leaf²']);
  await expect(grid(page).getByRole('rowheader')).toHaveText(['1', '∂…ode.1.Leaf', '∂…ode.1.Leaf²']);
  const list = jets(page).getByRole('listbox');
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expect(entry(page, 't.Node.2.Leaf, input')).toContainText('3');
});

test('the jets are saved and copied @long', async ({ page, context }) => {
  await allowClipboard(context);
  const body = await openJets(page);
  const take = async (label: string): Promise<void> => {
    const item = body.getByRole('button', { name: label, exact: true });
    if (!(await item.isVisible())) await body.getByText('Export').click();
    await item.click();
  };
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await take('Copy polynomial as TeX');
  await expect.poll(clipboard).toMatch(/^15\.3006 - 19\.1019\\,\\mathrm\{d\}x /u);
  await take('Copy jets as text');
  await expect.poll(clipboard).toContain('let t3 : real = sin x in');
  expect(await clipboard()).toContain('-- 15.3006 - 19.1019 * dx + 13.9128 * dy');
  await take('Copy jets as TeX');
  await expect.poll(clipboard).toContain('\\begin{array}{l|rrrrrr}');
  const download = page.waitForEvent('download');
  await take('Save jets as CSV');
  const lines = readFileSync(await (await download).path(), 'utf8').split('\n');
  expect(lines[0]).toBe('entry,definition,"(0,0)","(0,1)","(0,2)","(1,0)","(1,1)","(2,0)"');
  expect(lines[2]).toMatch(/^"y",".*",3,1,0,0,0,0$/u);
});

for (const scheme of SCHEMES)
  test(`axe finds nothing in jets, wide or narrow, ${scheme} @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openJets(page);
    await expectAccessible(page, '.tabs');
    await directions(page, 1);
    await choose(page, 'Order R', '6');
    await jets(page).getByText('What is this?').click();
    await expectAccessible(page, '.tabs');
    await expectAccessibleNarrow(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoOverflow(page);
    await directions(page, 2);
    await choose(page, 'Order R', '4');
    await expect(numbers(page)).toHaveCount(15);
    await expectNoOverflow(page);
    await expectAccessible(page, '.tabs');
  });
