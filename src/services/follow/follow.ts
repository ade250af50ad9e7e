import { sameType } from '../../language/types/structure';
import type { ShownStep } from '../../protocol/subject';
import type { Budget } from '../../semantics/outcome';
import { toJson } from '../../semantics/present';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import type { Loader } from '../loader';
import { type Loaded, type Program, readInputs, reference } from '../program';
import { recentValues } from '../recent';
import { keyOfRun } from '../recordings';
import type { Settings } from '../settings';
import { ValueRun } from '../value-run';
import { enteredProgram, STOPPED, type StoppedProgram, stoppedProgram } from './at-step';
import { type LoopEnd, type Round, type Track, trackIn, type Tracking, trackingOf } from './track';

/** A program at a step of a run: its inputs include what the run knew there. */
export interface AtStep {
  readonly program: Program;
  /** Whether each output is that of the step. */
  readonly follows: readonly boolean[];
  /** The number of records that the series has. */
  readonly count: number;
}

export interface StepQuestion {
  readonly cells: readonly string[];
  readonly cell: number;
  readonly focus?: string | undefined;
  readonly inputs: Settings;
  readonly budget: Budget;
  readonly step?: ShownStep | undefined;
}

/** Returns a program as its outputs are at a step; undefined if they cannot follow it. */
export type Follow = (loaded: Loaded, request: StepQuestion, step: ShownStep) => Task<AtStep | undefined>;

/** A program that begins in the round of a loop in which a series got a record: what it records there is the same. */
export interface Entered {
  readonly program: Program;
  /** The input that is the round, and its value. */
  readonly input: readonly [name: string, value: Value];
  /** The number of the record in this program. */
  readonly record: number;
}

/** Returns a program that reaches a record of a series soon; undefined if there is none. */
export type Enter = (
  program: Program,
  request: StepQuestion,
  series: string,
  record: number,
) => Task<Entered | undefined>;

const MOST_TRACKS = 4;
const MOST_STOPPED = 16;
/** Rounds over a whole run, whose pictures share their axes. */
const SPREAD = 5;

interface Tracked {
  readonly tracking: Tracking | undefined;
  readonly run: ValueRun | undefined;
  track?: Track | undefined;
}

interface Stopped {
  readonly made: StoppedProgram | undefined;
  /** The runs in which a loop, stopped at its last round, has the value that it had. */
  readonly checked: Map<string, boolean>;
}

/**
 * Follows the steps of runs. Where a series got a record in a round of a loop, the loop is taken to have stopped in that round,
 * and what depends on its value is computed anew. What the rounds knew is found by another run, which is made once.
 */
export function createFollow(load: Loader): { readonly follow: Follow; readonly enter: Enter } {
  const tracks = recentValues<Tracked>(MOST_TRACKS);
  const programs = recentValues<Stopped>(MOST_STOPPED);
  const begun = recentValues<{ readonly made: ReturnType<typeof enteredProgram> }>(MOST_STOPPED);

  function* trackOf(program: Program, request: StepQuestion, series: string): Task<Track | undefined> {
    const key = `${keyOfRun(program, request.inputs)} ${series}`;
    const known = tracks.get(key) ?? tracks.set(key, tracked(program, request, series));
    if (known.track !== undefined || known.tracking === undefined || known.run === undefined) return known.track;
    const { seconds } = request.budget;
    const end = yield* known.run.forward({ seconds, isStopped: () => false, report: () => undefined });
    if (end.tag !== 'ended' || end.outcome.tag !== 'ok') return undefined;
    known.track = trackIn(known.tracking, known.run.series);
    return known.track;
  }

  function* follow(
    loaded: Loaded,
    request: StepQuestion,
    { cell, series, record }: ShownStep,
  ): Task<AtStep | undefined> {
    if (loaded.tag === 'wrong') return undefined;
    const { cells, inputs } = request;
    const other = cell === request.cell ? loaded : yield* load({ cells, cell, focus: undefined });
    if (other.tag === 'wrong') return undefined;
    const track = yield* trackOf(other.program, request, series);
    const round = track?.records[record];
    if (track === undefined || round === undefined) return undefined;
    const end = track.ends.get(round.loop);
    if (end === undefined) return undefined;
    const { program } = loaded;
    const key = `${program.key} ${JSON.stringify(end.id)}`;
    const known = programs.get(key) ?? programs.set(key, { made: stoppedProgram(program, end.id), checked: new Map() });
    const { made, checked } = known;
    if (made === undefined || !sameType(made.type, round.type)) return undefined;
    const runKey = keyOfRun(program, inputs);
    const isRight = checked.get(runKey) ?? (yield* isEnd(made, end, request));
    checked.set(runKey, isRight);
    return isRight ? { program: at(made, round, end), follows: made.follows, count: track.records.length } : undefined;
  }

  function* enter(program: Program, request: StepQuestion, series: string, record: number): Task<Entered | undefined> {
    const track = yield* trackOf(program, request, series);
    const round = track?.records[record];
    if (track === undefined || round === undefined) return undefined;
    const end = track.ends.get(round.loop);
    if (end === undefined) return undefined;
    const key = `${program.key} ${JSON.stringify(end.id)}`;
    const { made } = begun.get(key) ?? begun.set(key, { made: enteredProgram(program, end.id) });
    if (made === undefined || !sameType(made.type, round.type)) return undefined;
    const first = track.records.findIndex((each) => each?.loop === round.loop);
    return {
      program: made.program,
      input: [made.name, round.value],
      record: first + record - track.records.indexOf(round),
    };
  }

  return { follow, enter };
}

function tracked(program: Program, { inputs, budget }: StepQuestion, series: string): Tracked {
  const tracking = trackingOf(program, series);
  const read = readInputs(program, inputs);
  if (tracking === undefined || read.tag !== 'ok') return { tracking: undefined, run: undefined };
  return { tracking, run: new ValueRun(tracking.program, read.value, budget, false) };
}

/** Returns the program in which the loop has stopped at a round. */
function at({ program, name }: StoppedProgram, { value }: Round, { rounds }: LoopEnd): Program {
  const spread = Array.from(
    { length: SPREAD },
    (_, i) => rounds[Math.round((i / (SPREAD - 1)) * (rounds.length - 1))]?.value,
  );
  return { ...program, recorded: { name, value, spread } };
}

/** Returns whether a loop that has stopped at its last round has the value with which it ended. */
function* isEnd(made: StoppedProgram, end: LoopEnd, { inputs, budget }: StepQuestion): Task<boolean> {
  const last = end.rounds.at(-1);
  if (last === undefined) return false;
  const program = at(made, last, end);
  const read = readInputs(program, inputs);
  if (read.tag !== 'ok') return false;
  const ran = yield* reference(program, read.value, budget, false);
  const found = ran.tag === 'ok' ? ran.value.series.find(({ name }) => name === STOPPED)?.last : undefined;
  const { variants } = program.core;
  const text = (value: unknown): string => JSON.stringify(toJson(value, end.type, variants));
  return found !== undefined && text(found) === text(end.value);
}
