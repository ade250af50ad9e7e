import type { Panel } from '../kit/panel';
import { combinators } from './combinators/panel';
import { compiled } from './compiled/panel';
import { delta } from './delta/panel';
import { derivative } from './derivative/panel';
import { descent } from './descent/panel';
import { gradient } from './gradient/panel';
import { growth } from './growth/panel';
import { jets } from './jets/panel';
import { plot } from './plot/panel';
import { steps } from './steps/panel';
import { trace } from './trace/panel';

/** Every panel that a tab can hold, in tab order. */
export const PANELS: readonly Panel[] = [
  delta,
  trace,
  steps,
  derivative,
  combinators,
  jets,
  compiled,
  gradient,
  plot,
  descent,
  growth,
];
