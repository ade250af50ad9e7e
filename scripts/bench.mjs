/** `npm run bench [NAME ...]`: measurements, all or those named, printed, never asserted. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const wanted = process.argv.slice(2);
const names = readdirSync('bench')
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
for (const name of names) {
  console.log(`\n=== ${name}`);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: `bench/${name}.ts`, outDir: `build/bench`, emptyOutDir: false, target: 'node20' },
  });
  const file = pathToFileURL(`build/bench/${name}.js`);
  const { status } = spawnSync(process.execPath, [file.pathname], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
