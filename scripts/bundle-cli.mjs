/**
 * Bundles the command line to build/cli.mjs, because Node 20 cannot run TypeScript. Runs after `npm ci`, and from the
 * launcher.
 */
import { build } from 'vite';

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'src/cli/entry.ts',
    outDir: 'build',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'cli.mjs' } },
  },
});
