import type { Derivative, Fold, IntrinsicTerm } from '../language/core/tree';
import { type Instruction, OP } from './code';
import type { Compiler, Entry, Goal } from './compiler';
import { bindPattern } from './scope';

/* Terms whose code loops, or calls a function between two instructions. Their state is in slots of the activation. */

export function compileFold(compiler: Compiler, term: Fold, goal: Goal, done: Entry): void {
  // The slots hold the items, the index, the accumulator and the item.
  const state = goal.free;
  const item = bindPattern(goal.scope, term.item, state + 3, state + 4);
  const accumulator = bindPattern(goal.scope, term.accumulator, state + 2, item.free);
  const next = compiler.produce(OP.foldNext, term, goal);
  next.a = state;
  const body: Goal = { scope: goal.scope, run: false, free: accumulator.free, target: state + 2, next };
  compiler.schedule(term.body, body, (entry) => {
    next.alternative = compiler.unpack([...item.unpacking, ...accumulator.unpacking], term, entry);
    const use = ([sequence, start]: readonly number[]): Instruction => {
      const begin = compiler.instruction(OP.foldBegin, term, term.origin);
      begin.a = sequence ?? 0;
      begin.b = start ?? 0;
      begin.target = state;
      begin.next = next;
      return begin;
    };
    compiler.operands([term.sequence, term.start], goal, use, done);
  });
}

export function compileDerivative(compiler: Compiler, term: Derivative, goal: Goal, done: Entry): void {
  const use = (operands: readonly number[], free: number): Instruction => {
    const [callee, point, direction] = operands;
    // The slots hold the copy of the point, the derivation and the result of the function.
    const state = free;
    goal.scope.reserve(state + 4);
    const end = compiler.produce(OP.derivativeEnd, term, { ...goal, free: state + 3 });
    end.a = state;
    end.operands = [point ?? 0, direction ?? 0];
    const call = compiler.instruction(OP.call, term, term.origin);
    call.a = callee ?? 0;
    call.operands = [state];
    call.target = state + 2;
    call.b = state + 3;
    call.next = end;
    const begin = compiler.instruction(OP.derivativeBegin, term, term.origin);
    begin.a = point ?? 0;
    begin.b = direction ?? 0;
    begin.target = state;
    begin.next = call;
    begin.alternative = end;
    begin.name = end.name = compiler.kinds.get(term) ?? term.operator;
    return begin;
  };
  compiler.operands([term.function, term.point, term.direction], goal, use, done);
}

export function compileBuild(compiler: Compiler, term: IntrinsicTerm, goal: Goal, done: Entry): void {
  const use = ([count, callee]: readonly number[], free: number): Instruction => {
    // The slots hold the count, the items, the index and the item.
    const state = free;
    goal.scope.reserve(state + 5);
    const begin = compiler.instruction(OP.buildBegin, term, term.origin);
    const next = compiler.produce(OP.buildNext, term, { ...goal, free: state + 4 });
    const call = compiler.instruction(OP.call, term, term.origin);
    const store = compiler.instruction(OP.buildStore, term, term.origin);
    begin.a = count ?? 0;
    begin.target = next.a = store.a = state;
    begin.next = store.next = next;
    next.alternative = call;
    call.a = callee ?? 0;
    call.operands = [state + 2];
    call.target = state + 3;
    call.b = state + 4;
    call.next = store;
    return begin;
  };
  compiler.operands(term.arguments, goal, use, done);
}
