import { type Instruction, MARK, type Op } from '../../../semantics/code';
import type { StepRule } from './step-rule';

/**
 * Returns the rule of the machine's next instruction; undefined if it is not a redex: moving a value, making a tuple or
 * a closure, returning.
 */
export function stepRuleOf(instruction: Instruction, condition: boolean): StepRule | undefined {
  const { term, row } = instruction;
  switch (instruction.op) {
    case 2 satisfies Op['operation1']:
    case 3 satisfies Op['operation2']:
      if (row.row.name === 'add') return 'sum';
      return row.row.result === 'bool' ? 'predicate' : 'operation';
    case 4 satisfies Op['branch']:
      return condition ? 'if true' : 'if false';
    case 5 satisfies Op['call']:
    case 6 satisfies Op['tailCall']:
      // A derivative's function runs as part of it.
      return term?.tag === 'derivative' ? undefined : 'call';
    case 9 satisfies Op['project']:
      return instruction.pattern === undefined ? projectionRule(instruction) : undefined;
    case 12 satisfies Op['match']:
    case 18 satisfies Op['length']:
    case 19 satisfies Op['index']:
    case 20 satisfies Op['append']:
    case 45 satisfies Op['toArray']:
    case 46 satisfies Op['update']:
    case 16 satisfies Op['foldBegin']:
    case 21 satisfies Op['buildBegin']:
      return 'ours';
    case 14 satisfies Op['letrec']:
      return 'letrec';
    case 24 satisfies Op['derivativeBegin']:
      return 'rd';
    case 25 satisfies Op['derivativeEnd']:
      return 'R';
    case 26 satisfies Op['watch']:
      return 'watch';
    case 39 satisfies Op['mark']:
      if (instruction.a !== MARK.bind) return undefined;
      // `let` of a function is `letrec` without recursion (section 2).
      return instruction.pattern?.type.tag === 'function' ? 'letrec' : 'let';
    default:
      return undefined;
  }
}

function projectionRule({ term, b }: Instruction): StepRule {
  const pair = term?.tag === 'projection' && term.tuple.type.tag === 'product' && term.tuple.type.items.length === 2;
  if (!pair) return 'projection';
  return b === 0 ? 'fst' : 'snd';
}
