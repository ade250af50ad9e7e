/**
 * Finds or installs a browser for the tests: the program that an environment variable names, else one on the PATH, else
 * from the system's package manager if permitted. For Chromium there is Playwright's own download besides.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const BROWSERS = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    programs: ['chromium'],
    packages: ['chromium', 'fonts-dejavu-core', 'fonts-liberation'],
  },
  firefox: { variable: 'FIREFOX_PATH', programs: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] },
  webkit: { variable: 'WEBKIT_DRIVER_PATH', programs: ['WebKitWebDriver'], packages: ['webkit2gtk-driver', 'xvfb'] },
};

const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0;
const onPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;

/** Whether a browser is there now; if not, it has said why. */
export function ensureBrowser(name) {
  const { variable, programs, packages } = BROWSERS[name];
  const named = process.env[variable];
  if (named) {
    if (existsSync(named)) return true;
    console.error(`${variable} names ${named}, which does not exist`);
    return false;
  }
  const display = name !== 'webkit' || process.env.DISPLAY !== undefined || onPath('Xvfb');
  if (programs.some(onPath) && display) return true;
  if (onPath('apt-get') && process.getuid?.() === 0) {
    console.log(`installing ${packages[0]} with apt-get`);
    if (
      run('apt-get', ['update', '-qq']) &&
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
    )
      return true;
  }
  if (name === 'chromium' && run('npx', ['playwright', 'install', 'chromium'])) return true;
  console.error(`${name} is not here and could not be installed: set ${variable}`);
  return false;
}
