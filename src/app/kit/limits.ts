import type { Diagnostic } from '../../language/source/diagnostic';

/** Whether a diagnostic reports a limit (time, memory, steps, size of a picture) rather than an error of the program. */
export function isLimit({ code }: Pick<Diagnostic, 'code'>): boolean {
  return code === 'stopped' || code === 'unsupported' || code.startsWith('budget-');
}
