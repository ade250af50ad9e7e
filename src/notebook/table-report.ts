import type { Diagnostic } from '../language/source/diagnostic';
import type { CsvPlace } from './csv';

/** Reports a problem with a table, at a place in its text. */
export type TableReport = (
  code: string,
  place: CsvPlace,
  message: string,
  hint: string,
  severity?: Diagnostic['severity'],
) => void;
