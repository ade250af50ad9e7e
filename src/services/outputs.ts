import type { Diagnostic } from '../language/source/diagnostic';
import { UNIT } from '../language/types/type';
import {
  MOST_WHOLE,
  type OutputsAtStepReply,
  type OutputsReply,
  type OutputsRequest,
  type WholeOutputReply,
  type WholeOutputRequest,
} from '../protocol/outputs';
import type { ProgramRequest } from '../protocol/subject';
import type { BranchReply, BranchRequest, RowsReply, RowsRequest } from '../protocol/views';
import type { Run } from '../semantics/evaluate';
import { valuePieces } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { KeptValues } from './kept-values';
import { type Loaded, type Program, readInputs, reference } from './program';
import type { Follow } from './follow/follow';
import { MOST_OUTPUTS, outputItems, outputsOf } from './value-payload';
import { rowsFrom } from './viewers/rows';
import { branchOf } from './viewers/tree';

/** Returns a window of the outputs. */
export function* outputsAnswer(loaded: Loaded, request: OutputsRequest, kept: KeptValues): Task<OutputsReply> {
  const ran = yield* ranProgram(loaded, request, kept);
  if (ran.tag === 'wrong') return { state: 'error', diagnostics: ran.diagnostics };
  return { state: 'ok', outputs: outputsOf(ran.program, ran.run, request.from, request.count) };
}

/** Returns the outputs of a program at a step of a run, those that follow it. */
export function* outputsAtStep(loaded: Loaded, request: ProgramRequest, follow: Follow): Task<OutputsAtStepReply> {
  const { step } = request;
  const found = step && (yield* follow(loaded, request, step));
  if (step === undefined || found === undefined) return { state: 'none' };
  const ran = yield* runProgram(found.program, request);
  if (ran.tag === 'wrong') return { state: 'none' };
  const outputs = outputsOf(ran.program, ran.run, 0, MOST_OUTPUTS, outputItems(ran.program).length <= MOST_OUTPUTS);
  return {
    state: 'ok',
    outputs: outputs.map((output, at) => (found.follows[at] === true ? output : undefined)),
    record: step.record,
    count: found.count,
  };
}

/** Returns the whole text of an output, or of all. */
export function* wholeOutput(
  loaded: Loaded,
  request: WholeOutputRequest,
  kept: KeptValues,
  most = MOST_WHOLE,
): Task<WholeOutputReply> {
  const ran = yield* ranProgram(loaded, request, kept);
  if (ran.tag === 'wrong') return { state: 'error', diagnostics: ran.diagnostics };
  const { program, run } = ran;
  const { output } = request;
  const from = output ?? 0;
  const items = outputItems(program).slice(from, output === undefined ? undefined : from + 1);
  const text = new ByteText(most);
  for (const [at, { term }] of items.entries()) {
    if (at > 0) text.add('\n');
    for (const piece of valuePieces(run.outputs[from + at], term.type, 'full', program.core.variants)) {
      if (text.add(piece)) yield;
      if (text.isCut) return { state: 'ok', text: text.bytes(), isCut: true };
    }
  }
  return { state: 'ok', text: text.bytes(), isCut: false };
}

/** Returns rows of an output that is drawn as rows. */
export function* rowsAnswer(loaded: Loaded, request: RowsRequest, kept: KeptValues): Task<RowsReply> {
  const ran = yield* ranProgram(loaded, request, kept);
  if (ran.tag === 'wrong') return { state: 'error', diagnostics: ran.diagnostics };
  const { value, type, variants } = outputAt(ran, request.output);
  return { state: 'ok', rows: rowsFrom(value, type, variants, request.from, request.count) };
}

/** Returns a part of an output that is drawn as a tree. */
export function* branchAnswer(loaded: Loaded, request: BranchRequest, kept: KeptValues): Task<BranchReply> {
  const ran = yield* ranProgram(loaded, request, kept);
  if (ran.tag === 'wrong') return { state: 'error', diagnostics: ran.diagnostics };
  const { value, type, variants } = outputAt(ran, request.output);
  return { state: 'ok', nodes: branchOf({ value, type }, variants, request.path, request.from) };
}

function outputAt({ program, run }: Ran, output: number) {
  const type = outputItems(program)[output]?.term.type ?? UNIT;
  return { value: run.outputs[output], type, variants: program.core.variants };
}

interface Ran {
  readonly tag: 'ok';
  readonly program: Program;
  readonly run: Run;
}

type RanProgram = Ran | { readonly tag: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** Returns the last run of a program with its inputs; runs it if its values are not kept. */
function* ranProgram(loaded: Loaded, request: ProgramRequest, kept: KeptValues): Task<RanProgram> {
  if (loaded.tag === 'wrong') return loaded;
  const { program } = loaded;
  const known = kept.of(program, request.inputs);
  if (known !== undefined) return { tag: 'ok', program, run: known };
  const ran = yield* runProgram(program, request);
  if (ran.tag === 'ok') kept.keep(program, request.inputs, ran.run);
  return ran;
}

function* runProgram(program: Program, { inputs: settings, budget }: ProgramRequest): Task<RanProgram> {
  const inputs = readInputs(program, settings);
  if (inputs.tag !== 'ok') return { tag: 'wrong', diagnostics: [inputs.diagnostic] };
  const outcome = yield* reference(program, inputs.value, budget, false);
  if (outcome.tag !== 'ok') return { tag: 'wrong', diagnostics: [outcome.diagnostic] };
  return { tag: 'ok', program, run: outcome.value };
}

/** Characters after which the pieces of a text are encoded. */
const CHUNK = 65_536;

/** A text that grows piece by piece, in UTF-8. */
class ByteText {
  readonly #most: number;
  readonly #encoder = new TextEncoder();
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #pending = '';
  isCut = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns true now and then, when a task should let others run. */
  add(piece: string): boolean {
    this.#pending += piece;
    if (this.#pending.length < CHUNK) return false;
    this.#encode();
    if (this.#length > this.#most) {
      this.isCut = true;
      this.#pending = '…';
    }
    return true;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#encode();
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  #encode(): void {
    const chunk = this.#encoder.encode(this.#pending);
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#pending = '';
  }
}
