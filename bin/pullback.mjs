#!/usr/bin/env node
/** Starts the bundled command line, after bundling it anew where a source is newer. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const bundle = new URL('build/cli.mjs', root);

const modified = (url) => statSync(url, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory() ? newest(new URL(`${entry.name}/`, folder)) : modified(new URL(entry.name, folder)),
    )
    .reduce((a, b) => Math.max(a, b), 0);

// The bundle contains the notebooks, whose exercises `grade` checks.
const sources = ['src/', 'public/notebooks/'].map((folder) => new URL(folder, root));
const isCheckout = sources.every((folder) => statSync(folder, { throwIfNoEntry: false }));
if (isCheckout && sources.some((folder) => newest(folder) > modified(bundle))) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('scripts/bundle.mjs', root)), 'cli'], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(5);
}
await import(bundle.href);
