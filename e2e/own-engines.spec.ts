import {
  expect,
  expectAccessible,
  expectAccessibleNarrow,
  openPage,
  openTab,
  panel,
  setProgram,
  test,
} from './fixtures';
import { DELTA_ENGINE } from '../src/testing/own-engines';

test.describe('an engine of the reader', () => {
  test('stands in the Gradient panel, and is tested in its cell', async ({ page }) => {
    await openPage(page, '#e=own-delta');
    const cell = page.getByRole('region', { name: 'Code cell 1', exact: true });
    await cell.getByRole('button', { name: 'Test it' }).click();
    await expect(cell.getByRole('status', { name: 'Engine' })).toHaveText(
      '✓ agrees with the published engines on 200 programs',
    );
    await page.getByRole('region', { name: 'Code cell 2', exact: true }).click();
    await openTab(page, 'Gradient');
    const row = panel(page, 'Gradient')
      .getByRole('row', { name: /^graph \(yours\)/u })
      .first();
    await expect(row).toContainText('108');
    await expectAccessible(page);
  });

  test('that is wrong is found with a small program, which becomes a cell', async ({ page }) => {
    await openPage(page, '#e=own-delta');
    const cell = page.getByRole('region', { name: 'Code cell 1', exact: true });
    await expect(cell.getByRole('button', { name: 'Test it' })).toBeEnabled();
    await cell.click({ position: { x: 200, y: 80 } });
    await setProgram(page, WRONG);
    await cell.getByRole('button', { name: 'Test it' }).click();
    await expect(cell.getByRole('status', { name: 'Engine' })).toHaveText(
      '✗ differs from the published engines on this program:',
    );
    await expect(cell).toContainText('graph (yours): ');
    await expect(cell).toContainText('reverse: ');
    await expectAccessible(page);
    await cell.getByRole('button', { name: 'Add as cell' }).click();
    const added = page.getByRole('region', { name: 'Code cell 2', exact: true });
    await expect(added).toContainText('input x1 : real');
    await expect(panel(page, 'Gradient')).toContainText('✗ your engine differs by 0.5');
    await expect(
      panel(page, 'Gradient')
        .getByRole('row', { name: /^graph \(yours\)/u })
        .first(),
    ).toBeVisible();
  });

  test('fits a narrow page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, '#e=own-delta');
    const cell = page.getByRole('region', { name: 'Code cell 1', exact: true });
    await cell.getByRole('button', { name: 'Test it' }).click();
    await expect(cell.getByRole('status', { name: 'Engine' })).toContainText('200 programs');
    await expectAccessibleNarrow(page);
  });
});

/** An engine that overwrites sums. */
const WRONG = DELTA_ENGINE.replace('sums[i] + r', 'r');
