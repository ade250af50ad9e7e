import type { Diagnostic } from '../language/source/diagnostic';
import type { Place } from './csv';

/** Reports a problem with a table, at a place in its text. */
export type Report = (
  code: string,
  place: Place,
  message: string,
  hint: string,
  severity?: Diagnostic['severity'],
) => void;
