import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

/** Packs once, and what follows uses what was installed. */
test.describe.configure({ mode: 'serial' });

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const TARBALL = `pullback-${version}.tgz`;

/** The files of the package. */
const CONTENT = [
  'LICENSE',
  'README.md',
  'bin/pullback.mjs',
  'build/api.d.mts',
  'build/api.licenses.md',
  'build/api.mjs',
  'build/cli.licenses.md',
  'build/cli.mjs',
  'docs/api.md',
  'package.json',
];

const LOOP =
  'input rate : real = 0.1\nlet rec go (n : int) w = if n = 0 then w else go (n - 1) (w - rate * w)\ngo 3 1\n';

/** Uses that compile under `strict`, and uses that must not. */
const CONSUMER = `import { agree, check, compile, PullbackError, run, type Model, type Value } from 'pullback';

const text = 'input x : real = 3';
const diagnostics: readonly { readonly code: string; readonly hint?: string }[] = check(text).diagnostics;
const ran = run(text, { inputs: { x: 5, w: Float64Array.of(1), p: { at: [1, true], s: { tag: 'Dot' } } }, seconds: 2 });
const value: Value | undefined = ran.ok ? ran.derivative?.value['x'] : ran.diagnostics[0]?.message;
const rows = run(text, { jacobian: true });
const first: Value | undefined = rows.ok ? rows.derivative?.value[0]?.['x'] : undefined;
const compared = agree(text, { cotangent: [1, 2] });
const reason: string = compared.ok && compared.engines.tape.status !== 'ok' ? compared.engines.tape.reason : '';
const model: Model<{ x: number }, number> = await compile(text, { memory: 1e6 });
const slope: number = model.gradient({ x: 5 }, 2).gradient.x;
const error = (thrown: unknown): string => (thrown instanceof PullbackError ? \`\${thrown.code} \${thrown.place.line}\` : '');
export { diagnostics, error, first, reason, slope, value };

// @ts-expect-error a program is a string
check(3);
// @ts-expect-error there is no such engine
run(text, { engine: 'adjoint' });
// @ts-expect-error there is no such option
run(text, { step: 3 });
// @ts-expect-error a function is no value
run(text, { inputs: { x: () => 1 } });
// @ts-expect-error a wrong program has no outputs
run(text).outputs;
// @ts-expect-error agree takes no engine
agree(text, { engine: 'tape' });
// @ts-expect-error compile resolves to a model
compile(text).value();
// @ts-expect-error this model has no such input
model.value({ y: 1 });
// @ts-expect-error nobody else makes these errors
new PullbackError('domain', '', [1, 1]);
`;

let project = '';

/** Runs a program in the reader's project. */
function inProject(program: string, ...given: readonly string[]): string {
  return execFileSync(program, given, { cwd: project, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } });
}

/** Returns the examples of a language in the documentation. */
function examples(language: string): readonly string[] {
  const text = readFileSync('docs/api.md', 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gmsu)].flatMap(([, found, code = '']) =>
    found === language ? [code] : [],
  );
}

/** Returns what an example says that it prints. */
function promised(example: string): readonly string[] {
  return [...example.matchAll(/ \/\/ → (.*)$/gmu)].map(([, text = '']) => text);
}

test.beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'pullback-package-'));
  execFileSync('npm', ['pack', '--pack-destination', project], { stdio: 'ignore' });
  const offline = ['--offline', '--no-audit', '--no-fund', '--cache', join(project, 'cache')];
  inProject('npm', 'install', ...offline, `./${TARBALL}`);
});

test.afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

test('the package contains the bundles and their declarations, and has no dependencies', () => {
  const files = inProject('tar', '-tzf', TARBALL).trim().split('\n');
  expect(files.map((file) => file.replace(/^package\//u, '')).sort()).toEqual(CONTENT);
  const { size } = statSync(join(project, TARBALL));
  console.log(`${TARBALL}: ${(size / 1000).toFixed(0)} kB`);
  // The notebooks of the course are in it, for `pullback grade`.
  expect(size).toBeLessThan(1.4e6);
  expect(inProject('ls', 'node_modules')).toBe('pullback\n');
  for (const file of ['api.mjs', 'cli.mjs', 'api.d.mts']) {
    const text = readFileSync(join(project, 'node_modules/pullback/build', file), 'utf8');
    expect(text).not.toContain(process.cwd());
    for (const [, from = ''] of text.matchAll(/^import .* from "(.*)";$/gmu)) expect(from).toMatch(/^node:/u);
  }
  const api = readFileSync(join(project, 'node_modules/pullback/build/api.mjs'), 'utf8');
  expect(api).not.toMatch(/^import |\bimport\(|"node:|\brequire\(|\bprocess\./mu);
});

test('the command line runs', () => {
  writeFileSync(join(project, 'loop.pbk'), LOOP);
  expect(inProject('npx', '--offline', 'pullback', 'run', 'loop.pbk')).toBe(
    '0.729 : real\n-- derivative by compiled\n∂rate = -2.43\n',
  );
  writeFileSync(join(project, 'notebook.md'), '---\ntitle: A notebook\n---\n\n```pullback\n1 + 2\n```\n');
  expect(inProject('node_modules/.bin/pullback', 'run', 'notebook.md')).toBe('3 : real\n');
  inProject('node_modules/.bin/pullback', 'compile', 'loop.pbk', '-o', 'loop.mjs');
  expect(inProject(process.execPath, '-p', "import('./loop.mjs').then(({ value }) => console.log(value()))")).toContain(
    '0.729',
  );
});

test('the examples print what they promise', () => {
  const all = examples('js');
  expect(all.length).toBeGreaterThan(6);
  all.forEach((example, i) => {
    writeFileSync(join(project, `example-${i}.mjs`), example);
  });
  const numbers = all.map((_, i) => i);
  writeFileSync(
    join(project, 'examples.mjs'),
    numbers.map((i) => `await import('./example-${i}.mjs'); console.log('--');\n`).join(''),
  );
  const printed = inProject(process.execPath, 'examples.mjs').split('--\n');
  all.forEach((example, i) => {
    const lines = promised(example);
    expect(lines.length, example).toBeGreaterThan(0);
    expect(printed[i]).toBe(lines.map((line) => `${line}\n`).join(''));
  });
});

test('the declarations take right uses and refuse wrong ones', () => {
  writeFileSync(join(project, 'consumer.mts'), CONSUMER);
  examples('ts').forEach((example, i) => {
    writeFileSync(join(project, `example-${i}.mts`), example);
  });
  const sources = ['consumer.mts', ...examples('ts').map((_, i) => `example-${i}.mts`)];
  const tsc = resolve('node_modules/typescript-7/bin/tsc');
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noEmit', '--types', ''];
  for (const module of [
    ['nodenext', '--lib', 'es2022'],
    ['esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom'],
  ])
    expect(inProject(process.execPath, tsc, ...strict, '--target', 'es2022', '--module', ...module, ...sources)).toBe(
      '',
    );
});

test('a page that may compile WebAssembly and nothing else loads the API', async ({ page }) => {
  const [html = ''] = examples('html');
  const [script = ''] = examples('mjs');
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', ({ message }) => problems.push(message));
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const [contentType, body] =
      pathname === '/index.html'
        ? ['text/html', html]
        : pathname === '/page.mjs'
          ? ['text/javascript', script]
          : ['text/javascript', readFileSync(join(project, pathname), 'utf8')];
    const headers = { 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" };
    return route.fulfill({ status: 200, contentType, body, headers });
  });
  await page.goto('/index.html');
  await expect(page.locator('p')).toHaveText(promised(script)[0] ?? 'nothing is promised');
  expect(problems).toEqual([]);
  expect(asked).toEqual(['/index.html', '/page.mjs', '/node_modules/pullback/build/api.mjs']);
});
