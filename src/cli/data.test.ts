import { describe, expect, test } from 'vitest';
import { main } from './main';

const FIT = 'data xs : array real\ndata k : real\ninput w : real = 2\nw * k * sum xs';

async function ran(files: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const read = (file: string): Promise<string> =>
    files[file] === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(files[file]);
  const { status, out, error } = await main(argv, read, () => Promise.reject(new Error('no such directory')));
  return { status, out: [...out].join(''), error: error.join('') };
}

describe('values from files', () => {
  test('are set one by one, several at once, and from standard input', async () => {
    const expected = { status: 0, out: '60 : real\n-- derivative by compiled\n∂w = 30\n', error: '' };
    const files = { 'p.pbk': FIT, 'xs.json': '[1, 2]', 'xs.csv': 'x\n1\n2\n', 'all.json': '{"k": 10, "xs": [1, 2]}' };
    expect(await ran(files, 'run', 'p.pbk', '--set', 'xs=@xs.json', '--set', 'k=10')).toEqual(expected);
    expect(await ran(files, 'run', 'p.pbk', '--set', 'xs=@xs.csv', '--set', 'k=10')).toEqual(expected);
    expect(await ran(files, 'run', 'p.pbk', '--data', 'all.json')).toEqual(expected);
    expect(await ran({ ...files, '-': '[1,2]' }, 'run', 'p.pbk', '--set', 'xs=@-', '--set', 'k=10')).toEqual(expected);
    expect(await ran({ ...files, '-': files['all.json'] }, 'run', 'p.pbk', '--data', '-')).toEqual(expected);
  });

  test('are overridden by what the command line says itself', async () => {
    const files = { 'p.pbk': FIT, 'all.json': '{"k": 10, "xs": [1, 2], "w": 3}' };
    const { out } = await ran(files, 'run', 'p.pbk', '--data', 'all.json', '--set', 'k=1');
    expect(out).toContain('9 : real');
  });

  test('are for inputs too, and for every command', async () => {
    const files = { 'p.pbk': FIT, 'all.json': '{"k": 10, "xs": [1, 2], "w": 3}' };
    for (const command of [['agree'], ['trace'], ['delta'], ['translate', '--engine', 'forward']]) {
      const [name = '', ...more] = command;
      expect((await ran(files, name, 'p.pbk', ...more, '--data', 'all.json')).status, name).toBe(0);
    }
  });

  test('of data are defaults of a compiled module, and are not needed', async () => {
    const files = { 'p.pbk': FIT, 'all.json': '{"k": 10, "xs": [1, 2]}' };
    const { status, out } = await ran(files, 'compile', 'p.pbk', '-o', '-', '--data', 'all.json');
    expect(status).toBe(0);
    expect(out).toContain('defaults:()=>({w:2,xs:Float64Array.of(1,2),k:10})');
    expect((await ran(files, 'compile', 'p.pbk', '-o', '-', '--set', 'k=1')).out).toContain('defaults:()=>({w:2,k:1})');
    expect((await ran(files, 'compile', 'p.pbk', '-o', '-')).out).toContain('defaults:()=>({w:2})');
  });

  test('that are not there, or do not fit, are errors', async () => {
    const files = { 'p.pbk': FIT, 'xs.json': '[1,\n x]', 'other.json': '{"k": 1, "xs": [], "z": 1}' };
    expect(await ran(files, 'run', 'p.pbk', '--set', 'xs=@none.json')).toMatchObject({
      status: 2,
      error: 'pullback: cannot read none.json: no such file\n',
    });
    const misfit = await ran(files, 'run', 'p.pbk', '--set', 'xs=@xs.json', '--set', 'k=1');
    expect(misfit.status).toBe(1);
    expect(misfit.error).toContain('xs.json:2:2: expected a finite number at [1], found x');
    expect((await ran(files, 'run', 'p.pbk', '--data', 'other.json')).error).toContain('there is no input z');
    expect((await ran(files, 'run', 'p.pbk', '--set', 'k=1')).error).toContain('the data `xs` has no value');
    expect(await ran(files, 'run', '-', '--data', '-')).toMatchObject({ status: 2 });
    expect((await ran(files, 'run', 'p.pbk', '--set', 'xs=@')).error).toContain('names no file');
  });
});
