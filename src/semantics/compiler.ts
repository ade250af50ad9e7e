import type { Lambda, Pattern, RecursiveFunction, Term } from '../language/core/tree';
import { NOWHERE, PRELUDE_CELL, type Span } from '../language/source/span';
import { CONSTANT, encode, FunctionCode, Instruction, MARK, NO_SLOT, OP, type Opcode } from './code';
import { type DerivativeKind, nativeOf } from './native';
import { bindPattern, CodeScope, type Unpacking } from './scope';
import type { Value } from './value';

/** Where the value of a term goes, and what happens next. */
export interface Goal {
  readonly scope: CodeScope;
  /** Whether the term, of type M A, is run, for a value of type A. */
  readonly run: boolean;
  /** The first slot that holds nothing live. */
  readonly free: number;
  /** The slot of the value, or NO_SLOT if it is the result of the function. */
  readonly target: number;
  /** The next instruction; unused if the value is the result of the function. */
  readonly next: Instruction;
  /** Whether the context of the term is trivial although it has a target. */
  readonly trivial?: boolean;
}

export type Entry = (entry: Instruction) => void;

export interface CompileOptions {
  /** Whether to compile marks, for observers of the machine. */
  readonly marks?: boolean;
  /** Whether prelude functions run as defined, even if the machine has its own rule for them. */
  readonly literally?: boolean;
  /** The limit on nested calls of recursive functions: the program is its n-th approximant (Figure 8). */
  readonly bound?: number;
  /** Given, a run records the primal values of bindings. */
  readonly primals?: Primals;
}

/**
 * Maps a deltaLet to the variable of its primal value. If the operation that computes that value runs later, maps the
 * operation to the variable of its binding instead.
 */
export type Primals = Pick<WeakMap<Term, Term>, 'get'>;

/** Compiles one term; implemented in `compile-term.ts`. */
export type CompileTerm = (compiler: Compiler, term: Term, goal: Goal, done: Entry) => void;

/**
 * Code is generated backwards: a term is compiled after the code that follows it. `schedule` keeps the JavaScript stack
 * flat; every call of `term` goes through it.
 */
export class Compiler {
  private readonly tasks: (() => void)[] = [];
  /** With marks: where the value of each term is when it is known. */
  readonly places = new Map<Term, number>();
  /** The kinds of derivatives that are not the language's own operators. */
  readonly kinds = new Map<Term, DerivativeKind>();
  readonly constants: Value[] = [];
  private readonly constantOperands = new Map<string, number>();
  readonly origins: Span[] = [];
  private readonly originIndices = new Map<Span, number>();
  readonly halt = this.instruction(OP.halt, undefined, NOWHERE);
  private readonly term: CompileTerm;
  readonly options: CompileOptions;

  constructor(term: CompileTerm, options: CompileOptions) {
    this.term = term;
    this.options = options;
  }

  /** Runs a task after everything that is scheduled now; later tasks first. */
  later(task: () => void): void {
    this.tasks.push(task);
  }

  work(): void {
    for (let task = this.tasks.pop(); task !== undefined; task = this.tasks.pop()) task();
  }

  schedule(term: Term, goal: Goal, done: Entry): void {
    if (this.options.marks === true && goal.target !== NO_SLOT) this.places.set(term, goal.target);
    this.tasks.push(() => {
      this.term(this, term, goal, (entry) => {
        this.later(() => {
          done(entry);
        });
      });
    });
  }

  instruction(op: Opcode, term: Term | undefined, origin: Span): Instruction {
    let index = this.originIndices.get(origin);
    if (index === undefined) {
      index = this.origins.push(origin) - 1;
      this.originIndices.set(origin, index);
    }
    return new Instruction(op, term, index, origin.cell !== PRELUDE_CELL);
  }

  /** Returns an instruction whose value goes where the goal says. */
  produce(op: Opcode, term: Term, goal: Goal): Instruction {
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

  constant(value: Value): number {
    const key = Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
    const known = this.constantOperands.get(key);
    if (known !== undefined) return known;
    const operand = encode(CONSTANT, this.constants.push(value) - 1);
    this.constantOperands.set(key, operand);
    return operand;
  }

  /** Returns the operand of a value from outside. */
  given(value: Value): number {
    return encode(CONSTANT, this.constants.push(value) - 1);
  }

  named(name: string, value: Value): number {
    const key = `constructor ${name}`;
    const known = this.constantOperands.get(key);
    if (known !== undefined) return known;
    const operand = encode(CONSTANT, this.constants.push(value) - 1);
    this.constantOperands.set(key, operand);
    return operand;
  }

  /** Returns the operand of a variable or literal: these are values, and take no step. */
  atom(term: Term, scope: CodeScope): number | undefined {
    if (term.tag === 'variable') return scope.resolve(term.name);
    if (term.tag === 'literal') return this.constant(term.value);
    return undefined;
  }

  /**
   * Returns code that evaluates `terms` in order and then runs the result of `use`, which gets their operands and the
   * next free slot.
   */
  operands(
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

  /** Compiles `terms`, followed by one instruction on them, with the first two operands in `a` and `b`. */
  simple(op: Opcode, terms: readonly Term[], term: Term, goal: Goal, done: Entry): void {
    this.simpleWith(op, terms, term, goal, () => undefined, done);
  }

  simpleWith(
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

  /**
   * Returns the goal for the result of a redex that is not a primitive, and a function that prepends the opening mark.
   * Marks enclose evaluation inside a context.
   */
  redex(term: Term, goal: Goal): { readonly goal: Goal; readonly open: (entry: Instruction) => Instruction } {
    if (this.options.marks !== true || goal.trivial === true || goal.target === NO_SLOT)
      return { goal, open: (entry) => entry };
    const close = this.mark(MARK.close, term, goal.next);
    close.target = goal.target;
    return {
      goal: { ...goal, trivial: true, next: close },
      open: (entry) => this.mark(MARK.open, term, entry),
    };
  }

  /** Returns code for `let pattern = V in N`, with V in the slot. */
  bound(pattern: Pattern, slot: number, term: Term, next: Instruction): Instruction {
    if (this.options.marks !== true) return next;
    const made = this.mark(MARK.bind, term, next);
    made.pattern = pattern;
    made.target = slot;
    return made;
  }

  private mark(kind: number, term: Term, next: Instruction): Instruction {
    const made = this.instruction(OP.mark, term, term.origin);
    made.a = kind;
    made.next = next;
    return made;
  }

  unpack(steps: readonly Unpacking[], term: Term, next: Instruction): Instruction {
    return steps.reduceRight((after, step) => {
      const project = this.instruction(OP.project, term, term.origin);
      project.a = step.from;
      project.b = step.index;
      project.target = step.target;
      project.pattern = step.pattern;
      project.next = after;
      return project;
    }, next);
  }

  recursive(functions: readonly RecursiveFunction[], scope: CodeScope): readonly FunctionCode[] {
    const group = this.options.bound === undefined ? [] : functions.map(({ name }) => name);
    return functions.map((f) => this.functionCode(f.function, f.name, scope, group));
  }

  /**
   * Returns the code of a function. `group` names the bounded functions, which every activation has its own copies of.
   */
  functionCode(
    lambda: Lambda,
    name: string | undefined,
    parent: CodeScope,
    group: readonly string[] = [],
  ): FunctionCode {
    const known = parent.functions.get(lambda);
    if (known !== undefined) return known;
    const parameters: Pattern[] = [lambda.parameter];
    let { body } = lambda;
    for (; body.tag === 'lambda'; { body } = body) parameters.push(body.parameter);
    const code = new FunctionCode(name ?? 'fun', parameters, lambda.origin, this.halt);
    code.body = body;
    parent.functions.set(lambda, code);
    const scope = new CodeScope(code, parent);
    let free = parameters.length;
    const unpacking = parameters.flatMap((parameter, slot) => {
      const bound = bindPattern(scope, parameter, slot, free);
      ({ free } = bound);
      return bound.unpacking;
    });
    const own = free;
    group.forEach((member, k) => {
      scope.rebind(member, own + k);
    });
    free += group.length;
    const enter = (entry: Instruction): Instruction => {
      const next = this.unpack(unpacking, lambda, entry);
      if (group.length === 0) return next;
      const made = this.instruction(OP.enter, lambda, lambda.origin);
      made.target = own;
      made.next = next;
      return made;
    };
    const goal: Goal = { scope, run: false, free, target: NO_SLOT, next: this.halt };
    this.schedule(this.native(lambda, parameters, body), goal, (entry) => {
      code.entry = enter(entry);
    });
    if (body.type.tag === 'monad') {
      this.schedule(body, { ...goal, run: true }, (entry) => {
        code.runEntry = enter(entry);
      });
    }
    return code;
  }

  /** Returns the body of a function, or the machine's own rule for it. */
  private native(lambda: Lambda, parameters: readonly Pattern[], body: Term): Term {
    const { literally, marks, bound } = this.options;
    // Observers of the machine, and bounded recursion, need the definitions.
    if (literally === true || marks === true || bound !== undefined) return body;
    const native = nativeOf(lambda, parameters, body);
    if (native === undefined) return body;
    this.kinds.set(native.term, native.kind);
    return native.term;
  }
}
