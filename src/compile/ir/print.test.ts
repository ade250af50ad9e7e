import { expect, test } from 'vitest';
import { focusOf, checked } from '../../testing/checked';
import { compileProgram } from '../compile';
import { moduleLines, printModule } from '../emit/module';
import { calleesFirst } from '../optimise/inline';
import { Unsupported } from '../unsupported';
import { printProgram, programLines } from './print';

const TEXT = `input x : real = 2
let rec power (n : int) = if n < 1 then 1 else x * power (n - 1) + power (n - 2)
power 3 + sin x
`;

function compiledText() {
  const made = compileProgram(focusOf(checked(TEXT)).main);
  if (made instanceof Unsupported) throw made;
  return made;
}

/** The source of the lines that contain a text. */
function sourcesOf(lines: ReturnType<typeof programLines>, part: string): readonly string[] {
  return lines.flatMap(({ text, origin }) =>
    text.includes(part) && origin?.cell === 0 ? [TEXT.slice(origin.start, origin.end)] : [],
  );
}

test('a line has the place that it computes, and says whether it is of a derivative', () => {
  const { ir } = compiledText();
  const lines = programLines(ir, calleesFirst(ir));
  expect(new Set(sourcesOf(lines, '= sin '))).toEqual(new Set(['sin x']));
  expect(new Set(sourcesOf(lines, '= if '))).toEqual(
    new Set(['if n < 1 then 1 else x * power (n - 1) + power (n - 2)']),
  );
  expect(sourcesOf(lines, '} else {')).toEqual([]);
  const derivatives = lines.filter(({ isDerivative }) => isDerivative === true).map(({ text }) => text);
  expect(derivatives.some((text) => text.includes('= cos '))).toBe(true);
  expect(derivatives.some((text) => text.includes('= sin '))).toBe(false);
});

test('the lines of a function name it, and together they are the text of the program', () => {
  const { ir } = compiledText();
  const ids = [...ir.functions.keys()];
  const lines = programLines(ir, ids);
  expect([...new Set(lines.map(({ within }) => within))]).toEqual(
    ids.map((id) => `${ir.functions.get(id)?.name ?? ''}.${id}`),
  );
  expect(lines.map(({ text }) => `${text}\n`).join('')).toBe(printProgram(ir));
});

test('an instruction has the place of its statement, and a helper has none', () => {
  const { module } = compiledText().emitted;
  const lines = moduleLines(module);
  expect(lines.map(({ text }) => `${text}\n`).join('')).toBe(printModule(module));
  expect(new Set(sourcesOf(lines, 'call $sin'))).toEqual(new Set(['sin x']));
  expect(sourcesOf(lines, 'f64.mul')).toContain('x * power (n - 1)');
  const entry = lines.filter(({ within }) => within === 'entry gradient');
  expect(entry.length).toBeGreaterThan(0);
  expect(entry.every(({ origin }) => origin === undefined)).toBe(true);
});
