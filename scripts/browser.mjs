/**
 * Finds or installs a browser for the tests: `CHROMIUM_PATH`, else a `chromium` on the PATH, else from the system's
 * package manager if permitted, else Playwright's own download.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0;
const onPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
const named = process.env.CHROMIUM_PATH;

export function ensureBrowser() {
  if (named) {
    if (existsSync(named)) return true;
    console.error(`CHROMIUM_PATH names ${named}, which does not exist`);
    return false;
  }
  if (onPath('chromium')) return true;
  if (onPath('apt-get') && process.getuid?.() === 0) {
    console.log('installing chromium with apt-get');
    const packages = ['chromium', 'fonts-dejavu-core', 'fonts-liberation'];
    if (
      run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
    )
      return true;
  }
  return run('npx', ['playwright', 'install', 'chromium']);
}
