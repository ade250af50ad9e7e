/**
 * Bundles the command line to build/cli.mjs, because Node 20 cannot run TypeScript. Runs after `npm ci`, and from the
 * launcher. The bundle gets its name when it is complete, because another process may start it meanwhile.
 */
import { rename } from 'node:fs/promises';
import { build } from 'vite';
import { glueText } from './glue-plugin.mjs';

const unfinished = `cli.${process.pid}.mjs`;
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [glueText()],
  build: {
    ssr: 'src/cli/entry.ts',
    outDir: 'build',
    emptyOutDir: false,
    target: 'node20',
    rollupOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no problem of the bundle
      output: { entryFileNames: unfinished },
    },
  },
});
await rename(`build/${unfinished}`, 'build/cli.mjs');
