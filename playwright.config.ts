import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** `PORT` allows two checkouts to be tested at once. */
const PORT = Number(process.env['PORT'] ?? 4173);

/** `CHROMIUM_PATH`, else a chromium on the PATH, else Playwright's own (`undefined`). */
function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  try {
    const found = execSync('command -v chromium', { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return existsSync(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
const executablePath = chromiumPath();

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  // One more than cores: a test waits for the page half of its time.
  workers: 3,
  forbidOnly: process.env['CI'] !== undefined,
  // On a busy machine a browser can starve; tests that pass on the second attempt are reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  grepInvert: process.env['PULLBACK_LONG'] === undefined ? /@long/ : /^$/,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // To compress for a browser on the same machine takes longer than to send.
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--font-render-hinting=none',
        '--disable-lcd-text',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
  webServer: {
    // Runs Vite's own script instead of npx, because a killed npx leaves the server holding the port.
    command: `node node_modules/vite/bin/vite.js preview --port ${PORT}`,
    url: `http://127.0.0.1:${PORT}`,
    reuseExistingServer: false,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
