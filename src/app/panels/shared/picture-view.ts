import { type ComponentType, createContext } from 'react';
import type { WatchedPicture } from '../../../protocol/picture';

export interface PictureViewProps {
  readonly watched: WatchedPicture;
  readonly stale: boolean;
}

/** Draws a picture that a run recorded. The cells draw pictures too, so the page gives the panels what draws them. */
export const PictureView = createContext<ComponentType<PictureViewProps> | undefined>(undefined);
