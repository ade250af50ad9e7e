import type { Fragment, Main } from '../engine';
import * as dual from '../dual/fragment';

export function fragmentOf(main: Main): Fragment {
  return dual.fragmentOf(main, 'reverse');
}
