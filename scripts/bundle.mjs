/**
 * Bundles what the package contains into build/, each part in one file without dependencies: the command line, because
 * Node 20 cannot run TypeScript, and the API with its declarations. Runs before `npm pack`, and from the launcher for the
 * command line alone: `bundle.mjs cli`. A bundle gets its name when it is complete, because another process may load it
 * meanwhile.
 */
import { copyFile, rename } from 'node:fs/promises';
import { build } from 'vite';
import { glueText } from './glue-plugin.mjs';

/** The bundles by name: what differs between them. */
const BUNDLES = {
  cli: { ssr: { noExternal: true }, build: { ssr: 'src/cli/entry.ts', target: 'node20' } },
  api: { build: { lib: { entry: 'src/api/index.ts', formats: ['es'] }, target: 'es2022' } },
};

async function bundle(name) {
  const { build: own, ...config } = BUNDLES[name];
  const unfinished = `${name}.${process.pid}.mjs`;
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [glueText()],
    build: {
      ...own,
      outDir: 'build',
      emptyOutDir: false,
      minify: false, // bundlers and servers make a page small; an error here names its function
      license: { fileName: `${name}.licenses.md` },
      rollupOptions: {
        checks: { bundlerTimings: false }, // a slow machine is no problem of the bundle
        output: { entryFileNames: unfinished, codeSplitting: false },
      },
    },
  });
  await rename(`build/${unfinished}`, `build/${name}.mjs`);
}

const [only] = process.argv.slice(2);
for (const name of only === undefined ? Object.keys(BUNDLES) : [only]) await bundle(name);
if (only !== 'cli') await copyFile('src/api/declarations.ts', 'build/api.d.mts');
