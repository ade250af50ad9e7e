import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import type { Atom, Block, Call, Statement, Variable } from '../ir/tree';
import type { Code } from './code';
import { DONE, FRAME, popFrame, pushFrame } from './frames';
import { load, store, typeOf, WORD } from './layout';
import type { Runtime } from './runtime';

/*
 * A recursive function is written twice: with calls of the host, and so that it can wait in memory for what it calls.
 * The second form runs when the first has used the room on the host's stack. To call, it keeps the locals that it needs
 * afterwards in its frame, puts the arguments where the callee finds them, and returns the callee's number to the loop
 * that runs it (`trampoline.ts`). That loop runs the callee, and then the function again, which goes to the call that it
 * waits for: statements without such calls are skipped, and those with some inside are entered. The idea is that of
 * Binaryen's Asyncify.
 */

/** What the second form of a function needs to know of its calls. */
export interface Calls {
  /** The number of the function, and of those that it calls by the trampoline. */
  readonly own: number;
  readonly numberOf: (call: Call) => number | undefined;
  readonly isTail: (call: Call) => boolean;
  readonly live: ReadonlyMap<Statement, ReadonlySet<number>>;
  /** Where arguments and results pass from function to function. */
  readonly passing: number;
}

/** Where the locals of a function are. */
export interface Places {
  readonly code: Code;
  atom(atom: Atom): unknown;
  declare(variable: Variable): number;
  /** Returns the locals in use that hold no variable other than these. */
  localsFor(variables: ReadonlySet<number>): readonly number[];
}

/** Writes the second form of one function. */
export class Resumable {
  /** The local with the number of the call that the function goes to, or 0 while it runs. */
  private readonly resumed: number;
  /** The local with the address of the function's frame, or 0. */
  private readonly frame: number;
  private readonly places: Places;
  private readonly runtime: Runtime;
  private readonly calls: Calls;
  private readonly counts = new Map<Block, number>();
  /** The number of calls written so far. */
  private written = 0;
  private bytes: number = FRAME.locals;
  /** Where the size of the frame belongs: it is known in the end. */
  private readonly sizes: number[] = [];

  constructor(places: Places, runtime: Runtime, calls: Calls) {
    const { code } = places;
    this.places = places;
    this.runtime = runtime;
    this.calls = calls;
    this.resumed = code.local('i32');
    this.frame = code.local('i32');
  }

  /** Writes the beginning: `first` runs when the function does not go on after a call. */
  begin(isResumed: number, first: () => void): void {
    const { code } = this.places;
    code.get(isResumed).when(() => {
      code.op('global.get', this.runtime.frame).set(this.frame);
      code.get(this.frame).op('i32.load', FRAME.call).set(this.resumed);
    }, first);
  }

  /** Writes the end. */
  end(): void {
    const { code } = this.places;
    this.dropFrame();
    code.i32(DONE);
    const bytes = Math.ceil(this.bytes / WORD) * WORD;
    for (const at of this.sizes) code.body[at] = { op: 'i32.const', immediate: bytes };
  }

  /** Writes what frees the function's frame. Its next call makes another. */
  dropFrame(): void {
    const { code } = this.places;
    code.get(this.frame).when(() => {
      code.get(this.frame).op('call', popFrame(this.runtime));
      code.i32(0).set(this.frame);
    });
  }

  /** Writes statements: those before a call are skipped on the way to it. They are reached on the way to no other call. */
  block({ statements }: Block, write: (statement: Statement) => void): void {
    let last = statements.length - 1;
    while (last >= 0 && this.countIn(statements[last]) === 0) last--;
    const { code } = this.places;
    let from = 0;
    const plain = (to: number): void => {
      const skipped = statements.slice(from, to);
      from = to + 1;
      if (skipped.length === 0) return;
      code.get(this.resumed).op('i32.eqz');
      code.when(() => {
        skipped.forEach(write);
      });
    };
    for (let i = 0; i <= last; i++) {
      const statement = statements[i];
      const count = this.countIn(statement);
      if (statement === undefined || count === 0) continue;
      plain(i);
      if (i === last) write(statement);
      else {
        code
          .get(this.resumed)
          .i32(this.written + count)
          .op('i32.le_u');
        code.when(() => {
          write(statement);
        });
      }
    }
    statements.slice(from).forEach(write);
  }

  /** Writes what belongs to a statement with blocks and is skipped on the way to a call inside them. */
  once(blocks: readonly Block[], write: () => void): void {
    if (blocks.every((block) => this.count(block) === 0)) {
      write();
      return;
    }
    const { code } = this.places;
    code.get(this.resumed).op('i32.eqz');
    code.when(write);
  }

  /** Writes a block that others of the same statement follow: it is skipped on the way to a call in those. */
  followed(block: Block, others: readonly Block[], write: () => void): void {
    if (others.every((other) => this.count(other) === 0)) {
      write();
      return;
    }
    const { code } = this.places;
    code
      .get(this.resumed)
      .i32(this.written + this.count(block))
      .op('i32.le_u');
    code.when(write);
  }

  /** Makes a condition on the stack false on the way to a call inside blocks. */
  andRunning(blocks: readonly Block[]): void {
    if (blocks.every((block) => this.count(block) === 0)) return;
    this.places.code.get(this.resumed).op('i32.eqz').op('i32.and');
  }

  /** Leaves a condition; on the way to a call, whether that is in the first block and not in the second. */
  choice(first: Block, second: Block, condition: () => void): void {
    const count = this.count(first);
    if (count + this.count(second) === 0) {
      condition();
      return;
    }
    const { code } = this.places;
    code.get(this.resumed).op('if', 'i32');
    code
      .get(this.resumed)
      .i32(this.written + count)
      .op('i32.le_u');
    code.op('else');
    condition();
    code.op('end');
  }

  /** Writes a call by the trampoline, or returns false if it is an ordinary one. */
  call(call: Call): boolean {
    const callee = this.calls.numberOf(call);
    if (callee === undefined) return false;
    const { code } = this.places;
    if (this.calls.isTail(call)) {
      this.pass(call.arguments);
      this.dropFrame();
      code.i32(callee).op('return');
      for (const target of call.targets) this.places.declare(target);
      return true;
    }
    const number = ++this.written;
    const kept = this.keptAt(call);
    code.get(this.resumed).op('i32.eqz');
    code.when(() => {
      code
        .get(this.frame)
        .op('i32.eqz')
        .when(() => {
          this.sizes.push(code.body.length);
          code.i32(0).i32(this.calls.own).op('call', pushFrame(this.runtime)).set(this.frame);
        });
      code.get(this.frame).i32(number).op('i32.store', FRAME.call);
      for (const { local, offset } of kept) {
        code
          .get(this.frame)
          .get(local)
          .op(`${this.typeOfLocal(local)}.store`, offset);
      }
      this.pass(call.arguments);
      code.i32(callee).op('return');
    });
    for (const { local, offset } of kept) {
      code
        .get(this.frame)
        .op(`${this.typeOfLocal(local)}.load`, offset)
        .set(local);
    }
    code.i32(0).set(this.resumed);
    call.targets.forEach((target, i) => {
      code.i32(this.calls.passing);
      load(code, target.kind, WORD * i);
      code.set(this.places.declare(target));
    });
    return true;
  }

  /** Puts arguments or results where the next function finds them. */
  pass(atoms: readonly Atom[]): void {
    const { code } = this.places;
    atoms.forEach((atom, i) => {
      code.i32(this.calls.passing);
      this.places.atom(atom);
      store(code, atom.kind, WORD * i);
    });
  }

  /** Takes the arguments. */
  take(parameters: readonly Variable[], locals: readonly number[]): void {
    const { code } = this.places;
    parameters.forEach(({ kind }, i) => {
      code.i32(this.calls.passing);
      load(code, kind, WORD * i);
      code.set(locals[i] ?? 0);
    });
  }

  /** Returns the locals that are kept during a call, and their offsets in the frame. */
  private keptAt(call: Call): readonly { readonly local: number; readonly offset: number }[] {
    const own = new Set([0, this.resumed, this.frame]);
    const locals = this.places.localsFor(this.calls.live.get(call) ?? new Set()).filter((local) => !own.has(local));
    const isSmall = (local: number): boolean => this.typeOfLocal(local) === 'i32';
    let offset: number = FRAME.locals;
    const small = locals.filter(isSmall).map((local) => {
      const at = offset;
      offset += WORD / 2;
      return { local, offset: at };
    });
    offset = Math.ceil(offset / WORD) * WORD;
    const large = locals
      .filter((local) => !isSmall(local))
      .map((local) => {
        const at = offset;
        offset += WORD;
        return { local, offset: at };
      });
    this.bytes = Math.max(this.bytes, offset);
    return [...small, ...large];
  }

  private typeOfLocal(local: number): ReturnType<typeof typeOf> {
    const type = this.places.code.typeOf(local);
    return type === undefined || type === 'v128' ? internalError('a local that is kept') : type;
  }

  /** Returns how many calls in a block the function can go to. */
  private count(block: Block): number {
    const known = this.counts.get(block);
    if (known !== undefined) return known;
    const count = block.statements.reduce((sum, statement) => sum + this.countIn(statement), 0);
    this.counts.set(block, count);
    return count;
  }

  private countIn(statement: Statement | undefined): number {
    if (statement === undefined) return 0;
    if (statement.tag === 'call') {
      return this.calls.numberOf(statement) === undefined || this.calls.isTail(statement) ? 0 : 1;
    }
    return innerBlocks(statement).reduce((sum, { block }) => sum + this.count(block), 0);
  }
}
