import { expect } from 'vitest';
import { claims, type Example, run, showsEveryValue } from './document';

/** Expects that a program of the reference prints what is stated beside it, and otherwise that it states every value. */
export async function expectExample({ code, printed }: Pick<Example, 'code' | 'printed'>): Promise<void> {
  const { all, out, error } = await run(code);
  for (const { claimed, found } of claims(code, out)) expect(found).toBe(claimed);
  if (printed === undefined) {
    expect(error).toBe('');
    expect(showsEveryValue(code)).toBe(true);
  } else {
    expect(all.trimEnd()).toBe(printed.trimEnd());
  }
}
