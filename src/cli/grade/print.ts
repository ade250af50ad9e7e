import { counted } from '../../language/source/counted';
import { type Course, marksOfUnit, type Unit } from '../../notebook/course';
import type { Json } from '../../protocol/messages';
import type { Graded } from './grade';
import type { Judged, Status } from './judge';

/** The result of a unit. It is begun if an answer to one of its exercises was judged. */
type UnitResult = 'passed' | 'begun' | 'not begun';

function resultOf(unit: Unit, judged: readonly Judged[]): UnitResult {
  const own = judged.filter(({ exercise }) => exercise in unit.exercises);
  const passed = new Set(namesOf(own, 'passed'));
  if (marksOfUnit(unit, (key) => passed.has(key)).isPassed) return 'passed';
  return own.length > 0 ? 'begun' : 'not begun';
}

function namesOf(judged: readonly Judged[], wanted: Status): readonly string[] {
  return judged.flatMap(({ exercise, status }) => (status === wanted ? [exercise] : []));
}

/** Exercises with reasons, as one text. */
function reasons(judged: readonly Judged[], wanted: Status): string {
  return judged
    .flatMap(({ exercise, status, message = '' }) => (status === wanted ? [`${exercise} (${oneLine(message)})`] : []))
    .join('; ');
}

/** Returns a text on one line without what a terminal obeys: a file may have any name. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_C}]+/gu, ' ').trim();
}

/** Returns one line about a submission. `all` are the exercises of the course. */
export function gradedText({ file, problem, judged, notes }: Graded, { units }: Course, all: number): string {
  if (problem !== undefined) return `${oneLine(file)}: not judged: ${oneLine(problem.text)}`;
  const passed = namesOf(judged, 'passed');
  const unitsWith = (wanted: UnitResult): string =>
    units.flatMap((unit) => (resultOf(unit, judged) === wanted ? [`${unit.id} (${unit.title})`] : [])).join(', ');
  const parts: readonly (readonly [string, string])[] = [
    ['units passed', unitsWith('passed')],
    ['units begun', unitsWith('begun')],
    ['not passed', reasons(judged, 'not passed')],
    ['with an error', reasons(judged, 'error')],
    ['stopped', reasons(judged, 'stopped')],
    ['not attempted', String(all - judged.length)],
    ['note', notes.map(oneLine).join('; ')],
  ];
  return [
    `${oneLine(file)}: ${passed.length} of ${counted(all, 'exercise')} passed`,
    ...parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])),
  ].join(' | ');
}

export function gradedJson(
  { file, problem, judged, notes }: Graded,
  { units }: Course,
): { readonly [key: string]: Json } {
  return {
    file,
    ...(problem !== undefined && { problem: problem.text }),
    passed: namesOf(judged, 'passed').length,
    units: units.map((unit) => ({ unit: unit.id, result: resultOf(unit, judged) })),
    exercises: judged.map((each) => ({ ...each })),
    notes,
  };
}

/** Yields a table of submissions as CSV (RFC 4180), one line each. */
export function* gradedCsv(graded: readonly Graded[], { units }: Course, all: number): Generator<string, void> {
  const unitNames = units.map(({ id }) => (/^\d/u.test(id) ? `unit ${id}` : `capstone ${id}`));
  yield csvLine([
    'submission',
    'passed',
    'exercises',
    ...unitNames,
    'not attempted',
    'not passed',
    'error',
    'stopped',
    'notes',
  ]);
  for (const { file, problem, judged, notes } of graded) {
    const isJudged = problem === undefined;
    yield csvLine([
      file,
      isJudged ? String(namesOf(judged, 'passed').length) : '',
      String(all),
      ...units.map((unit) => (isJudged ? resultOf(unit, judged) : '')),
      isJudged ? String(all - judged.length) : '',
      ...(['not passed', 'error', 'stopped'] as const).map((status) => reasons(judged, status)),
      isJudged ? notes.map(oneLine).join('; ') : `not judged: ${oneLine(problem.text)}`,
    ]);
  }
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

/** A spreadsheet would run a text that starts like a formula, so it gets an apostrophe, which makes it a text. */
function csvField(field: string): string {
  const text = /^[=+\-@\t\r]/u.test(field) ? `'${field}` : field;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
