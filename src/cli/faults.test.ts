import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const LAUNCHER = resolve('bin/pullback.mjs');
const folder = mkdtempSync(join(tmpdir(), 'pullback-'));

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly error: string;
}

/** Starts a line of the shell, in which `pullback` is the command line. */
function start(line: string): ChildProcess {
  return spawn('sh', ['-c', line], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
}

async function end(child: ChildProcess): Promise<Ended> {
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (error += String(chunk)));
  const [status, signal] = await new Promise<[number | null, string | null]>((done) => {
    child.on('close', (...how) => {
      done(how);
    });
  });
  // Whatever happens, the reader sees no stack trace.
  expect(error).not.toMatch(/^\s+at /mu);
  return { status, signal, out, error };
}

const shell = (line: string): Promise<Ended> => end(start(line));

function expectUnread(ended: Ended, file: string, reason: string): void {
  expect(ended).toEqual({
    status: 2,
    signal: null,
    out: '',
    error: `pullback: cannot read ${file}: ${reason}\n`,
  });
}

beforeAll(() => {
  execFileSync(process.execPath, [LAUNCHER, '--help']); // bundles the command line, if a source has changed
  fileOf('pullback', `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`);
  chmodSync(join(folder, 'pullback'), 0o755);
  fileOf('square.pbk', 'input x : real = 3\nx * x\n');
  fileOf('endless.pbk', 'let rec f x = f (x + 1)\nf 0\n');
  fileOf('long.pbk', 'let a   =   1\n'.repeat(20_000));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a file', () => {
  test('that does not exist is named, with exit status 2', async () => {
    expectUnread(await shell('pullback run nothing.pbk'), 'nothing.pbk', 'no such file or directory');
    expect(JSON.parse((await shell('pullback run nothing.pbk --json')).out)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'command-line' }],
    });
  });

  test('that is a directory is named', async () => {
    expectUnread(await shell('pullback run .'), '.', 'it is a directory');
  });

  test('that the system does not let anyone read is named', async () => {
    const server = createServer().listen(join(folder, 'socket.pbk'));
    expectUnread(await shell('pullback check socket.pbk'), 'socket.pbk', 'no such device or address');
    server.close();
  });

  test('that is not UTF-8 is named instead of read with other characters', async () => {
    fileOf('latin.pbk', Uint8Array.of(0x22, 0xe9, 0x22));
    expectUnread(await shell('pullback fmt latin.pbk'), 'latin.pbk', 'it is not UTF-8 text');
    fileOf('cut.pbk', Uint8Array.of(0x22, 0xe2, 0x82));
    expectUnread(await shell('pullback run - < cut.pbk'), '-', 'it is not UTF-8 text');
  });

  test('with a byte order mark runs, and keeps it when it is formatted', async () => {
    fileOf('mark.pbk', '\ufeff1   + 1\n');
    expect((await shell('pullback check mark.pbk')).out).toBe('no errors\n');
    fileOf('mark.md', '\ufeffProse.\r\n\r\n```pullback\r\n1   + 1\r\n```\r\n');
    expect((await shell('pullback fmt mark.md')).out).toBe('\ufeffProse.\r\n\r\n```pullback\r\n1 + 1\r\n```\r\n');
  });

  test('of a gigabyte is refused after its first megabytes', async () => {
    fileOf('large.pbk', '');
    truncateSync(join(folder, 'large.pbk'), 2 ** 30);
    expectUnread(await shell('pullback run large.pbk'), 'large.pbk', 'it is larger than 8 MB');
  });

  test('without an end is refused after its first megabytes', async () => {
    const endless = await shell('yes | pullback run -');
    expectUnread({ ...endless, error: endless.error.replace(/^yes: .*\n/mu, '') }, '-', 'it is larger than 8 MB');
  });

  test('that is a pipe is read until its writer closes it', async () => {
    expect(await shell('mkfifo fifo.pbk; (sleep 0.2; cat square.pbk) > fifo.pbk & pullback run fifo.pbk')).toEqual({
      status: 0,
      signal: null,
      out: '9 : real\n-- derivative by compiled\n∂x = 6\n',
      error: '',
    });
  });

  test('that disappears while it is read is read whole, or named', async () => {
    const file = fileOf('gone.pbk', '1 + 1\n');
    const child = start('pullback check gone.pbk');
    unlinkSync(file);
    const { status, out, error } = await end(child);
    expect([
      [0, 'no errors\n', ''],
      [2, '', 'pullback: cannot read gone.pbk: no such file or directory\n'],
    ]).toContainEqual([status, out, error]);
  });
});

describe('a stream', () => {
  test.skipIf(!existsSync('/dev/full'))('to a full disk ends with a message and exit status 2', async () => {
    for (const command of ['run square.pbk --json', 'fmt long.pbk'])
      expect(await shell(`pullback ${command} > /dev/full`)).toEqual({
        status: 2,
        signal: null,
        out: '',
        error: 'pullback: cannot write the output: no space left on device\n',
      });
    expect(await shell('pullback run nothing.pbk 2> /dev/full')).toMatchObject({ status: 2, out: '', error: '' });
  });

  test('that is a broken pipe ends the command quietly, with its own exit status', async () => {
    const line = 'pullback fmt long.pbk; echo "status $?" >&2';
    expect(await shell(`(${line}) | head -1`)).toMatchObject({ out: 'let a = 1\n', error: 'status 0\n' });
    expect(await shell('(pullback run nothing.pbk 2>&1; echo "status $?" >&2) | true')).toMatchObject({
      error: 'status 2\n',
    });
  });

  test('that is closed does no harm', async () => {
    expect(await shell('pullback run square.pbk >&-')).toMatchObject({ status: 0, error: '' });
    expect(await shell('pullback run square.pbk 2>&-')).toMatchObject({
      status: 0,
      out: '9 : real\n-- derivative by compiled\n∂x = 6\n',
    });
    expect(await shell('pullback check - <&-')).toMatchObject({ status: 0, out: 'no errors\n' });
  });
});

describe('a signal', () => {
  test.each([
    ['INT', 130],
    ['TERM', 143],
  ])('%s during a run ends it at once and prints nothing: exit status %d', async (signal, status) => {
    // The program has been read when the writer of the pipe is done.
    const line = `mkfifo ${signal}; pullback run ${signal} --json --steps 1e15 --seconds 600 & run=$!
      cat endless.pbk > ${signal}; sleep 0.5; kill -${signal} $run; wait $run 2> wait; echo "status $?"`;
    expect(await shell(line)).toEqual({ status: 0, signal: null, out: `status ${status}\n`, error: '' });
  });
});

describe('a stack of 300 kB, smaller than that of a worker, is enough for', () => {
  const counted = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n');
  const small = (command: string, text: string): Promise<Ended> =>
    shell(`"${process.execPath}" --stack-size=300 "${LAUNCHER}" ${command} "${fileOf('small.pbk', text)}"`);

  test('the Deltas of a result of 512 reals', async () => {
    const doubled = counted(8, (i) => `let t${i + 1} = (t${i}, t${i})`);
    const { status, error } = await small('delta', `input x : real = 1\nlet t0 = (x, x)\n${doubled}\nt8`);
    expect({ status, error }).toEqual({ status: 0, error: '' });
  });

  test('1,500 inputs, which have no literal trace', async () => {
    const inputs = counted(1_500, (i) => `input x${i} : real = 1`);
    const { status, error } = await small('trace', `${inputs}\nx0 * x1499`);
    expect(status).toBe(1);
    expect(error).toContain('the trace term is nested more than 400 deep');
  });
});
