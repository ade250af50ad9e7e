import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, chromium } from '@playwright/test';
import config from '../../playwright.config';

const VITE = 'node_modules/vite/bin/vite.js';

/** Serves the built page while `use` runs. */
export async function withPreview(port: number, use: (address: string) => Promise<void>): Promise<void> {
  const address = `http://127.0.0.1:${port}/`;
  const server = spawn(process.execPath, [VITE, 'preview', '--port', String(port)], { stdio: 'ignore' });
  try {
    await answering(address);
    await use(address);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

async function answering(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answers = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`vite preview does not answer at ${address}`);
}

/** Starts the Chromium of the browser tests. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(config.projects?.find(({ name }) => name === 'chromium')?.use?.launchOptions);
}
