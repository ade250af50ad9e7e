import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBytes } from './read-text';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pullback-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('the bytes of a file are read in any order', async () => {
  const file = join(folder, 'a.json');
  writeFileSync(file, '0123456789');
  const source = await openBytes(file);
  const read = (length: number, at: number): string => {
    const into = Buffer.alloc(length);
    return into.toString('utf8', 0, source.read(into, at));
  };
  expect([source.size, read(3, 6), read(4, 0), read(20, 8), read(2, 10)]).toEqual([10, '678', '0123', '89', '']);
  source.close();
});

test('a pipe is read as a whole', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [source] = await Promise.all([openBytes(pipe), writeFile(pipe, '[1, 2]')]);
  const into = Buffer.alloc(source.size);
  expect([source.read(into, 0), into.toString()]).toEqual([6, '[1, 2]']);
});

test('a file that cannot be read is named by its problem', async () => {
  await expect(openBytes(join(folder, 'none'))).rejects.toThrow('no such file or directory');
  await expect(openBytes(folder)).rejects.toThrow('it is a directory');
});
