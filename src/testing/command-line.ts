import { expect } from 'vitest';
import type { CommandName } from '../cli/arguments';
import { main } from '../cli/main';

interface Printed {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command on a file that contains `content`. No file in the folder `missing` can be read or written. */
export async function pullback(content: string, ...argv: readonly string[]): Promise<Printed> {
  const { status, out, error } = await main(
    argv,
    (file) => (file.startsWith('missing') ? Promise.reject(new Error('no such file')) : Promise.resolve(content)),
    () => Promise.reject(new Error('no such directory')),
  );
  return { status, out: [...out].join(''), error: error.join('') };
}

/** Runs a command and returns the files that it wrote, by name, and what it printed. */
export async function writing(
  content: string,
  ...argv: readonly string[]
): Promise<Printed & { readonly files: Readonly<Record<string, string>> }> {
  const files: Record<string, string> = {};
  const { status, out, error } = await main(
    argv,
    () => Promise.resolve(content),
    (file, text) => {
      files[file] = text;
      return Promise.resolve();
    },
  );
  return { status, out: [...out].join(''), error: error.join(''), files };
}

/** Runs a command with `--json`, whose output is always one object. */
export async function json(content: string, ...argv: readonly string[]): Promise<{ status: number; answer: unknown }> {
  const { status, out } = await pullback(content, ...argv, '--json');
  return { status, answer: JSON.parse(out) as unknown };
}

/** What a command cannot do without. */
export const OPTIONS: Partial<Record<CommandName, readonly string[]>> = {
  translate: ['--engine', 'forward'],
  growth: ['--input', 'x', '--values', '1,2'],
  compile: ['-o', '-'],
};

export const SQUARE = 'input x : real = 3\nx * x';

/** A program whose input has a size. */
export const SQUARES = 'input x : list real = [3]\nx |> map (fun y -> y * y) |> sum';
export const START = { line: 1, column: 1 };

/** Returns the output of a command with `--json` whose only diagnostic has this code. */
export function failure(code: string): object {
  return {
    ok: false,
    diagnostics: [
      { severity: 'error', code, message: expect.any(String) as unknown, related: expect.anything() as unknown },
    ],
  };
}
