import { error, type Diagnostic } from '../language/source/diagnostic';
import type { EngineCell } from '../notebook/document';
import type { EngineTest } from '../protocol/engine-test';
import type { Json } from '../protocol/messages';
import type { Task } from '../semantics/task';
import { createOwnEngines } from './own-engine';
import { failing, type Report } from './report';
import type { Settings } from './settings';
import { testEngine } from './test-engine';

export interface TestBody {
  readonly tests: readonly { readonly name: string; readonly test: EngineTest }[];
}

/** Tests the engines that a program defines. Status 4 if one differs from the published ones; 3 if one does not finish. */
export function* testReport(
  texts: readonly string[],
  places: readonly EngineCell[],
  settings: Settings,
): Task<Report<TestBody>> {
  if (places.length === 0) {
    const hint = 'define one in a notebook: a record, in a cell with `engine=NAME` on its fence';
    return failing([error('own-engine', { cell: 0, start: 0, end: 0 }, 'this file defines no engine', { hint })]);
  }
  const find = createOwnEngines();
  const wrong: Diagnostic[] = [];
  const tests: TestBody['tests'][number][] = [];
  for (const place of places) {
    const found = yield* find(texts, place, settings);
    if (found.tag === 'wrong') wrong.push(...found.diagnostics);
    else tests.push({ name: place.name, test: yield* testEngine(found.engine, found.signature) });
  }
  if (wrong.length > 0) return failing(wrong);
  const states = new Set(tests.map(({ test }) => test.state));
  const status = states.has('wrong') ? 4 : states.has('stopped') ? 3 : 0;
  return { status, body: { tests }, diagnostics: [] };
}

export function testJson({ tests }: TestBody): { readonly [key: string]: Json } {
  return { engines: Object.fromEntries(tests.map(({ name, test }) => [name, { ...test }])) };
}
