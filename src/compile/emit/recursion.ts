import { internalError } from '../../language/source/internal-error';
import { componentsOf } from '../ir/components';
import { liveAt } from '../ir/live';
import type { Block, Call, FunctionId } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { calleesOf } from '../optimise/inline';
import type { ConstantData } from './data';
import { WORD } from './layout';
import type { Calls } from './resumable';
import type { Runtime } from './runtime';
import { type Overflow, trampoline } from './trampoline';

/** Functions that call each other in a circle, with their numbers in their trampoline. */
interface Circle {
  readonly name: string;
  readonly numbers: ReadonlyMap<FunctionId, number>;
}

/** Which functions of a program are recursive, and what the host's stack has room for. */
export class Recursion {
  /**
   * The shift by which the room of a function that a trampoline runs is less than that of the whole run: for a circle
   * that calls another, that calls another, and so on, the sum is at most a quarter of it.
   */
  readonly share: number;
  private readonly circles = new Map<FunctionId, Circle>();
  private readonly heights = new Map<FunctionId, number>();
  private readonly passing: number;
  private readonly secondOf: (id: FunctionId) => number;

  /** `secondOf` returns the index of the second form of a function. */
  constructor({ functions, entries }: IrProgram, data: ConstantData, secondOf: (id: FunctionId) => number) {
    const callees = new Map([...functions].map(([id, { body }]) => [id, calleesOf(body)]));
    let most = 0;
    for (const component of componentsOf(entries.values(), (id) => callees.get(id) ?? [])) {
      const [first] = component;
      if (first === undefined) continue;
      const called = component.flatMap((id) => callees.get(id) ?? []);
      const isCircle = component.length > 1 || called.includes(first);
      const below = called.map((id) => this.heights.get(id) ?? 0);
      const height = below.reduce((sum, each) => Math.max(sum, each), 0) + (isCircle ? 1 : 0);
      for (const id of component) this.heights.set(id, height);
      if (!isCircle) continue;
      const circle = { name: `run.${first}`, numbers: new Map(component.map((id, i) => [id, i])) };
      for (const id of component) {
        this.circles.set(id, circle);
        const { parameters, body } = functions.get(id) ?? internalError('a function');
        most = Math.max(most, parameters.length, body.results.length);
      }
    }
    const highest = [...this.heights.values()].reduce((sum, each) => Math.max(sum, each), 1);
    this.share = Math.max(3, Math.ceil(Math.log2(4 * highest)));
    this.passing = data.reserve(WORD * most);
    this.secondOf = secondOf;
  }

  isRecursive(id: FunctionId): boolean {
    return this.circles.has(id);
  }

  /** Whether a function takes the room on the host's stack: it is recursive, or leads to functions that are. */
  takesRoom(id: FunctionId): boolean {
    return (this.heights.get(id) ?? 0) > 0;
  }

  /** Returns where a recursive function goes over to its second form. */
  overflow(id: FunctionId, runtime: Runtime): Overflow | undefined {
    const circle = this.circles.get(id);
    const own = circle?.numbers.get(id);
    if (circle === undefined || own === undefined) return undefined;
    const functions = [...circle.numbers.keys()].map(this.secondOf);
    return { trampoline: runtime.add(circle.name, () => trampoline(runtime, functions)), own, passing: this.passing };
  }

  /** Returns what the second form of a recursive function needs to know of its calls. */
  callsIn({ id, body }: IrFunction): Calls {
    const numbers = this.circles.get(id)?.numbers ?? internalError('a recursive function');
    const tails = new Set<Call>();
    addTails(body, tails);
    return {
      own: numbers.get(id) ?? internalError('a recursive function'),
      numberOf: ({ callee }) => numbers.get(callee),
      isTail: (call) => tails.has(call),
      live: liveAt(body, ({ tag }) => tag === 'call'),
      passing: this.passing,
    };
  }
}

/** Finds the calls whose results are those of a block. */
function addTails({ statements, results }: Block, tails: Set<Call>): void {
  const last = statements.at(-1);
  if (last?.targets.length !== results.length || !results.every((result, i) => result === last.targets[i])) return;
  if (last.tag === 'call') tails.add(last);
  if (last.tag === 'if') for (const arm of [last.consequent, last.alternative]) addTails(arm, tails);
}
