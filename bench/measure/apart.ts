import { spawnSync } from 'node:child_process';

const ONE = '--one';
const MARK = 'measured: ';

/**
 * Measures each name in a process of its own, and returns what was measured, or the message of what went wrong. Each
 * process runs the same script; there this function measures one name and does not return. Names on the command line
 * select some.
 */
export function apart<T>(names: readonly string[], measure: (name: string) => T): readonly [string, T | string][] {
  const [first, ...rest] = process.argv.slice(2);
  if (first === ONE) {
    process.stdout.write(`${MARK}${JSON.stringify(measure(rest.join(' ')))}\n`);
    process.exit();
  }
  const wanted = new Set(process.argv.slice(2));
  return names
    .filter((name) => wanted.size === 0 || wanted.has(name))
    .map((name) => {
      const { stdout, stderr } = spawnSync(process.execPath, [process.argv[1] ?? '', ONE, name], {
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
      const found = stdout.split('\n').find((line) => line.startsWith(MARK));
      if (found !== undefined) return [name, JSON.parse(found.slice(MARK.length)) as T];
      return [name, (/^.*Error: (.*)$/m.exec(stderr)?.[1] ?? stderr).slice(0, 120)];
    });
}
