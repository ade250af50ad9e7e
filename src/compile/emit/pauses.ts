import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import type { Block, Statement } from '../ir/tree';
import type { Code } from './code';
import type { ConstantData } from './data';
import { PAUSED } from './host';
import type { Runtime } from './runtime';
import type { WrittenInstruction } from './settle';

/** The bytes of a local that is saved: those of the largest. */
const SAVED = 16;

/**
 * Writes a function in which a run can pause: between the rounds of the loops in its outermost block. To pause, it saves
 * its locals and stops. Called again with the number of the loop, it takes the locals back and goes on with that round.
 */
export class Pauses {
  private readonly code: Code;
  private readonly runtime: Runtime;
  private readonly data: ConstantData;
  /** The local with the number of the loop to go on with; 0 if the function runs as it stands. */
  private readonly at: number;
  private count = 0;
  /** The blocks of the loop that is being written. */
  private inside: readonly Block[] = [];
  /** Where in the code all locals are saved or taken back, which are known in the end. */
  private readonly moves: { readonly place: number; readonly isSaved: boolean }[] = [];

  constructor(code: Code, runtime: Runtime, data: ConstantData) {
    this.code = code;
    this.runtime = runtime;
    this.data = data;
    this.at = code.local('i32');
  }

  /** Writes the outermost block. */
  block({ statements }: Block, write: (statement: Statement) => void): void {
    const { code, at, runtime } = this;
    code.op('global.get', runtime.resumed).set(at).i32(0).op('global.set', runtime.resumed);
    let plain: Statement[] = [];
    const writePlain = (): void => {
      const written = plain;
      plain = [];
      if (written.length === 0) return;
      this.once(() => {
        written.forEach(write);
      });
    };
    for (const statement of statements) {
      if (statement.tag !== 'for' && statement.tag !== 'while') {
        plain.push(statement);
        continue;
      }
      writePlain();
      this.count++;
      this.inside = innerBlocks(statement).map(({ block }) => block);
      code.get(at).op('i32.eqz').get(at).i32(this.count).op('i32.eq').op('i32.or');
      code.when(() => {
        write(statement);
      });
      this.inside = [];
    }
    writePlain();
  }

  /** Whether blocks are those of the loop that is being written. */
  isIn([first]: readonly Block[]): boolean {
    return first !== undefined && this.inside.includes(first);
  }

  /** Writes what does not run again when the function goes on. */
  once(write: () => void): void {
    this.code.get(this.at).op('i32.eqz').when(write);
  }

  /** Takes the locals back if the function goes on with this loop. What was saved says that it runs as it stands. */
  enter(): void {
    this.code.get(this.at).when(() => {
      this.moves.push({ place: this.code.body.length, isSaved: false });
    });
  }

  /** Pauses at the beginning of a round if the host wants that. */
  point(): void {
    const { code, runtime } = this;
    code.op('global.get', runtime.pausing).when(() => {
      this.moves.push({ place: code.body.length, isSaved: true });
      code.i32(this.count).op('global.set', runtime.resumed);
      runtime.fault(code, PAUSED);
    });
  }

  /** Writes the moves of the locals. No local may be taken afterwards. */
  finish(): void {
    const { slots, body } = this.code;
    if (this.moves.length === 0) return;
    const saved = this.data.reserve(SAVED * slots.length);
    const moves = (isSaved: boolean): readonly WrittenInstruction[] =>
      slots.flatMap((type, local): readonly WrittenInstruction[] => {
        const address: WrittenInstruction = { op: 'i32.const', immediate: 0 };
        const offset = saved + SAVED * local;
        return isSaved
          ? [address, { op: 'local.get', immediate: local }, { op: `${type}.store`, immediate: offset }]
          : [address, { op: `${type}.load`, immediate: offset }, { op: 'local.set', immediate: local }];
      });
    for (const { place, isSaved } of this.moves.toReversed()) {
      if (place > body.length) internalError('a place in the code');
      body.splice(place, 0, ...moves(isSaved));
    }
  }
}
