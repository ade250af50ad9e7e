import { internalError } from '../language/source/internal-error';
import { Differentiator } from './differentiate/differentiate';
import { type Entry, withDerivative, withEntries } from './differentiate/entries';
import type { FlatProgram } from './flatten/flatten';
import type { IrProgram } from './ir/program';
import { inline } from './optimise/inline';
import { afterDerivatives, beforeDerivatives } from './optimise/optimise';
import { Unsupported } from './unsupported';
import { choosing } from './versions/choice';
import { chosenLengths } from './versions/chosen';
import { smallLengths, USUAL, type UsualLengths, usualOf, versionOf, withUsual } from './versions/usual';
import { isWorth } from './versions/worth';

/**
 * Optimises a program, writes out its derivatives and those that are wanted as entries, and makes something of it. If some
 * inputs have small arrays, and it makes loops shorter to know their lengths, there is a version for the usual lengths beside
 * that for any, unless the program or what is made becomes too large with it.
 */
export function finished<Made>(
  flat: FlatProgram,
  wanted: readonly Entry[],
  make: (program: IrProgram) => Made | Unsupported,
): Made | Unsupported {
  const made = (lengths: UsualLengths): Made | Unsupported => {
    const program = finishedFor(flat, lengths, wanted);
    return program instanceof Unsupported ? program : make(program);
  };
  const lengths = smallLengths(flat.lengths);
  const first = made(lengths);
  if (!(first instanceof Unsupported) || !isKnown(lengths)) return first;
  flat.numbers.restart();
  return made([]);
}

function isKnown(lengths: UsualLengths): boolean {
  return lengths.some((each) => each !== undefined);
}

function finishedFor(
  { program, numbers, kinds, fixed }: FlatProgram,
  small: UsualLengths,
  wanted: readonly Entry[],
): IrProgram | Unsupported {
  try {
    const settled = (each: IrProgram): IrProgram => beforeDerivatives(inline(each, numbers, kinds), numbers, kinds);
    const plain = settled(program);
    const lengths = chosenLengths(plain, small);
    const both = isKnown(lengths) ? withUsual(plain, settled(usualOf(program, lengths, numbers))) : plain;
    const hasUsual = both !== plain && isWorth(both);
    const usual = (entry: Entry): string => (entry === 'value' ? USUAL : versionOf(entry, 'usual'));
    let all = both;
    for (const entry of wanted) {
      if (entry === 'value') continue;
      all = withDerivative(all, entry, numbers, fixed);
      if (hasUsual) all = withDerivative(all, entry, numbers, fixed, USUAL, usual(entry));
    }
    const whole = withEntries(all, hasUsual ? [...wanted, ...wanted.map(usual)] : wanted);
    const made = afterDerivatives(new Differentiator(whole, numbers).program(whole), numbers);
    if (!hasUsual) return made;
    const functions = new Map(made.functions);
    const entries = wanted.map((entry) => {
      const any = functions.get(made.entries.get(entry) ?? internalError(entry)) ?? internalError(entry);
      const choice = choosing(any, made.entries.get(usual(entry)) ?? internalError(entry), lengths, numbers);
      functions.set(any.id, { ...any, name: versionOf(any.name, 'any') });
      functions.set(choice.id, choice);
      return [entry, choice.id] as const;
    });
    return { functions, entries: new Map(entries) };
  } catch (thrown) {
    if (thrown instanceof Unsupported) return thrown;
    throw thrown;
  }
}
