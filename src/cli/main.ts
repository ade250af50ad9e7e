import { renderDiagnostic } from '../language/source/position';
import type { Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import { isImported, ownCount } from '../language/source/imported';
import { withCarried } from '../notebook/carried';
import { encodeLink } from '../notebook/link';
import type { Json } from '../protocol/messages';
import { drain } from '../semantics/task';
import { withRaising } from '../services/budget-advice';
import { GROWING_ENGINES } from '../services/growth';
import { growthJson, growthReport } from '../services/growth-report';
import { diagnosticJson, failing, reportJson } from '../services/report';
import type { Report } from '../services/report';
import {
  agreeJson,
  agreeReport,
  checkJson,
  checkReport,
  deltaJson,
  deltaReport,
  traceJson,
  traceReport,
} from '../services/reports';
import { testJson, testReport } from '../services/test-report';
import { runCells, runJson, runProgram } from '../services/run-report';
import { moduleReport } from '../services/module-report';
import { literalTraceReport } from '../services/terms';
import type { RunReport } from '../services/run-report';
import type { Settings } from '../services/settings';
import { translationJson, translationReport } from '../services/translation';
import { parseArguments } from './arguments';
import { theoryCommand } from './theory';
import { USAGE } from './usage';
import type { Arguments } from './arguments';
import { cellReports } from './cells';
import {
  exerciseFaults,
  exerciseJson,
  exerciseReports,
  exerciseText,
  holdingFaults,
  NO_FAULTS,
  uncheckedText,
} from './exercises';
import { faultsOfPrompts } from './prompts';
import { formatFile } from './format';
import { gradeCommand } from './grade/command';
import { type Grading, gradingHere } from './grade/grade';
import { chunkSource } from './values/bytes';
import { messageOf, nameOfFile, type OpenBytes, ValueSources } from './values/sources';
import { growthText } from './growth';
import { inChunks, jsonText } from './json-text';
import { importsOf } from './imports';
import { byteLength, written } from './modules';
import { readSource } from './source';
import type { Promises, Source } from './source';
import { agreeText, deltaReportText, runText, testText, traceReportText, translationText } from './text';

/** The output of a command, as texts to write one after the other, and its exit status. The output is made as it is read. */
export interface Answer {
  readonly status: number;
  readonly out: Iterable<string>;
  readonly error: readonly string[];
}

/** Collects what a command prints, so that nothing is printed if it fails. */
interface Terminal {
  /** Prints a line, which may come in pieces. */
  out(line: string | Iterable<string>): void;
  /** Prints a text without adding a line ending. */
  write(text: string): void;
  /** Prints a value as JSON and a line ending. */
  json(json: Json): void;
  error(text: string): void;
}

/** Resolves to the content of a file, or of standard input for `-`; rejects with the reason why it cannot be read. */
export type Read = (file: string) => Promise<string>;

/** Writes a file; rejects with the reason why it cannot be written. */
export type Write = (file: string, content: string) => Promise<void>;

/** Runs one command. Never rejects. */
export async function main(
  argv: readonly string[],
  read: Read,
  write: Write,
  openBytes: OpenBytes = async (file) => chunkSource([Buffer.from(await read(file))]),
  grading: Grading = gradingHere(read),
): Promise<Answer> {
  try {
    return await collected((terminal) => answer(argv, { read, openBytes, write, grading }, terminal));
  } catch (error) {
    const bug: Failure = { status: 5, code: 'bug', problem: `a bug in Pullback: ${messageOf(error)}` };
    return collected((terminal) => failed(bug, isJson(argv), terminal));
  }
}

async function collected(use: (terminal: Terminal) => number | Promise<number>): Promise<Answer> {
  const out: Iterable<string>[] = [];
  const error: string[] = [];
  const status = await use({
    out: (line) => out.push(typeof line === 'string' ? [line] : inChunks(line), ['\n']),
    write: (text) => out.push([text]),
    json: (json) => out.push(jsonText(json), ['\n']),
    error: (line) => error.push(line, '\n'),
  });
  return { status, out: joined(out), error };
}

function* joined(texts: readonly Iterable<string>[]): Generator<string, void> {
  for (const text of texts) yield* text;
}

interface Files {
  readonly read: Read;
  readonly openBytes: OpenBytes;
  readonly write: Write;
  readonly grading: Grading;
}

async function answer(argv: readonly string[], files: Files, terminal: Terminal): Promise<number> {
  const { read, openBytes, write, grading } = files;
  if (argv.includes('--help') || argv.includes('-h')) {
    terminal.out(USAGE);
    return 0;
  }
  const parsed = parseArguments(argv);
  if ('problem' in parsed) {
    const { problem, suggestion } = parsed;
    return suggestion === undefined
      ? failed(misuse(problem), isJson(argv), terminal, '\nRun `pullback --help` for usage.')
      : failed(misuse(`${problem}; did you mean ${suggestion}?`), isJson(argv), terminal);
  }
  if (parsed.command === 'grade') return gradeCommand({ ...parsed, files: parsed.submissions }, grading, terminal);
  let content: string;
  try {
    content = await read(parsed.file);
  } catch (error) {
    return failed(misuse(`cannot read ${parsed.file}: ${messageOf(error)}`), parsed.json, terminal);
  }
  const values = new ValueSources(openBytes);
  try {
    const settings = await values.settings(parsed);
    if ('problem' in settings) return failed(misuse(settings.problem), parsed.json, terminal);
    const source = readSource(parsed.file, content);
    const texts = [...source.texts, ...(await importsOf(parsed.file, source.texts, source.carried, read))];
    return await command(parsed, { ...source, texts }, settings.found, write, terminal);
  } finally {
    values.close();
  }
}

/** Whether the output is JSON, also where the options cannot be parsed. */
function isJson(argv: readonly string[]): boolean {
  return argv.includes('--json');
}

/** A failure that has no place in a source text. */
interface Failure {
  readonly status: 2 | 5;
  readonly code: string;
  readonly problem: string;
}

function misuse(problem: string): Failure {
  return { status: 2, code: 'command-line', problem };
}

/** Reports a failure; JSON diagnostics point to line 1, column 1. */
function failed({ status, code, problem }: Failure, json: boolean, terminal: Terminal, usage = ''): number {
  if (json) {
    const start = { line: 1, column: 1 };
    const diagnostic: Json = { severity: 'error', code, message: problem, span: { start, end: start }, related: [] };
    terminal.json({ ok: false, diagnostics: [diagnostic] });
  }
  terminal.error(`pullback: ${problem}${usage}`);
  return status;
}

async function command(
  options: Arguments,
  source: Source,
  set: Settings,
  write: Write,
  terminal: Terminal,
): Promise<number> {
  const { texts } = source;
  const { budget, cotangent } = options;
  const inputs = { ...source.settings, ...set };
  const at = { budget, inputs, cotangent };
  const finish = <Body>(
    report: Report<Body>,
    json: (body: Body) => { readonly [key: string]: Json },
    text: (body: Body) => string | Iterable<string>,
  ): number => print(report, json, text, options, source, terminal);

  switch (options.command) {
    case 'run': {
      const { engine, repeat } = options;
      const jacobian = options.jacobian || 'small';
      const report = drain(runProgram(texts, { budget, inputs, engine, cotangent, jacobian, repeat }));
      if (source.promises === undefined) return finish(report, (body) => runJson(body, texts), runText);
      return printNotebookRun(report, source, { ...source.promises, inputs }, options, terminal);
    }
    case 'check': {
      // Names that a cell does not hold are not defined later, which need not be said too.
      const unheld = holdingFaults(source);
      const report = unheld.length > 0 ? failing(unheld) : checkReport(texts, source.engines);
      const { faults: wrong, unchecked } = report.body === undefined ? NO_FAULTS : exerciseFaults(source, budget);
      const faults = report.body === undefined ? [] : [...wrong, ...faultsOfPrompts(source, budget)];
      return finish(
        faults.length > 0 ? failing([...report.diagnostics, ...faults]) : report,
        (body) => ({ ...checkJson(body, texts), ...(unchecked.length > 0 && { unchecked }) }),
        () => uncheckedText(unchecked),
      );
    }
    case 'fmt':
      return printFormatted(options, source, terminal);
    case 'trace':
      return options.anf
        ? finish(drain(traceReport(texts, at)), traceJson, (body) => traceReportText(body, 'in A-normal form'))
        : finish(drain(literalTraceReport(texts, { ...at, bound: options.approximant })), traceJson, (body) =>
            traceReportText(body, 'by the literal rules'),
          );
    case 'steps':
    case 'theorems':
    case 'jets':
    case 'tangents':
      return theoryCommand(options.command, options, texts, at, finish);
    case 'translate': {
      const engine = options.engine ?? internalError('translate without an engine');
      return finish(
        drain(translationReport(texts, engine, { ...at, shape: options.shape })),
        translationJson,
        translationText,
      );
    }
    case 'delta':
      return finish(drain(deltaReport(texts, at)), (body) => deltaJson(body, texts), deltaReportText);
    case 'agree':
      return finish(
        drain(agreeReport(texts, { ...at, fixedSteps: options.fixedSteps, own: source.engines })),
        agreeJson,
        agreeText,
      );
    case 'test-engine':
      return finish(drain(testReport(texts, source.engines, inputs)), testJson, testText);
    case 'growth': {
      const engines = GROWING_ENGINES.filter(({ id }) => options.engines.length === 0 || options.engines.includes(id));
      const input = options.input ?? internalError('growth without an input');
      return finish(
        drain(growthReport(texts, { ...at, input, sizes: options.values, engines })),
        growthJson,
        growthText,
      );
    }
    case 'compile': {
      const report = drain(moduleReport(texts, nameOf(options), { budget, inputs }));
      if (report.body === undefined)
        return finish(
          report,
          () => ({}),
          () => '',
        );
      const { files, text } = written(report.body, options);
      for (const { name, content } of files) {
        try {
          await write(name, content);
        } catch (error) {
          return failed(misuse(`cannot write ${name}: ${messageOf(error)}`), options.json, terminal);
        }
      }
      const names = files.map(({ name }) => name);
      const bytes = [...files.map(({ content }) => content), text].reduce((sum, each) => sum + byteLength(each), 0);
      if (options.json)
        terminal.out(JSON.stringify({ ok: true, files: names, bytes, ...(text === '' ? {} : { text }) }));
      else terminal.write(text);
      return 0;
    }
    case 'link': {
      const fragment = await encodeLink(withCarried(source.markdown, texts.filter(isImported)));
      terminal.out(options.json ? JSON.stringify({ ok: true, fragment }) : fragment);
      return 0;
    }
    case 'grade':
      return internalError('grade reads its own files');
  }
}

function printFormatted(options: Arguments, source: Source, terminal: Terminal): number {
  const { text, changed, diagnostics } = formatFile(source);
  if (diagnostics.length > 0) {
    if (options.json)
      terminal.out(JSON.stringify({ ok: false, diagnostics: diagnosticsJson(diagnostics, source.texts) }));
    else for (const diagnostic of diagnostics) terminal.error(render(diagnostic, options, source));
    return 1;
  }
  if (options.json) terminal.out(JSON.stringify({ ok: true, text, changed: changed.length > 0 }));
  else if (!options.check) terminal.write(text);
  else {
    const name = nameOf(options);
    for (const cell of changed) terminal.out(source.promises === undefined ? name : `${name}, cell ${cell + 1}`);
  }
  return options.check && changed.length > 0 ? 1 : 0;
}

/** Prints a notebook's run. The front matter may promise an error, and then the run must end in that error. */
function printNotebookRun(
  found: RunReport,
  source: Source,
  promises: Promises & { readonly inputs: Settings },
  options: Arguments,
  terminal: Terminal,
): number {
  const { texts } = source;
  const report = advised(found);
  const { budget, engine, repeat } = options;
  const { inputs } = promises;
  const reports = drain(runCells(texts, promises.codeCells, { budget, engine, inputs, jacobian: 'small', repeat }));
  const { cells, misses } = cellReports(reports, promises);
  const exercises = exerciseReports(source, options.budget);
  const meant = report.body === undefined && promises.expects.some(({ error }) => error !== undefined);
  const failed = misses.length > 0 || (report.body === undefined && !meant);
  const status = misses.length > 0 ? 1 : meant ? 0 : report.status;
  const diagnostics = [...report.diagnostics, ...misses];
  if (options.json) {
    const found = failed || report.body === undefined ? { diagnostics: diagnosticsJson(diagnostics, texts) } : {};
    const shown = report.body === undefined ? {} : runJson(report.body, texts);
    terminal.json({ ok: !failed, ...shown, ...found, cells, exercises: exercises.map(exerciseJson) });
    return status;
  }
  for (const [index, { body }] of reports.entries()) {
    const text = body === undefined ? '' : [...runText(body)].join('');
    if (text !== '')
      terminal.out(reports.length > 1 ? `cell ${(promises.codeCells[index]?.cell ?? 0) + 1}:\n${text}` : text);
  }
  for (const exercise of exercises) terminal.out(exerciseText(exercise));
  for (const each of [...diagnosticsOf(report), ...misses]) terminal.error(render(each, options, source));
  return status;
}

function diagnosticsJson(diagnostics: readonly Diagnostic[], texts: readonly string[]): readonly Json[] {
  return diagnostics.map((diagnostic) => diagnosticJson(diagnostic, texts));
}

/** Returns a report whose diagnostics of budgets name the options that raise them. */
function advised<R extends Report<unknown>>(report: R): R {
  return { ...report, diagnostics: report.diagnostics.map((each) => withRaising(each, (part) => RAISING[part])) };
}

const RAISING = { steps: '`--steps N`', seconds: '`--seconds S`', memory: '`--memory BYTES`' } as const;

function print<Body>(
  found: Report<Body>,
  json: (body: Body) => { readonly [key: string]: Json },
  text: (body: Body) => string | Iterable<string>,
  options: Arguments,
  source: Source,
  terminal: Terminal,
): number {
  const { texts } = source;
  const report = advised(found);
  if (options.json) terminal.json(reportJson(report, texts, json));
  else if (report.body !== undefined) terminal.out(text(report.body));
  if (!options.json)
    for (const diagnostic of diagnosticsOf(report)) terminal.error(render(diagnostic, options, source));
  return report.status;
}

/** Returns the diagnostics of the report, followed by the warnings of its body. */
function diagnosticsOf<Body>(report: Report<Body>): readonly Diagnostic[] {
  const body: unknown = report.body;
  const warnings =
    typeof body === 'object' && body !== null && 'warnings' in body ? (body.warnings as readonly Diagnostic[]) : [];
  return [...report.diagnostics, ...warnings];
}

function nameOf({ file }: Arguments): string {
  return nameOfFile(file);
}

function render(diagnostic: Diagnostic, options: Arguments, { texts, promises }: Source): string {
  const name = nameOf(options);
  // A cell's diagnostics count lines from the start of the cell, so the location names the cell.
  return renderDiagnostic(
    diagnostic,
    texts,
    promises !== undefined && ownCount(texts) === 1 ? `${name}, cell 1` : name,
  );
}
