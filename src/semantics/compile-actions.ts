import { children } from '../language/core/children';
import type { Bind, IntrinsicTerm, Term } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { type Instruction, NO_SLOT, OP } from './code';
import type { Compiler, Entry, Goal } from './compiler';
import { bindPattern, type CodeScope } from './scope';

/* Terms of type M A are run at once if their effect is needed, and turned into action values otherwise. */

/** Compiles an action that is only known as a value: evaluates it, then runs it. */
export function compileRunValue(compiler: Compiler, term: Term, goal: Goal, done: Entry): void {
  compiler.operands(
    [term],
    goal,
    ([action], free) => {
      const made = compiler.instruction(OP.run, term, term.origin);
      made.a = action ?? 0;
      made.b = free;
      made.target = goal.target;
      made.next = goal.next;
      return made;
    },
    done,
  );
}

export function compileBind(compiler: Compiler, term: Bind, goal: Goal, done: Entry): void {
  const slot = goal.free;
  goal.scope.code.hasActions = true;
  const { unpacking, free } = bindPattern(goal.scope, term.pattern, slot, slot + 1);
  compiler.schedule(term.body, { ...goal, free }, (body) => {
    const next = compiler.unpack(unpacking, term, body);
    compiler.schedule(term.action, { scope: goal.scope, run: true, free: slot, target: slot, next }, done);
  });
}

/**
 * Compiles a `do` as a value: it keeps the slots of this activation that it mentions, and runs later in a similar one.
 */
export function compileSuspend(compiler: Compiler, term: Bind, goal: Goal, done: Entry): void {
  const made = compiler.produce(OP.suspend, term, goal);
  made.operands = slotsIn(term, goal.scope);
  compiler.schedule(term, { ...goal, run: true, target: NO_SLOT, next: compiler.halt }, (entry) => {
    made.alternative = entry;
  });
  done(made);
}

export function compileRunDelta(compiler: Compiler, term: IntrinsicTerm, goal: Goal, done: Entry): void {
  const [first, action] = term.arguments;
  if (first === undefined || action === undefined) {
    internalError('runDelta takes two arguments');
    return;
  }
  // The slots hold the state outside and the result of the action.
  const use = ([from]: readonly number[], state: number): Instruction => {
    goal.scope.reserve(state + 2);
    const end = compiler.produce(OP.runDeltaEnd, term, { ...goal, free: state + 2 });
    end.a = state;
    const begin = compiler.instruction(OP.runDeltaBegin, term, term.origin);
    begin.a = from ?? 0;
    begin.target = state;
    const body: Goal = { scope: goal.scope, run: true, free: state + 1, target: state + 1, next: end };
    compiler.schedule(action, body, (entry) => {
      begin.next = entry;
    });
    return begin;
  };
  compiler.operands([first], goal, use, done);
}

/** Compiles an array of actions: runs one after the other, or delays that if a value is needed. */
export function compileSequence(compiler: Compiler, term: IntrinsicTerm, goal: Goal, done: Entry): void {
  const use = ([actions]: readonly number[], free: number): Instruction => {
    const operand = actions ?? 0;
    goal.scope.code.hasActions = true;
    if (goal.run) return runSequence(compiler, term, operand, { ...goal, free });
    const made = compiler.produce(OP.suspend, term, goal);
    made.operands = operand >= 0 ? [operand] : [];
    const later: Goal = { ...goal, run: true, free, target: NO_SLOT, next: compiler.halt };
    made.alternative = runSequence(compiler, term, operand, later);
    return made;
  };
  compiler.operands(term.arguments, goal, use, done);
}

function runSequence(compiler: Compiler, term: IntrinsicTerm, actions: number, goal: Goal): Instruction {
  // The slots hold the actions, the results, the index, and the action or its result.
  const state = goal.free;
  goal.scope.reserve(state + 5);
  const begin = compiler.instruction(OP.sequenceBegin, term, term.origin);
  const next = compiler.produce(OP.sequenceNext, term, { ...goal, free: state + 4 });
  const each = compiler.instruction(OP.run, term, term.origin);
  const store = compiler.instruction(OP.buildStore, term, term.origin);
  begin.a = actions;
  begin.target = next.a = store.a = state;
  begin.next = store.next = next;
  next.alternative = each;
  each.a = each.target = state + 3;
  each.b = state + 4;
  each.next = store;
  return begin;
}

function slotsIn(term: Term, scope: CodeScope): readonly number[] {
  const slots = new Set<number>();
  const stack: Term[] = [term];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    if (current.tag === 'variable') {
      const slot = scope.slotOf(current.name);
      if (slot !== undefined) slots.add(slot);
    }
    for (const child of children(current)) stack.push(child.term);
  }
  return [...slots];
}
