import { defineConfig } from 'vitest/config';
import { glueText } from './scripts/glue-plugin.mjs';

const PAGE = ['src/{app,offline}/**/*.test.ts'];
const CORE = ['src/**/*.test.ts', 'workers/**/*.test.ts', 'gradbench/*.test.ts'];

export default defineConfig({
  plugins: [glueText()],
  test: {
    environment: 'node',
    projects: [
      // The modules of these layers keep no state except caches, so test files can share them.
      { extends: true, test: { name: 'core', include: CORE, exclude: PAGE, isolate: false } },
      { extends: true, test: { name: 'page', include: PAGE } },
    ],
    // The default is one fewer, which on two cores is half.
    maxWorkers: '100%',
    // The long run has twenty times the cases.
    testTimeout: process.env['PULLBACK_LONG'] === undefined ? 180_000 : 3_600_000,
  },
});
