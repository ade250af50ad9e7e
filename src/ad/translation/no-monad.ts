import { let_ } from '../../language/core/builders';
import { value } from './do-block';
import type { Monad } from './rules';

/** M A = A (Krawiec et al., Figures 3, 5 and 7): do blocks are lets. */
export const NO_MONAD: Monad = {
  type: (result) => result,
  pure: (term) => term,
  bind: let_,
  result: value,
  accumulator: (_, pattern) => pattern,
  sequence: (array) => array,
};
