import { compile } from '../../semantics/compile';
import { run } from '../../semantics/evaluate';
import { itemsOf } from '../../semantics/reals';
import { showValue } from '../../semantics/present';
import { primalOf, type Value } from '../../semantics/value';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { overflow } from '../blame';
import { executableOf, inputsAt } from '../executable';
import { engineName, type Engine, type EngineResult, type Main, type OwnEngineId, type Point } from '../engine';
import { cotangentFits, pointReals, pointWith, shapeFailure } from '../point';
import { isWritable, NOT_WRITABLE } from '../reify';
import { ownFragment } from './fragment';
import type { OwnSignature } from './signature';
import { OWN_VALUE, ownAt, ownProgram, translateOwn, type OwnMain, type OwnProgram } from './wrapper';

/** An engine of the reader's, and the place of its name. */
export interface OwnEngine {
  readonly id: OwnEngineId;
  readonly own: OwnProgram;
  readonly signature: OwnSignature;
  readonly origin: Span;
}

/** Returns the engine that a record of the reader's is. It runs on the machine, like any other program. */
export function ownEngine({ id, own, signature, origin }: OwnEngine): Engine<Meter, OwnEngineId> {
  const translations = new WeakMap<Main, OwnMain>();
  const translated = (main: Main): OwnMain => {
    const known = translations.get(main) ?? translateOwn(own, signature, main);
    translations.set(main, known);
    return known;
  };
  const failed = (code: string, span: Span, message: string, hint: string): Failed => ({
    tag: 'failed',
    diagnostic: error(code, span, message, { hint }),
  });

  function* runOwn(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult>> {
    const name = engineName(id);
    const deep = tooDeep(main, point);
    if (deep !== undefined) return { tag: 'failed', diagnostic: deep };
    const { program, target, variants } = ownAt(translated(main), point);
    yield;
    const outcome = yield* run(compile(program), { budget, tracing: 'none', watch: true });
    if (outcome.tag === 'stopped') return outcome;
    if (outcome.tag === 'failed') return (yield* ownFailure(main, point, budget)) ?? outcome;
    const { outputs, series, meter } = outcome.value;
    if (!signature.hasGradient) {
      const hint = 'add the field `gradient` to compare it with the other engines';
      const message = `${name} has no gradient; its value is ${showValue(outputs[0], target, 6, variants)}`;
      return failed('not-comparable', main.body.origin, message, hint);
    }
    const expected = pointReals(main, point).length;
    const watched = series.find((each) => each.name === OWN_VALUE);
    if (watched === undefined && expected > 0) {
      const hint = 'call its first argument, the program, at the numbers of the inputs';
      return failed('own-engine', origin, `\`gradient\` of ${name} does not run the program`, hint);
    }
    const reals = Array.from(itemsOf(outputs[0]), primalOf);
    if (reals.length !== expected) {
      const message = `\`gradient\` of ${name} returns ${counted(reals.length)} for ${counted(expected)}`;
      return failed('own-engine', origin, message, 'return one number for each number of its second argument');
    }
    const dt = main.target.tag === 'real' ? primalOf(point.cotangent) : 1;
    const scaled = reals.map((real) => dt * real);
    if (!scaled.every(Number.isFinite)) return { tag: 'failed', diagnostic: overflow(main.body.origin) };
    const derivative = pointWith(main, point, scaled);
    if (watched !== undefined) return { tag: 'ok', value: { value: watched.last, derivative, meter } };
    // Without reals, a gradient that runs the program once for each of them does not run it.
    const primal = yield* run(executableOf(main), { budget, inputs: inputsAt(main, point), tracing: 'none' });
    return primal.tag === 'ok'
      ? { tag: 'ok', value: { value: primal.value.outputs.at(-1), derivative, meter } }
      : primal;
  }

  return {
    id,
    fragment: (main) => ownFragment(main, id, signature),
    translate: (main, point) => (point === undefined ? ownProgram(translated(main)) : ownAt(translated(main), point)),
    run: runOwn,
  };
}

/** Returns the error of an input whose value is nested too deep to be written. */
function tooDeep(main: Main, point: Point): Diagnostic | undefined {
  const parameter = main.parameters.find(({ type }, i) => !isWritable(point.arguments[i], type, main.variants));
  return parameter && error('unsupported', parameter.origin, `the value of \`${parameter.label}\` ${NOT_WRITABLE}`);
}

type Failed = Extract<Outcome<never>, { tag: 'failed' }>;

/** Returns the failure of the program itself, or that the cotangent has another shape than its value. */
function* ownFailure(main: Main, point: Point, budget: Budget): Task<Failed | undefined> {
  const primal = yield* run(executableOf(main), { budget, inputs: inputsAt(main, point), tracing: 'none' });
  if (primal.tag === 'failed') return { tag: 'failed', diagnostic: primal.diagnostic };
  if (primal.tag === 'stopped') return undefined;
  const value: Value = primal.value.outputs.at(-1);
  return cotangentFits(main, point.cotangent, value) ? undefined : { tag: 'failed', diagnostic: shapeFailure(main) };
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'number' : 'numbers'}`;
}
