import { createStore } from 'zustand/vanilla';
import { documentSlice } from './document';
import { inputsSlice } from './inputs';
import { noticesSlice } from './notices';
import { pageSlice } from './page';
import { panesSlice } from './panes';
import { pointingSlice } from './pointing';
import { resultsSlice } from './results';
import { stepsSlice } from './steps';
import { timelineSlice } from './timeline';
import type { AppState } from './state';

export const store = createStore<AppState>()((...args) => ({
  ...documentSlice(...args),
  ...inputsSlice(...args),
  ...noticesSlice(...args),
  ...pageSlice(...args),
  ...panesSlice(...args),
  ...pointingSlice(...args),
  ...resultsSlice(...args),
  ...stepsSlice(...args),
  ...timelineSlice(...args),
}));
