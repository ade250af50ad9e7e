import { children } from '../language/core/children';
import type {
  Apply,
  Bind,
  CoreProgram,
  Derivative,
  Fold,
  IntrinsicTerm,
  Lambda,
  LetRec,
  Match,
  Pattern,
  RecursiveFunction,
  Term,
  VariantDeclaration,
} from '../language/core/tree';
import { assertNever, internalError } from '../language/source/internal-error';
import { NOWHERE, PRELUDE_CELL, type Span } from '../language/source/span';
import { CONSTANT, encode, FunctionCode, Instruction, NO_SLOT, OP, type CodeArm, type Opcode } from './code';
import { RUN_TIME_ROWS } from './rows';
import { bindPattern, fieldIndex, Scope, type Unpacking } from './scope';
import { Variant, type Value } from './value';

export interface Executable {
  readonly program: CoreProgram;
  readonly variants: readonly VariantDeclaration[];
  readonly main: FunctionCode;
  readonly constants: readonly Value[];
  /** Where instructions stand, by `Instruction.origin`. */
  readonly origins: readonly Span[];
}

/** Core to code. Iterative: terms may be of any depth. */
export function compile(program: CoreProgram): Executable {
  return new Compiler().program(program);
}

/** What a term's code does when its value is known. */
interface Goal {
  readonly scope: Scope;
  /** Whether the term, of type M A, is run, for a value of type A. */
  readonly run: boolean;
  /** The first slot that nothing live occupies. */
  readonly free: number;
  /** The slot of the value, or NO_SLOT where it is the result of the function. */
  readonly target: number;
  /** What comes after; nothing where the value is the result of the function. */
  readonly next: Instruction;
}

type Entry = (entry: Instruction) => void;

/**
 * Code is made backwards: a term is compiled when what follows it is. `schedule` keeps the JavaScript stack flat; every
 * call of `term` goes through it.
 */
class Compiler {
  private readonly tasks: (() => void)[] = [];
  private readonly constants: Value[] = [];
  private readonly constantOperands = new Map<string, number>();
  private readonly origins: Span[] = [];
  private readonly originIndices = new Map<Span, number>();
  private readonly halt = this.instruction(OP.halt, undefined, NOWHERE);

  program(program: CoreProgram): Executable {
    const main = new FunctionCode('the program', 0, NOWHERE, this.halt);
    const scope = new Scope(main, undefined);
    const slots = this.globals(program, scope);
    const free = main.size;
    const item = (i: number, next: Instruction): void => {
      const current = program.items[i];
      if (current === undefined) {
        main.entry = next;
        return;
      }
      const unpacking = slots[i] ?? { slot: 0, unpacking: [] };
      const { slot } = unpacking;
      const goal: Goal = { scope, run: false, free, target: slot, next };
      switch (current.tag) {
        case 'let': {
          const unpack = this.unpack(unpacking.unpacking, current.value, next);
          this.schedule(current.value, { ...goal, next: unpack }, (entry) => {
            item(i - 1, entry);
          });
          return;
        }
        case 'letrec': {
          const letrec = this.instruction(OP.letrec, undefined, current.origin);
          letrec.target = slot;
          letrec.codes = current.functions.map((f) => this.functionCode(f.function, f.name, scope));
          letrec.next = next;
          this.tasks.push(() => {
            item(i - 1, letrec);
          });
          return;
        }
        case 'input': {
          const begin = this.instruction(OP.inputBegin, current.value, current.origin);
          const end = this.instruction(OP.inputEnd, current.value, current.origin);
          begin.name = end.name = current.name;
          begin.target = end.target = slot;
          end.next = next;
          begin.alternative = end;
          this.schedule(current.value, { ...goal, next: end }, (entry) => {
            begin.next = entry;
            item(i - 1, begin);
          });
          return;
        }
        case 'output': {
          const output = this.instruction(OP.output, current.term, current.origin);
          output.a = free;
          output.next = next;
          scope.reserve(free + 1);
          this.schedule(current.term, { ...goal, free, target: free, next: output }, (entry) => {
            item(i - 1, entry);
          });
          return;
        }
        default:
          assertNever(current);
      }
    };
    item(program.items.length - 1, this.halt);
    this.work();
    return { program, variants: program.variants, main, constants: this.constants, origins: this.origins };
  }

  /** Slots of what stands at the top, which are never used for anything else, so that closures need not capture it. */
  private globals(
    program: CoreProgram,
    scope: Scope,
  ): readonly { readonly slot: number; readonly unpacking: readonly Unpacking[] }[] {
    return program.items.map((item) => {
      const slot = scope.code.size;
      switch (item.tag) {
        case 'let':
          scope.reserve(slot + 1);
          return { slot, unpacking: bindPattern(scope, item.pattern, slot, slot + 1, true).unpacking };
        case 'letrec':
          item.functions.forEach((f, k) => {
            scope.bind(f.name, slot + k, true);
          });
          return { slot, unpacking: [] };
        case 'input':
          scope.bind(item.name, slot, true);
          return { slot, unpacking: [] };
        case 'output':
          return { slot, unpacking: [] };
        default:
          return assertNever(item);
      }
    });
  }

  private work(): void {
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) task();
  }

  private schedule(term: Term, goal: Goal, done: Entry): void {
    this.tasks.push(() => {
      this.term(term, goal, (entry) => {
        this.tasks.push(() => {
          done(entry);
        });
      });
    });
  }

  private instruction(op: Opcode, term: Term | undefined, origin: Span): Instruction {
    let index = this.originIndices.get(origin);
    if (index === undefined) {
      index = this.origins.push(origin) - 1;
      this.originIndices.set(origin, index);
    }
    return new Instruction(op, term, index, origin.cell !== PRELUDE_CELL);
  }

  /** An instruction whose value goes where the goal says. */
  private produce(op: Opcode, term: Term, goal: Goal): Instruction {
    const made = this.instruction(op, term, term.origin);
    if (goal.target === NO_SLOT) {
      const result = this.instruction(OP.return, term, term.origin);
      result.a = goal.free;
      made.target = goal.free;
      made.next = result;
      goal.scope.reserve(goal.free + 1);
    } else {
      made.target = goal.target;
      made.next = goal.next;
    }
    return made;
  }

  private constant(value: Value): number {
    const key = Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
    const known = this.constantOperands.get(key);
    if (known !== undefined) return known;
    const operand = encode(CONSTANT, this.constants.push(value) - 1);
    this.constantOperands.set(key, operand);
    return operand;
  }

  /** Variables and literals are values: they are operands, and take no step. */
  private atom(term: Term, scope: Scope): number | undefined {
    if (term.tag === 'variable') return scope.resolve(term.name);
    if (term.tag === 'literal') return this.constant(term.value);
    return undefined;
  }

  /** Code that evaluates `terms` in order and then does what `use` makes of their operands and the next free slot. */
  private operands(
    terms: readonly Term[],
    goal: Goal,
    use: (operands: readonly number[], free: number) => Instruction,
    done: Entry,
  ): void {
    const waiting: { readonly term: Term; readonly slot: number }[] = [];
    let { free } = goal;
    const operands = terms.map((term) => {
      const atom = this.atom(term, goal.scope);
      if (atom !== undefined) return atom;
      waiting.push({ term, slot: free });
      return free++;
    });
    goal.scope.reserve(free);
    const evaluate = (i: number, next: Instruction): void => {
      const current = waiting[i];
      if (current === undefined) {
        done(next);
        return;
      }
      const { slot } = current;
      this.schedule(current.term, { scope: goal.scope, run: false, free: slot, target: slot, next }, (entry) => {
        evaluate(i - 1, entry);
      });
    };
    evaluate(waiting.length - 1, use(operands, free));
  }

  /** `terms` evaluated, then one instruction on them, `a` and `b` the first two operands. */
  private simple(op: Opcode, terms: readonly Term[], term: Term, goal: Goal, done: Entry): void {
    this.simpleWith(op, terms, term, goal, () => undefined, done);
  }

  private simpleWith(
    op: Opcode,
    terms: readonly Term[],
    term: Term,
    goal: Goal,
    complete: (instruction: Instruction) => void,
    done: Entry,
  ): void {
    this.operands(
      terms,
      goal,
      (operands, free) => {
        const made = this.produce(op, term, { ...goal, free });
        made.operands = operands;
        made.a = operands[0] ?? 0;
        made.b = operands[1] ?? 0;
        complete(made);
        return made;
      },
      done,
    );
  }

  private unpack(steps: readonly Unpacking[], term: Term, next: Instruction): Instruction {
    return steps.reduceRight((after, step) => {
      const project = this.instruction(OP.project, term, term.origin);
      project.a = step.from;
      project.b = step.index;
      project.target = step.target;
      project.next = after;
      return project;
    }, next);
  }

  private term(term: Term, goal: Goal, done: Entry): void {
    if (goal.run && !RUN_FORMS.has(term.tag) && !isDeltaLet(term)) {
      this.runValue(term, goal, done);
      return;
    }
    switch (term.tag) {
      case 'variable':
      case 'literal':
        done(this.move(term, goal));
        return;
      case 'tuple':
        this.simple(OP.tuple, term.items, term, goal, done);
        return;
      case 'record': {
        const order = term.fields.map((field) => fieldIndex(term.type, field.name));
        const values = term.fields.map((field) => field.value);
        this.simpleWith(
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
        this.simpleWith(OP.project, [term.tuple], term, goal, (made) => (made.b = term.index), done);
        return;
      case 'field': {
        const index = fieldIndex(term.record.type, term.name);
        this.simpleWith(OP.project, [term.record], term, goal, (made) => (made.b = index), done);
        return;
      }
      case 'construct':
        this.construct(term, goal, done);
        return;
      case 'match':
        this.match(term, goal, done);
        return;
      case 'lambda': {
        const made = this.produce(OP.closure, term, goal);
        made.codes = [this.functionCode(term, undefined, goal.scope)];
        done(made);
        return;
      }
      case 'apply':
        this.apply(term, goal, done);
        return;
      case 'let': {
        const slot = goal.free;
        const { unpacking, free } = bindPattern(goal.scope, term.pattern, slot, slot + 1);
        this.schedule(term.body, { ...goal, free }, (body) => {
          const next = this.unpack(unpacking, term, body);
          this.schedule(term.value, { scope: goal.scope, run: false, free: slot, target: slot, next }, done);
        });
        return;
      }
      case 'letrec':
        this.letrec(term, goal, done);
        return;
      case 'if':
        this.schedule(term.consequent, goal, (consequent) => {
          this.schedule(term.alternative, goal, (alternative) => {
            const use = ([condition]: readonly number[]): Instruction => {
              const branch = this.instruction(OP.branch, term, term.origin);
              branch.a = condition ?? 0;
              branch.next = consequent;
              branch.alternative = alternative;
              return branch;
            };
            this.operands([term.condition], goal, use, done);
          });
        });
        return;
      case 'operation': {
        const op = term.arguments.length === 1 ? OP.operation1 : OP.operation2;
        const [left, right] = term.arguments;
        this.simpleWith(
          op,
          term.arguments,
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
        this.intrinsic(term, goal, done);
        return;
      case 'sequence': {
        const isArray = term.type.tag === 'sequence' && term.type.container === 'array';
        this.simpleWith(OP.sequence, term.items, term, goal, (made) => (made.flag = isArray), done);
        return;
      }
      case 'fold':
        this.fold(term, goal, done);
        return;
      case 'derivative':
        this.derivative(term, goal, done);
        return;
      case 'watch':
        this.simple(OP.watch, [term.name, term.value], term, goal, done);
        return;
      case 'pure':
        if (goal.run) this.schedule(term.value, { ...goal, run: false }, done);
        else this.simple(OP.pureAction, [term.value], term, goal, done);
        return;
      case 'bind':
        if (goal.run) this.bind(term, goal, done);
        else this.suspend(term, goal, done);
        return;
      default:
        assertNever(term);
    }
  }

  private move(term: Term, goal: Goal): Instruction {
    const operand = this.atom(term, goal.scope) ?? internalError(`${term.tag} is no atom`);
    const made = this.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
    made.a = operand;
    made.target = goal.target;
    made.next = goal.next;
    return made;
  }

  private construct(term: Extract<Term, { tag: 'construct' }>, goal: Goal, done: Entry): void {
    const { constructorName, payload } = term;
    if (payload === undefined) {
      const value = constructorName === '[]' ? null : new Variant(constructorName, undefined);
      const made = this.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
      made.a = this.named(constructorName, value);
      made.target = goal.target;
      made.next = goal.next;
      done(made);
    } else if (constructorName !== '::') {
      this.simpleWith(OP.construct, [payload], term, goal, (made) => (made.name = constructorName), done);
    } else if (payload.tag === 'tuple') {
      this.simple(OP.cons, payload.items, term, goal, done);
    } else {
      this.simpleWith(OP.cons, [payload], term, goal, (made) => (made.flag = true), done);
    }
  }

  private named(name: string, value: Value): number {
    const key = `constructor ${name}`;
    const known = this.constantOperands.get(key);
    if (known !== undefined) return known;
    const operand = encode(CONSTANT, this.constants.push(value) - 1);
    this.constantOperands.set(key, operand);
    return operand;
  }

  private match(term: Match, goal: Goal, done: Entry): void {
    const arms: CodeArm[] = [];
    const compileArm = (i: number, otherwise: Instruction | undefined): void => {
      const arm = term.arms[i];
      if (arm === undefined) {
        const use = ([scrutinee]: readonly number[]): Instruction => {
          const made = this.instruction(OP.match, term, term.origin);
          made.a = scrutinee ?? 0;
          made.arms = arms;
          if (otherwise !== undefined) made.alternative = otherwise;
          return made;
        };
        this.operands([term.scrutinee], goal, use, done);
        return;
      }
      const head = goal.free;
      const { payload } = arm;
      const isPair = arm.constructorName === '::' && payload?.tag === 'tuple';
      const bound = isPair ? this.bindPair(payload.items, goal) : this.bindPayload(payload, goal);
      this.schedule(arm.body, { ...goal, free: bound.free }, (body) => {
        arms.unshift({
          name: arm.constructorName,
          target: payload === undefined ? NO_SLOT : head,
          tail: isPair ? head + 1 : NO_SLOT,
          entry: this.unpack(bound.unpacking, term, body),
        });
        compileArm(i - 1, otherwise);
      });
    };
    if (term.otherwise === undefined) compileArm(term.arms.length - 1, undefined);
    else
      this.schedule(term.otherwise, goal, (otherwise) => {
        compileArm(term.arms.length - 1, otherwise);
      });
  }

  private bindPayload(payload: Pattern | undefined, goal: Goal): ReturnType<typeof bindPattern> {
    if (payload === undefined) return { unpacking: [], free: goal.free };
    return bindPattern(goal.scope, payload, goal.free, goal.free + 1);
  }

  /** `x :: xs`: head and tail go to two slots, and no pair is made. */
  private bindPair(items: readonly Pattern[], goal: Goal): ReturnType<typeof bindPattern> {
    const [head, tail] = items;
    if (head === undefined || tail === undefined) return internalError('the payload of :: is a pair');
    const first = bindPattern(goal.scope, head, goal.free, goal.free + 2);
    const second = bindPattern(goal.scope, tail, goal.free + 1, first.free);
    return { unpacking: [...first.unpacking, ...second.unpacking], free: second.free };
  }

  private functionCode(lambda: Lambda, name: string | undefined, parent: Scope): FunctionCode {
    const known = parent.functions.get(lambda);
    if (known !== undefined) return known;
    const parameters: Pattern[] = [lambda.parameter];
    let { body } = lambda;
    for (; body.tag === 'lambda'; { body } = body) parameters.push(body.parameter);
    const code = new FunctionCode(name ?? 'fun', parameters.length, lambda.origin, this.halt);
    parent.functions.set(lambda, code);
    const scope = new Scope(code, parent);
    let free = parameters.length;
    const unpacking = parameters.flatMap((parameter, slot) => {
      const bound = bindPattern(scope, parameter, slot, free);
      ({ free } = bound);
      return bound.unpacking;
    });
    const goal: Goal = { scope, run: false, free, target: NO_SLOT, next: this.halt };
    this.schedule(body, goal, (entry) => {
      code.entry = this.unpack(unpacking, lambda, entry);
    });
    if (body.type.tag === 'monad') {
      this.schedule(body, { ...goal, run: true }, (entry) => {
        code.runEntry = this.unpack(unpacking, lambda, entry);
      });
    }
    return code;
  }

  private apply(term: Apply, goal: Goal, done: Entry): void {
    const terms: Term[] = [];
    let callee: Term = term;
    for (; callee.tag === 'apply'; callee = callee.function) terms.push(callee.argument);
    terms.push(callee);
    terms.reverse();
    const use = (operands: readonly number[], free: number): Instruction => {
      const isTail = goal.target === NO_SLOT;
      const call = this.instruction(isTail ? OP.tailCall : OP.call, term, term.origin);
      call.target = goal.target;
      call.next = goal.next;
      call.a = operands[0] ?? 0;
      call.operands = operands.slice(1);
      call.b = free;
      call.flag = goal.run;
      goal.scope.reserve(free + 1);
      return call;
    };
    this.operands(terms, goal, use, done);
  }

  private letrec(term: LetRec, goal: Goal, done: Entry): void {
    const slot = goal.free;
    term.functions.forEach((f: RecursiveFunction, k) => {
      goal.scope.bind(f.name, slot + k, false);
    });
    this.schedule(term.body, { ...goal, free: slot + term.functions.length }, (body) => {
      const made = this.instruction(OP.letrec, term, term.origin);
      made.target = slot;
      made.codes = term.functions.map((f) => this.functionCode(f.function, f.name, goal.scope));
      made.next = body;
      done(made);
    });
  }

  private fold(term: Fold, goal: Goal, done: Entry): void {
    // items, index, accumulator, item
    const state = goal.free;
    const item = bindPattern(goal.scope, term.item, state + 3, state + 4);
    const accumulator = bindPattern(goal.scope, term.accumulator, state + 2, item.free);
    const next = this.produce(OP.foldNext, term, goal);
    next.a = state;
    const body: Goal = { scope: goal.scope, run: false, free: accumulator.free, target: state + 2, next };
    this.schedule(term.body, body, (entry) => {
      next.alternative = this.unpack([...item.unpacking, ...accumulator.unpacking], term, entry);
      const use = ([sequence, start]: readonly number[]): Instruction => {
        const begin = this.instruction(OP.foldBegin, term, term.origin);
        begin.a = sequence ?? 0;
        begin.b = start ?? 0;
        begin.target = state;
        begin.next = next;
        return begin;
      };
      this.operands([term.sequence, term.start], goal, use, done);
    });
  }

  private derivative(term: Derivative, goal: Goal, done: Entry): void {
    const use = (operands: readonly number[], free: number): Instruction => {
      const [callee, point, direction] = operands;
      // the point's copy, the derivation, the result of the function
      const state = free;
      goal.scope.reserve(state + 4);
      const end = this.produce(OP.derivativeEnd, term, { ...goal, free: state + 3 });
      end.a = state;
      end.operands = [point ?? 0, direction ?? 0];
      const call = this.instruction(OP.call, term, term.origin);
      call.a = callee ?? 0;
      call.operands = [state];
      call.target = state + 2;
      call.b = state + 3;
      call.next = end;
      const begin = this.instruction(OP.derivativeBegin, term, term.origin);
      begin.a = point ?? 0;
      begin.target = state;
      begin.next = call;
      return begin;
    };
    this.operands([term.function, term.point, term.direction], goal, use, done);
  }

  private intrinsic(term: IntrinsicTerm, goal: Goal, done: Entry): void {
    const terms = term.arguments;
    switch (term.intrinsic) {
      case 'length':
        this.simple(OP.length, terms, term, goal, done);
        return;
      case 'index':
        this.simple(OP.index, terms, term, goal, done);
        return;
      case 'append':
        this.simple(OP.append, terms, term, goal, done);
        return;
      case 'build':
        this.build(term, goal, done);
        return;
      case 'Delta.deltaLet':
        this.simple(goal.run ? OP.deltaLet : OP.deltaLetAction, terms, term, goal, done);
        return;
      case 'Delta.runDelta':
        this.runDelta(term, goal, done);
        return;
      case 'Delta.eval':
        this.simple(OP.deltaEval, terms, term, goal, done);
        return;
      case 'Delta.emptyMap': {
        const made = this.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
        made.a = this.named('Delta.emptyMap', new Map());
        made.target = goal.target;
        made.next = goal.next;
        done(made);
        return;
      }
      case 'Delta.lookupOrZero':
        this.simple(OP.deltaLookup, terms, term, goal, done);
        return;
      default:
        assertNever(term.intrinsic);
    }
  }

  private build(term: IntrinsicTerm, goal: Goal, done: Entry): void {
    const use = ([count, callee]: readonly number[], free: number): Instruction => {
      // count, items, index, item
      const state = free;
      goal.scope.reserve(state + 5);
      const begin = this.instruction(OP.buildBegin, term, term.origin);
      const next = this.produce(OP.buildNext, term, { ...goal, free: state + 4 });
      const call = this.instruction(OP.call, term, term.origin);
      const store = this.instruction(OP.buildStore, term, term.origin);
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
    this.operands(term.arguments, goal, use, done);
  }

  /** An action that is known as a value only: evaluate it, then run it. */
  private runValue(term: Term, goal: Goal, done: Entry): void {
    this.operands(
      [term],
      goal,
      ([action], free) => {
        const made = this.instruction(OP.run, term, term.origin);
        made.a = action ?? 0;
        made.b = free;
        made.target = goal.target;
        made.next = goal.next;
        return made;
      },
      done,
    );
  }

  private bind(term: Bind, goal: Goal, done: Entry): void {
    const slot = goal.free;
    const { unpacking, free } = bindPattern(goal.scope, term.pattern, slot, slot + 1);
    this.schedule(term.body, { ...goal, free }, (body) => {
      const next = this.unpack(unpacking, term, body);
      this.schedule(term.action, { scope: goal.scope, run: true, free: slot, target: slot, next }, done);
    });
  }

  /** A `do` as a value: keeps the slots of this activation that it mentions, and runs later in an activation like it. */
  private suspend(term: Bind, goal: Goal, done: Entry): void {
    const made = this.produce(OP.suspend, term, goal);
    made.operands = slotsIn(term, goal.scope);
    this.schedule(term, { ...goal, run: true, target: NO_SLOT, next: this.halt }, (entry) => {
      made.alternative = entry;
    });
    done(made);
  }

  private runDelta(term: IntrinsicTerm, goal: Goal, done: Entry): void {
    const [first, action] = term.arguments;
    if (first === undefined || action === undefined) {
      internalError('runDelta takes two arguments');
      return;
    }
    // the state outside, the result of the action
    const use = ([from]: readonly number[], state: number): Instruction => {
      goal.scope.reserve(state + 2);
      const end = this.produce(OP.runDeltaEnd, term, { ...goal, free: state + 2 });
      end.a = state;
      const begin = this.instruction(OP.runDeltaBegin, term, term.origin);
      begin.a = from ?? 0;
      begin.target = state;
      const body: Goal = { scope: goal.scope, run: true, free: state + 1, target: state + 1, next: end };
      this.schedule(action, body, (entry) => {
        begin.next = entry;
      });
      return begin;
    };
    this.operands([first], goal, use, done);
  }
}

/** Terms that are run without being made into an action first. */
const RUN_FORMS: ReadonlySet<Term['tag']> = new Set(['let', 'letrec', 'if', 'match', 'apply', 'pure', 'bind']);

function isDeltaLet(term: Term): boolean {
  return term.tag === 'intrinsic' && term.intrinsic === 'Delta.deltaLet';
}

function slotsIn(term: Term, scope: Scope): readonly number[] {
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
