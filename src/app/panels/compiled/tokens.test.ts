import { expect, test } from 'vitest';
import type { CodeForm } from '../../../protocol/compiled';
import { tokensOf } from './tokens';

function marked(line: string, form: CodeForm): readonly string[] {
  return tokensOf(line, form).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind} ${text}`]));
}

test('keywords, numbers and strings are told from names', () => {
  expect(marked('  r12 = add r3, -1.5e-7', 'program')).toEqual(['number -1.5e-7']);
  expect(marked('  results r12, 0, NaN, -Infinity', 'derivative')).toEqual([
    'keyword results',
    'number 0',
    'number NaN',
    'number -Infinity',
  ]);
  expect(marked('function if.3(r1 : real)', 'program')).toEqual(['keyword function']);
  expect(marked('    f64.const inf', 'wasm')).toEqual(['number inf']);
  expect(marked('    f64.load offset=8', 'wasm')).toEqual(['number 8']);
  expect(marked('  (func $power.1 (export "a \\" 1") (param f64)', 'wasm')).toEqual([
    'keyword func',
    'keyword export',
    'string "a \\" 1"',
    'keyword param',
  ]);
});

test('the tokens of any line are the line', () => {
  for (const line of ['', '  }', 'new "open', 'λ é 1e5 1e+5 a-1 - -', '(data (i32.const 4096) "\\00\\3f")'])
    expect(
      tokensOf(line, 'wasm')
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
});
