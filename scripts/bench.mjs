/**
 * `npm run bench [NAME ...]`: measurements, all or those named, printed, never asserted. `programs:tree,heat` gives
 * arguments to one.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** The wanted measurements, with their arguments. */
const wanted = new Map(
  process.argv.slice(2).map((argument) => {
    const [name, given = ''] = argument.split(':');
    return [name, given.split(',').filter(Boolean)];
  }),
);
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => wanted.size === 0 || wanted.has(name));
for (const name of names) {
  console.log(`\n=== ${name}`);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: `bench/${name}.ts`, outDir: `build/bench`, emptyOutDir: false, target: 'node20' },
  });
  const file = pathToFileURL(`build/bench/${name}.js`);
  const { status } = spawnSync(process.execPath, [file.pathname, ...(wanted.get(name) ?? [])], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
