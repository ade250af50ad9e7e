import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'workers/**/*.test.ts'],
    // The default is one fewer, which on two cores is half.
    maxWorkers: '100%',
    // The long run has twenty times the cases.
    testTimeout: process.env['PULLBACK_LONG'] === undefined ? 60_000 : 1_200_000,
  },
});
