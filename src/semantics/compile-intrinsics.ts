import type { IntrinsicTerm } from '../language/core/tree';
import { assertNever } from '../language/source/internal-error';
import { NO_SLOT, OP } from './code';
import { compileRunDelta, compileSequence } from './compile-actions';
import { compileBuild } from './compile-loops';
import type { Compiler, Entry, Goal } from './compiler';

export function compileIntrinsic(compiler: Compiler, term: IntrinsicTerm, goal: Goal, done: Entry): void {
  const terms = term.arguments;
  switch (term.intrinsic) {
    case 'length':
      compiler.simple(OP.length, terms, term, goal, done);
      return;
    case 'index':
      compiler.simple(OP.index, terms, term, goal, done);
      return;
    case 'append':
      compiler.simple(OP.append, terms, term, goal, done);
      return;
    case 'toArray':
      compiler.simple(OP.toArray, terms, term, goal, done);
      return;
    case 'update':
      compiler.simple(OP.update, terms, term, goal, done);
      return;
    case 'build':
      compileBuild(compiler, term, goal, done);
      return;
    case 'Delta.deltaLet':
      if (goal.run) {
        const primal = compiler.options.primals?.get(term);
        compiler.simple(OP.deltaLet, primal === undefined ? terms : [...terms, primal], term, goal, done);
      } else compiler.simple(OP.deltaLetAction, terms, term, goal, done);
      return;
    case 'Delta.sequence':
      compileSequence(compiler, term, goal, done);
      return;
    case 'Delta.runDelta':
      compileRunDelta(compiler, term, goal, done);
      return;
    case 'Delta.eval':
      compiler.simple(OP.deltaEval, terms, term, goal, done);
      return;
    case 'Delta.emptyMap': {
      const made = compiler.instruction(goal.target === NO_SLOT ? OP.return : OP.move, term, term.origin);
      made.a = compiler.named('Delta.emptyMap', new Map());
      made.target = goal.target;
      made.next = goal.next;
      done(made);
      return;
    }
    case 'Delta.lookupOrZero':
      compiler.simple(OP.deltaLookup, terms, term, goal, done);
      return;
    default:
      assertNever(term.intrinsic);
  }
}
