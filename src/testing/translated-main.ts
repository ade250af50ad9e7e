import { expect } from 'vitest';
import { checkProgram } from '../language/core/check';
import { toSurfaceProgram } from '../language/core/to-surface';
import { elaborate } from '../language/elaborate/elaborate';
import { internalError } from '../language/source/internal-error';
import { parse } from '../language/syntax/parser';
import { print } from '../language/syntax/printer';
import type { CoreProgram } from '../language/core/tree';
import type { AnyEngine, Main } from '../ad/engine';
import { mainOf } from '../ad/main';

/** Returns the main expression of a program without errors. */
export function mainFrom(text: string): Main {
  const { program, diagnostics } = elaborate([parse(text, 0).program]);
  expect(diagnostics).toEqual([]);
  return (program && mainOf(program)?.main) ?? internalError('no main expression');
}

/** Returns an engine's translation of a program, after type-checking it and parsing its text back. */
export function translatedBy(engine: AnyEngine, text: string): CoreProgram {
  const { program } = engine.translate?.(mainFrom(text)) ?? internalError(`${engine.id} translates nothing`);
  expect(checkProgram(program)).toEqual([]);
  expect(parse(print(toSurfaceProgram(program)), 0).diagnostics).toEqual([]);
  return program;
}

/** Returns the body of the translated main expression, on one line and without annotations. */
export function translatedBody(engine: AnyEngine, text: string): string {
  const program = translatedBy(engine, text);
  const main = program.items.filter(
    (item) => item.tag === 'let' && item.pattern.tag === 'variable' && item.pattern.name === 'main',
  );
  const printed = print(toSurfaceProgram({ ...program, items: main }));
  const [, body] = /^let main [^=]*=\s([^]*)$/.exec(printed) ?? internalError(printed);
  return (body ?? '')
    .replaceAll(/ : \w+(\.\w+)?( \* \w+)*/gu, '')
    .trim()
    .replaceAll(/\s+/gu, ' ');
}
