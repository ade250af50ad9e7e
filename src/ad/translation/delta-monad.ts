/** The state monad M of Krawiec et al., Figure 9, as the module Delta has it: A -> M B, with call by value made explicit. */
import * as core from '../../language/core/builders';
import { variablePattern } from '../../language/core/patterns';
import { monad } from '../../language/types/type';
import type { Pattern } from '../../language/core/tree';
import { action, type DoBlock } from './do-block';
import type { Monad, Translation } from './rules';

export const DELTA_MONAD: Monad = {
  type: monad,
  pure: core.pure,
  bind: core.bind,
  result: action,
  accumulator,
  sequence: (actions, origin) => core.intrinsic('Delta.sequence', [actions], origin),
};

/** The accumulator is the action m that returns its previous value: do { accumulator <- m; ... }. */
function accumulator(translation: Translation, pattern: Pattern, block: DoBlock): Pattern {
  const { origin } = pattern;
  const m = core.variable(translation.fresh('m'), monad(pattern.type), origin);
  block.push({ tag: 'bind', pattern, action: m, origin });
  return variablePattern(m.name, m.type, origin);
}
