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
 * Optimises a program, and writes out its derivatives and those that are wanted as entries. If some inputs have small arrays,
 * and it makes loops shorter to know their lengths, there is a version for the usual lengths beside that for any, unless the
 * program becomes too large with it.
 */
export function finished(flat: FlatProgram, wanted: readonly Entry[]): IrProgram | Unsupported {
  const lengths = smallLengths(flat.lengths);
  const made = finishedFor(flat, lengths, wanted);
  if (!(made instanceof Unsupported) || !isKnown(lengths)) return made;
  flat.numbers.restart();
  return finishedFor(flat, [], wanted);
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
