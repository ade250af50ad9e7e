import { expect } from 'vitest';
import type { CommandName } from '../cli/arguments';
import { main } from '../cli/main';

interface Printed {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command on a file that contains `content`. */
export async function pullback(content: string, ...argv: readonly string[]): Promise<Printed> {
  const { status, out, error } = await main(argv, (file) =>
    file.startsWith('missing') ? Promise.reject(new Error('no such file')) : Promise.resolve(content),
  );
  return { status, out: out.join(''), error: error.join('') };
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
