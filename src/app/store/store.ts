import { createStore, type StateCreator } from 'zustand/vanilla';
import { type DocumentSlice, documentSlice } from './document';
import { type InputsSlice, inputsSlice } from './inputs';
import { type NoticesSlice, noticesSlice } from './notices';
import { type PageSlice, pageSlice } from './page';
import { type PanesSlice, panesSlice } from './panes';
import { type PointingSlice, pointingSlice } from './pointing';
import { type ResultsSlice, resultsSlice } from './results';
import { type StepsSlice, stepsSlice } from './steps';
import { type TimelineSlice, timelineSlice } from './timeline';

export type AppState = DocumentSlice &
  InputsSlice &
  NoticesSlice &
  PageSlice &
  PanesSlice &
  PointingSlice &
  ResultsSlice &
  StepsSlice &
  TimelineSlice;

/** A slice sees and may set the whole state, but declares one concern. */
export type Slice<T> = StateCreator<AppState, [], [], T>;

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
