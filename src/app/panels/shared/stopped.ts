import { error, type Diagnostic } from '../../../language/source/diagnostic';
import { NOWHERE } from '../../../language/source/span';

/** A panel's computation that exceeded its time limit and was stopped. */
export function stopped(what: string, hint: string): Diagnostic {
  return error('stopped', NOWHERE, `${what} took too long and was stopped`, { hint });
}
