import { writeFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import { mainWay } from '../main-way';
import { startWebKit } from './webdriver';

test('the main way through the page', async ({ baseURL }, info) => {
  const webkit = await startWebKit(process.env['WEBKIT_DRIVER_PATH'] ?? 'WebKitWebDriver');
  try {
    try {
      await mainWay(webkit.tab, baseURL ?? '', info);
    } catch (error) {
      await writeFile(info.outputPath('at the end.png'), await webkit.tab.screenshot());
      throw error;
    }
  } finally {
    await webkit.close();
  }
});
