import { compiled } from '../ad/compiled/engine';
import { compiledOf, lifted } from '../ad/compiled/prepared';
import { cotangentFits } from '../ad/point';
import { Unsupported } from '../compile/unsupported';
import { warning, type Diagnostic } from '../language/source/diagnostic';
import { compile } from '../semantics/compile';
import { run, type Run } from '../semantics/evaluate';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { needed } from './needed';
import { findPoint, type InputValues, type Program } from './program';
import type { Derived, DerivativeOptions } from './run-derivative';

/** A program's value and derivative by compiled code alone. */
export interface RunCompiled {
  readonly executed: Run;
  readonly derived: Derived;
}

/**
 * Runs a program by compiled code alone, after the machine has used up its seconds or its memory: compiled code takes
 * less of both. Undefined if that does not help, or if more is wanted than one value and one derivative.
 */
export function* runCompiled(
  { core, focus, hidden }: Program,
  inputs: InputValues,
  { budget, engine = compiled.id, cotangent, jacobian }: DerivativeOptions,
  reason: Diagnostic,
): Task<RunCompiled | undefined> {
  if (reason.code !== 'budget-time' && reason.code !== 'budget-memory') return undefined;
  const outputs = core.items.filter(({ tag }) => tag === 'output').length;
  if (focus?.point.from !== 'inputs' || outputs !== 1 || hidden > 0 || engine !== compiled.id) return undefined;
  const { main } = focus;
  if ((main.target.tag !== 'real' && cotangent === undefined) || jacobian === true) return undefined;
  const began = workingTime();
  if (compiled.fragment(main).tag === 'outside') return undefined;
  const made = compiledOf(main, 'gradient');
  if (made instanceof Unsupported) return undefined;
  const compiling = (workingTime() - began) / 1000;
  const program = compile(needed(core, ({ tag }) => tag === 'input'));
  const started = yield* run(program, { budget, inputs, tracing: 'none' });
  if (started.tag !== 'ok') return undefined;
  const point = yield* findPoint(focus, started.value, budget, cotangent ?? 1);
  if (point.tag !== 'ok') return undefined;
  yield;
  const { arguments: given, cotangent: weight } = point.value;
  const start = workingTime();
  const answer = made.gradient([...given, ...lifted(main).values], weight, budget);
  if (answer.tag !== 'values') return undefined;
  const value = answer.values.at(-1);
  if (!cotangentFits(main, weight, value)) return undefined;
  const hint = 'what is watched is not recorded, and kinks are not reported';
  const said = warning('by-compiled', reason.span, `${reason.message}; \`compiled\` computed the value instead`, {
    hint,
  });
  return {
    executed: { ...started.value, outputs: [value], warnings: [said] },
    derived: {
      tag: 'derived',
      main,
      engine: compiled.id,
      rows: [answer.values.slice(0, -1)],
      jacobianOf: undefined,
      direction: undefined,
      ranOn: {},
      declined: [],
      meter: { bytes: made.peak() },
      compiling,
      seconds: (workingTime() - start) / 1000,
    },
  };
}
