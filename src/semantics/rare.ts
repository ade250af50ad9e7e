import { internalError } from '../language/source/internal-error';
import type { Instruction, Op } from './code';
import {
  beginRunDelta,
  beginSequence,
  boundOperation,
  deltaEval,
  runDeltaLet,
  deltaLetAction,
  deltaLookup,
  endRunDelta,
  nextOfSequence,
  pureAction,
  runAction,
  suspend,
} from './rules-actions';
import { enterBounded } from './rules-bounded';
import {
  beginDerivative,
  beginInput,
  endData,
  endDerivative,
  endInput,
  output,
  recordWatch,
} from './rules-derivatives';
import {
  append,
  beginBuild,
  beginFold,
  makeSequence,
  nextOfBuild,
  storeInBuild,
  takeLength,
  toArray,
  update,
} from './rules-sequences';
import type { MachineState } from './state';

/** Performs the rules that are not in the machine's loop. Returns undefined if the machine has failed. */
export function stepRarely(machine: MachineState, instruction: Instruction): Instruction | undefined {
  switch (instruction.op) {
    case 15 satisfies Op['sequence']:
      return makeSequence(machine, instruction);
    case 16 satisfies Op['foldBegin']:
      return beginFold(machine, instruction);
    case 18 satisfies Op['length']:
      return takeLength(machine, instruction);
    case 20 satisfies Op['append']:
      return append(machine, instruction);
    case 21 satisfies Op['buildBegin']:
      return beginBuild(machine, instruction);
    case 22 satisfies Op['buildNext']:
      return nextOfBuild(machine, instruction);
    case 23 satisfies Op['buildStore']:
      return storeInBuild(machine, instruction);
    case 24 satisfies Op['derivativeBegin']:
      return beginDerivative(machine, instruction);
    case 25 satisfies Op['derivativeEnd']:
      return endDerivative(machine, instruction);
    case 26 satisfies Op['watch']:
      return recordWatch(machine, instruction);
    case 27 satisfies Op['output']:
      return output(machine, instruction);
    case 28 satisfies Op['inputBegin']:
      return beginInput(machine, instruction);
    case 29 satisfies Op['inputEnd']:
      return endInput(machine, instruction);
    case 47 satisfies Op['dataEnd']:
      return endData(machine, instruction);
    case 30 satisfies Op['pureAction']:
      return pureAction(machine, instruction);
    case 31 satisfies Op['suspend']:
      return suspend(machine, instruction);
    case 32 satisfies Op['deltaLetAction']:
      return deltaLetAction(machine, instruction);
    case 33 satisfies Op['deltaLet']:
      return runDeltaLet(machine, instruction);
    case 34 satisfies Op['run']:
      return runAction(machine, instruction);
    case 35 satisfies Op['runDeltaBegin']:
      return beginRunDelta(machine, instruction);
    case 36 satisfies Op['runDeltaEnd']:
      return endRunDelta(machine, instruction);
    case 37 satisfies Op['deltaEval']:
      return deltaEval(machine, instruction);
    case 38 satisfies Op['deltaLookup']:
      return deltaLookup(machine, instruction);
    case 39 satisfies Op['mark']:
      return instruction.next;
    case 40 satisfies Op['enter']:
      return enterBounded(machine, instruction);
    case 41 satisfies Op['fail']:
      fail(machine, instruction);
      return undefined;
    case 42 satisfies Op['sequenceBegin']:
      return beginSequence(machine, instruction);
    case 43 satisfies Op['sequenceNext']:
      return nextOfSequence(machine, instruction);
    case 44 satisfies Op['boundOperation']:
      return boundOperation(machine, instruction);
    case 45 satisfies Op['toArray']:
      return toArray(machine, instruction);
    case 46 satisfies Op['update']:
      return update(machine, instruction);
    default:
      return internalError(`the machine's loop has no rule for instruction ${instruction.op}`);
  }
}

function fail(machine: MachineState, { term }: Instruction): void {
  if (term?.tag !== 'fail') internalError('a failure without a reason');
  machine.stop({ code: term.code, message: term.message });
}
