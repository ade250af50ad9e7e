import type { Apply, LetRec, Match, Pattern, RecursiveFunction, Term } from '../language/core/tree';
import { assertNever, internalError } from '../language/source/internal-error';
import { sameType } from '../language/types/structure';
import { DELTA } from '../language/types/type';
import { type CodeArm, type Instruction, NO_SLOT, OP, UNBOUNDED } from './code';
import { compileBind, compileRunValue, compileSuspend } from './compile-actions';
import { compileIntrinsic } from './compile-intrinsics';
import { compileDerivative, compileFold } from './compile-loops';
import type { Compiler, Entry, Goal } from './compiler';
import { RUN_TIME_ROWS } from './rows';
import { bindPattern, fieldIndex } from './scope';
import { Variant } from './value';

export function compileTerm(compiler: Compiler, term: Term, goal: Goal, done: Entry): void {
  if (goal.run && !RUN_FORMS.has(term.tag) && !isRunIntrinsic(term)) {
    compileRunValue(compiler, term, goal, done);
    return;
  }
  switch (term.tag) {
    case 'variable':
    case 'literal':
      done(move(compiler, term, goal));
      return;
    case 'tuple':
      compiler.simple(OP.tuple, term.items, term, goal, done);
      return;
    case 'record': {
      const order = term.fields.map((field) => fieldIndex(term.type, field.name));
      const values = term.fields.map((field) => field.value);
      compiler.simpleWith(
        OP.tuple,
        values,
        term,
        goal,
        (made) => {
          const sorted = new Array<number>(order.length).fill(0);
          order.forEach((index, k) => (sorted[index] = made.operands[k] ?? 0));
          made.operands = sorted;
        },
        done,
      );
      return;
    }
    case 'projection':
      compiler.simpleWith(OP.project, [term.tuple], term, goal, (made) => (made.b = term.index), done);
      return;
    case 'field': {
      const index = fieldIndex(term.record.type, term.name);
      compiler.simpleWith(OP.project, [term.record], term, goal, (made) => (made.b = index), done);
      return;
    }
    case 'construct':
      construct(compiler, term, goal, done);
      return;
    case 'match':
      match(compiler, term, goal, done);
      return;
    case 'lambda': {
      const made = compiler.produce(OP.closure, term, goal);
      made.codes = [compiler.functionCode(term, undefined, goal.scope)];
      done(made);
      return;
    }
    case 'apply':
      apply(compiler, term, goal, done);
      return;
    case 'let': {
      const slot = goal.free;
      const { unpacking, free } = bindPattern(goal.scope, term.pattern, slot, slot + 1);
      const redex = compiler.redex(term, goal);
      compiler.schedule(term.body, { ...redex.goal, free }, (body) => {
        const next = redex.open(compiler.bound(term.pattern, slot, term, compiler.unpack(unpacking, term, body)));
        compiler.schedule(term.value, { scope: goal.scope, run: false, free: slot, target: slot, next }, done);
      });
      return;
    }
    case 'letrec':
      letrec(compiler, term, goal, done);
      return;
    case 'if': {
      const redex = compiler.redex(term, goal);
      compiler.schedule(term.consequent, redex.goal, (consequent) => {
        compiler.schedule(term.alternative, redex.goal, (alternative) => {
          const use = ([condition]: readonly number[]): Instruction => {
            const branch = compiler.instruction(OP.branch, term, term.origin);
            branch.a = condition ?? 0;
            branch.next = consequent;
            branch.alternative = alternative;
            return redex.open(branch);
          };
          compiler.operands([term.condition], goal, use, done);
        });
      });
      return;
    }
    case 'operation': {
      const plain = term.arguments.length === 1 ? OP.operation1 : OP.operation2;
      const binding = compiler.options.primals?.get(term);
      const [left, right] = term.arguments;
      compiler.simpleWith(
        binding === undefined ? plain : OP.boundOperation,
        binding === undefined ? term.arguments : [...term.arguments, binding],
        term,
        goal,
        (made) => {
          made.row = RUN_TIME_ROWS[term.operation];
          made.derivative = term.role === 'derivative';
          made.flag = left?.tag === 'variable' && right?.tag === 'variable' && left.name === right.name;
        },
        done,
      );
      return;
    }
    case 'intrinsic':
      compileIntrinsic(compiler, term, goal, done);
      return;
    case 'sequence': {
      const isArray = term.type.tag === 'sequence' && term.type.container === 'array';
      compiler.simpleWith(OP.sequence, term.items, term, goal, (made) => (made.flag = isArray), done);
      return;
    }
    case 'fold':
      compileFold(compiler, term, goal, done);
      return;
    case 'derivative':
      compileDerivative(compiler, term, goal, done);
      return;
    case 'fail':
      compiler.simple(OP.fail, [], term, goal, done);
      return;
    case 'watch':
      compiler.simple(OP.watch, [term.name, term.value], term, goal, done);
      return;
    case 'pure':
      if (goal.run) compiler.schedule(term.value, { ...goal, run: false }, done);
      else compiler.simple(OP.pureAction, [term.value], term, goal, done);
      return;
    case 'bind':
      if (goal.run) compileBind(compiler, term, goal, done);
      else compileSuspend(compiler, term, goal, done);
      return;
    default:
      assertNever(term);
  }
}

/** Terms that can be run without turning them into an action first. */
const RUN_FORMS: ReadonlySet<Term['tag']> = new Set(['let', 'letrec', 'if', 'match', 'apply', 'pure', 'bind']);

function isRunIntrinsic(term: Term): boolean {
  return term.tag === 'intrinsic' && (term.intrinsic === 'Delta.deltaLet' || term.intrinsic === 'Delta.sequence');
}

function move(compiler: Compiler, term: Term, goal: Goal): Instruction {
  const operand = compiler.atom(term, goal.scope) ?? internalError(`${term.tag} is no atom`);
  const made = compiler.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
  made.a = operand;
  made.target = goal.target;
  made.next = goal.next;
  return made;
}

function construct(compiler: Compiler, term: Extract<Term, { tag: 'construct' }>, goal: Goal, done: Entry): void {
  const { constructorName, payload } = term;
  if (payload === undefined) {
    const value = constructorName === '[]' ? null : new Variant(constructorName, undefined);
    const made = compiler.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
    made.a = compiler.named(constructorName, value);
    made.target = goal.target;
    made.next = goal.next;
    done(made);
  } else if (constructorName !== '::') {
    const name = (made: Instruction): void => {
      made.name = constructorName;
      made.flag = sameType(term.type, DELTA);
    };
    compiler.simpleWith(OP.construct, [payload], term, goal, name, done);
  } else if (payload.tag === 'tuple') {
    compiler.simple(OP.cons, payload.items, term, goal, done);
  } else {
    compiler.simpleWith(OP.cons, [payload], term, goal, (made) => (made.flag = true), done);
  }
}

function match(compiler: Compiler, term: Match, goal: Goal, done: Entry): void {
  const redex = compiler.redex(term, goal);
  const arms: CodeArm[] = [];
  const compileArm = (i: number, otherwise: Instruction | undefined): void => {
    const arm = term.arms[i];
    if (arm === undefined) {
      const use = ([scrutinee]: readonly number[]): Instruction => {
        const made = compiler.instruction(OP.match, term, term.origin);
        made.a = scrutinee ?? 0;
        made.arms = arms;
        if (otherwise !== undefined) made.alternative = otherwise;
        return redex.open(made);
      };
      compiler.operands([term.scrutinee], goal, use, done);
      return;
    }
    const head = goal.free;
    const { payload } = arm;
    const isPair = arm.constructorName === '::' && payload?.tag === 'tuple';
    const bound = isPair ? bindPair(payload.items, goal) : bindPayload(payload, goal);
    compiler.schedule(arm.body, { ...redex.goal, free: bound.free }, (body) => {
      arms.unshift({
        name: arm.constructorName,
        target: payload === undefined ? NO_SLOT : head,
        tail: isPair ? head + 1 : NO_SLOT,
        entry: compiler.unpack(bound.unpacking, term, body),
      });
      compileArm(i - 1, otherwise);
    });
  };
  if (term.otherwise === undefined) compileArm(term.arms.length - 1, undefined);
  else
    compiler.schedule(term.otherwise, redex.goal, (otherwise) => {
      compileArm(term.arms.length - 1, otherwise);
    });
}

function bindPayload(payload: Pattern | undefined, goal: Goal): ReturnType<typeof bindPattern> {
  if (payload === undefined) return { unpacking: [], free: goal.free };
  return bindPattern(goal.scope, payload, goal.free, goal.free + 1);
}

/** Binds `x :: xs`: head and tail go to two slots, and no pair is made. */
function bindPair(items: readonly Pattern[], goal: Goal): ReturnType<typeof bindPattern> {
  const [head, tail] = items;
  if (head === undefined || tail === undefined) return internalError('the payload of :: is a pair');
  const first = bindPattern(goal.scope, head, goal.free, goal.free + 2);
  const second = bindPattern(goal.scope, tail, goal.free + 1, first.free);
  return { unpacking: [...first.unpacking, ...second.unpacking], free: second.free };
}

function apply(compiler: Compiler, term: Apply, goal: Goal, done: Entry): void {
  const terms: Term[] = [];
  let callee: Term = term;
  for (; callee.tag === 'apply'; callee = callee.function) terms.push(callee.argument);
  terms.push(callee);
  terms.reverse();
  const use = (operands: readonly number[], free: number): Instruction => {
    const isTail = goal.target === NO_SLOT;
    const call = compiler.instruction(isTail ? OP.tailCall : OP.call, term, term.origin);
    const redex = compiler.redex(term, goal);
    call.target = goal.target;
    call.next = redex.goal.next;
    call.a = operands[0] ?? 0;
    call.operands = operands.slice(1);
    call.b = free;
    call.flag = goal.run;
    goal.scope.reserve(free + 1);
    return redex.open(call);
  };
  compiler.operands(terms, goal, use, done);
}

function letrec(compiler: Compiler, term: LetRec, goal: Goal, done: Entry): void {
  const slot = goal.free;
  term.functions.forEach((f: RecursiveFunction, k) => {
    goal.scope.bind(f.name, slot + k, false);
  });
  const redex = compiler.redex(term, goal);
  compiler.schedule(term.body, { ...redex.goal, free: slot + term.functions.length }, (body) => {
    const made = compiler.instruction(OP.letrec, term, term.origin);
    made.target = slot;
    made.codes = compiler.recursive(term.functions, goal.scope);
    made.b = compiler.options.bound ?? UNBOUNDED;
    made.next = body;
    done(redex.open(made));
  });
}
