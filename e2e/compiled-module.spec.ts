import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';

const PROGRAM = `input w : array real = toArray [1, 2]
input b : real = 0.5
let rec go (n : int) (y : real) = if n = 0 then y else go (n - 1) (y * erf b)
log (sum w) + go 3 b
`;

/** Uses the module as a page or a worker does; resolves to a text. */
const USE = `import { defaults, value, gradient, directional, PullbackError } from './model.mjs';
const errors = [{ w: Float64Array.of(-1) }, { w: [1] }].map((inputs) => {
  try { return value(inputs); } catch (error) { return error instanceof PullbackError && [error.code, error.place.line, error.path]; }
});
const found = gradient({ w: Float64Array.of(3, 4) });
export default JSON.stringify([defaults.b, found.value, [...found.gradient.w], directional({}, { b: 1 }).tangent, errors]);
`;

const FILES: Readonly<Record<string, readonly [type: string, content: string]>> = {
  'page.html': ['text/html', '<!doctype html><title>A page</title><script type="module" src="page.mjs"></script>'],
  'page.mjs': [
    'text/javascript',
    `import found from './use.mjs';
document.title = found;
const worker = new Worker('worker.mjs', { type: 'module' });
worker.onmessage = ({ data }) => { document.body.textContent = data; };`,
  ],
  'worker.mjs': ['text/javascript', `import found from './use.mjs';\npostMessage(found);`],
  'use.mjs': ['text/javascript', USE],
};

test('a compiled module runs in a page and in a worker that may compile WebAssembly and nothing else', async ({
  page,
}) => {
  const module = execFileSync(process.execPath, ['bin/pullback.mjs', 'compile', '-', '-o', '-'], {
    input: PROGRAM,
    encoding: 'utf8',
  });
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', ({ message }) => problems.push(message));
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    asked.push(name);
    const [contentType, body] =
      name === 'model.mjs' ? ['text/javascript', module] : (FILES[name] ?? ['text/plain', '']);
    const headers = {
      'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'",
    };
    return route.fulfill({ status: 200, contentType, body, headers });
  });
  await page.goto('/compiled/page.html');
  await expect(page.locator('body')).toContainText('domain');
  const [b, value, gradient, tangent, errors] = JSON.parse(
    (await page.locator('body').textContent()) ?? '',
  ) as unknown[];
  expect(await page.title()).toBe(await page.locator('body').textContent());
  expect({ b, gradient, errors }).toEqual({
    b: 0.5,
    gradient: [1 / 7, 1 / 7],
    errors: [
      ['domain', 4, ''],
      ['input-value', 1, 'w'],
    ],
  });
  expect(value).toBeCloseTo(Math.log(7) + 0.5 * 0.5204998778130465 ** 3, 12);
  expect(tangent).toBeCloseTo(0.5204998778130465 ** 3 + 1.5 * 0.5204998778130465 ** 2 * 0.8787825789354448, 12);
  expect(problems).toEqual([]);
  expect(new Set(asked.filter((name) => name !== 'favicon.ico'))).toEqual(
    new Set([...Object.keys(FILES), 'model.mjs']),
  );
});
