/** The commands that show what the panels of the papers show: steps, theorems, jets and tangents. */
import { positionAt, sourceOf } from '../language/source/position';
import { asText } from '../ad/notation/line';
import { counted, integer } from '../language/source/counted';
import { showNumber } from '../language/source/shown-number';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import type { RunPayload, VersionPayload } from '../protocol/combinators';
import { polynomialPlain, taylorMonomials } from '../protocol/polynomial';
import type { StepPayload } from '../protocol/steps';
import { drain } from '../semantics/task';
import { jetsJson, jetsReport, type JetsBody } from '../services/jets-report';
import { linesOf, type Report } from '../services/report';
import type { PointOptions } from '../services/reports';
import { stepsJson, stepsReport, windowText, type StepsBody } from '../services/steps-report';
import { tangentsJson, tangentsReport, type TangentsBody } from '../services/tangents-report';
import { theoremsJson, theoremsReport, type TheoremsBody } from '../services/theorems-report';
import type { Arguments } from './arguments';
import { headingOf } from './text';

/** Prints a report and returns its exit status. */
type Finish = <Body>(
  report: Report<Body>,
  json: (body: Body) => { readonly [key: string]: Json },
  text: (body: Body) => string,
) => number;

export function theoryCommand(
  command: 'steps' | 'theorems' | 'jets' | 'tangents',
  { symbolic, at: step, jets, engine }: Arguments,
  texts: readonly string[],
  at: PointOptions,
  finish: Finish,
): number {
  switch (command) {
    case 'steps': {
      const mode = symbolic ? 'symbolic' : 'ordinary';
      return finish(
        drain(stepsReport(texts, { ...at, mode, at: step })),
        (body) => stepsJson(body, texts),
        (body) => stepsText(body, texts),
      );
    }
    case 'theorems':
      return finish(drain(theoremsReport(texts, at)), theoremsJson, theoremsText);
    case 'jets':
      return finish(drain(jetsReport(texts, at, jets)), jetsJson, jetsText);
    case 'tangents': {
      const only = engine === 'curry' || engine === 'curry-dependent' ? engine : undefined;
      return finish(drain(tangentsReport(texts, at, only)), (body) => tangentsJson(body, texts), tangentsText);
    }
  }
}

function theoremsText({ lines }: TheoremsBody): string {
  return lines
    .map(({ name, verdict, detail, statement }) =>
      [`${name}: ${verdict === 'not checked' ? detail : `${verdict}, ${detail}`}`, `  ${statement}`].join('\n'),
    )
    .join('\n');
}

function stepsText({ mode, count, cut, rows, step }: StepsBody, texts: readonly string[]): string {
  const all = `${cut ? 'more than ' : ''}${counted(count, 'step')} of ${mode} evaluation`;
  if (step !== undefined) return stateText(step, count, texts);
  const places = rows.map(({ span }) => placeText(span, texts));
  const widths = {
    index: String(rows.length).length,
    rule: rows.reduce((width, { rule }) => Math.max(width, rule?.length ?? 0), 0),
    place: places.reduce((width, { length }) => Math.max(width, length), 0),
  };
  return [
    `-- ${all}`,
    ...rows.map(({ rule, redex }, i) =>
      [
        String(i).padStart(widths.index),
        (rule ?? '').padEnd(widths.rule),
        (places[i] ?? '').padEnd(widths.place),
        redex,
      ]
        .join('  ')
        .trimEnd(),
    ),
  ].join('\n');
}

function stateText(step: StepPayload, count: number, texts: readonly string[]): string {
  const { index, rule, symbolic, span, frames, activations, functions, trace, derived, notice, outputs, failure } =
    step;
  const title = rule === undefined ? 'the end' : `${rule}${symbolic ? ', symbolic' : ''}, at ${placeText(span, texts)}`;
  const [running, ...waiting] = activations;
  const variables = (each: (typeof activations)[number]): readonly string[] =>
    each.variables.map(({ name, type, value }) => `${name} : ${type} = ${value}`);
  const section = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`-- ${heading}`, ...lines];
  return [
    `-- step ${index} of ${count}: ${title}`,
    ...section('contexts, outermost first', rule === undefined ? [] : frames.map(asText)),
    ...section(
      `variables${running?.name === undefined ? '' : ` of ${running.name}`}`,
      running ? variables(running) : [],
    ),
    ...waiting.flatMap((each) => section(`variables of ${each.name ?? 'the program'}, which waits`, variables(each))),
    ...section(
      'functions',
      functions.map(({ name, type }) => `${name} : ${type}`),
    ),
    ...section('trace so far', trace.map(windowText)),
    ...section('derivative of the trace', derived === undefined ? [] : [windowText(derived)]),
    ...section('no trace', notice === undefined ? [] : [notice]),
    ...section('outputs', outputs),
    ...section('stopped', failure === undefined ? [] : [failure.message]),
  ].join('\n');
}

/** `3:5`, or `cell 2, 3:5` in a notebook. */
function placeText({ cell, start }: Span, texts: readonly string[]): string {
  const text = texts[cell];
  if (text === undefined) return 'prelude';
  const { line, column } = positionAt(linesOf(texts, cell, text), start);
  const { file, cell: number } = sourceOf(texts, cell);
  const where = file ?? (number === undefined ? undefined : `cell ${number}`);
  return `${where === undefined ? '' : `${where}, `}${line}:${column}`;
}

function jetsText({ leaves, shape, restricted, count, entries, results }: JetsBody): string {
  const indices = shape.indices.map((index) => `(${index.join(',')})`);
  const rows = [
    ['', ...indices],
    ...entries.map(({ name, form, jet }) => [
      form === '' ? name : `${name} = ${form}`,
      ...jet.map((n) => showNumber(n)),
    ]),
  ];
  const widths = rows.reduce<readonly number[]>(
    (most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)),
    [],
  );
  return [
    `-- jets along ${leaves.join(', ')} to order ${shape.order}${restricted ? ', restricted' : ''}: ${counted(indices.length, 'derivative')} each`,
    ...results.flatMap(({ label, jet, polarisation }) => [
      `${label} = ${polynomialPlain(taylorMonomials(shape, jet), leaves)} + ...`,
      ...(polarisation === undefined
        ? []
        : [
            `-- by polarisation, ∂²${label}/∂${leaves.join('∂')} = (${showNumber(polarisation.both)} - ${showNumber(polarisation.first)} - ${showNumber(polarisation.second)}) / 2`,
          ]),
    ]),
    ...rows.map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    ),
    ...(count > entries.length ? [`-- ${counted(count - entries.length, 'more entry', 'more entries')}`] : []),
  ].join('\n');
}

function tangentsText({ versions, leaves, ranOn, type, nodes }: TangentsBody): string {
  const nameOf = ({ node }: RunPayload): string => nodes[node]?.bodyOf ?? '';
  return [
    ...headingOf(ranOn),
    `-- ${type}`,
    ...versions.flatMap((version) => ['', ...versionText(version, leaves, nameOf)]),
  ].join('\n');
}

function versionText(
  version: VersionPayload,
  leaves: readonly string[],
  nameOf: (run: RunPayload) => string,
): readonly string[] {
  if (version.status !== 'ok') return [`-- ${version.engine} ${version.status}: ${version.diagnostic.message}`];
  const { engine, value, derivatives, again, runs, meter } = version;
  const derivative = derivatives.map((each, at) => `∂${leaves[at] ?? ''} = ${showNumber(each)}`).join(', ');
  const repeated = again.map(({ name, count }) => `${name} ${counted(count, 'time')}`).join(', ');
  return [
    `-- ${engine}: ${value}, ${derivative}`,
    ...(repeated === '' ? [] : [`-- run again: ${repeated}`]),
    ...(runs === undefined
      ? [`-- ${integer(meter.nodes)} runs are too many to be printed`]
      : runs.map((run, at) => runText(run, depthOf(runs, at), nameOf(run)))),
  ];
}

function depthOf(runs: readonly RunPayload[], at: number): number {
  let depth = 0;
  for (let run = runs[at]; run !== undefined && run.parent >= 0; run = runs[run.parent]) depth += 1;
  return depth;
}

/** `prod: (x = 2) → (2, 3)   (x: 4) ← (1, 1)` */
function runText({ as, argument, label, input, value, given, back }: RunPayload, depth: number, name: string): string {
  const call = argument === undefined ? '' : `${as === 'again' ? '↻ ' : ''}${name} at ${argument}: `;
  const tangents = given === undefined ? '' : `   ${back ?? ''} ← ${given}`;
  return `${'  '.repeat(depth)}${call}${label}: ${input} → ${value}${tangents}`;
}
