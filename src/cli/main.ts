import { renderDiagnostic } from '../language/source/position';
import type { Diagnostic } from '../language/source/diagnostic';
import { encodeLink } from '../notebook/link';
import type { Json } from '../protocol/messages';
import { drain } from '../semantics/task';
import { reportJson } from '../services/report';
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
import { runJson, runProgram } from '../services/run-report';
import { parseArguments, USAGE } from './arguments';
import type { Arguments } from './arguments';
import { cellReports } from './cells';
import { readSource } from './source';
import type { Source } from './source';
import { agreeText, deltaText, runText, traceText } from './text';

/** What the command line reads and writes, so that tests need no process. */
export interface Terminal {
  /** The content of a file, or of standard input for `-`; rejects where there is none. */
  read(file: string): Promise<string>;
  out(text: string): void;
  error(text: string): void;
}

/** Runs one command. Resolves to the exit status (app.md, section 6); rejects only for faults of ours. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    terminal.out(USAGE);
    return 0;
  }
  const parsed = parseArguments(argv);
  if ('problem' in parsed) {
    terminal.error(`pullback: ${parsed.problem}\n\n${USAGE}`);
    return 2;
  }
  let content: string;
  try {
    content = await terminal.read(parsed.file);
  } catch (error) {
    terminal.error(
      `pullback: ${parsed.file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
    return 2;
  }
  return command(parsed, readSource(parsed.file, content), terminal);
}

async function command(options: Arguments, source: Source, terminal: Terminal): Promise<number> {
  const { texts } = source;
  const { budget, set: inputs, cotangent } = options;
  const at = { budget, inputs, cotangent };
  const finish = <Body>(
    report: Report<Body>,
    json: (body: Body) => { readonly [key: string]: Json },
    text: (body: Body) => string,
  ): number => print(report, json, text, options, source, terminal);

  switch (options.command) {
    case 'run': {
      const { engine, jacobian } = options;
      const report = drain(runProgram(texts, { budget, inputs, engine, cotangent, jacobian }));
      if (source.expects === undefined) return finish(report, (body) => runJson(body, texts), runText);
      const { cells, misses } = cellReports(report, source);
      const status = finish(report, (body) => ({ ...runJson(body, texts), cells }), runText);
      for (const miss of misses) terminal.error(`${options.file}: ${miss}`);
      // A notebook may mean to end in an error: its front matter says so, and then that is what must happen.
      const meant = report.body === undefined && source.expects.some(({ error }) => error !== undefined);
      return misses.length > 0 ? 1 : meant ? 0 : status;
    }
    case 'check':
      return finish(
        checkReport(texts),
        (body) => checkJson(body, texts),
        () => 'no errors',
      );
    case 'trace':
      if (!options.anf) {
        terminal.error('pullback: the literal trace is not there yet; `trace FILE --anf` prints the A-normal form');
        return 2;
      }
      return finish(drain(traceReport(texts, at)), traceJson, traceText);
    case 'delta':
      return finish(drain(deltaReport(texts, at)), (body) => deltaJson(body, texts), deltaText);
    case 'agree':
      return finish(drain(agreeReport(texts, at)), agreeJson, agreeText);
    case 'link': {
      const fragment = await encodeLink(source.markdown);
      terminal.out(options.json ? JSON.stringify({ ok: true, fragment }) : fragment);
      return 0;
    }
  }
}

function print<Body>(
  report: Report<Body>,
  json: (body: Body) => { readonly [key: string]: Json },
  text: (body: Body) => string,
  options: Arguments,
  { texts }: Source,
  terminal: Terminal,
): number {
  if (options.json) terminal.out(JSON.stringify(reportJson(report, texts, json), undefined, 2));
  else if (report.body !== undefined) terminal.out(text(report.body));
  if (!options.json) for (const diagnostic of diagnosticsOf(report)) terminal.error(render(diagnostic, options, texts));
  return report.status;
}

/** Those of the report, and the warnings of its body. */
function diagnosticsOf<Body>(report: Report<Body>): readonly Diagnostic[] {
  const body: unknown = report.body;
  const warnings =
    typeof body === 'object' && body !== null && 'warnings' in body ? (body.warnings as readonly Diagnostic[]) : [];
  return [...report.diagnostics, ...warnings];
}

function render(diagnostic: Diagnostic, { file }: Arguments, texts: readonly string[]): string {
  return renderDiagnostic(diagnostic, texts, file === '-' ? 'standard input' : file);
}
