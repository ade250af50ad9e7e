import type { ReactNode } from 'react';
import type { Viewing } from './use-view';
import './view-box.css';

interface ZoomButtonsProps {
  readonly view: Viewing;
  /** More buttons for the same corner, placed first. */
  readonly children?: ReactNode;
}

/** Zoom buttons in the corner of a drawing. */
export function ZoomButtons({ view, children }: ZoomButtonsProps) {
  return (
    <div className="zoom-buttons" role="group" aria-label="Zoom">
      {children}
      <button type="button" className="button small outlined" onClick={view.fit}>
        Fit
      </button>
      <button
        type="button"
        className="button small outlined"
        aria-label="Zoom in"
        title="Zoom in"
        onClick={() => {
          view.zoomBy(1.4);
        }}
      >
        +
      </button>
      <button
        type="button"
        className="button small outlined"
        aria-label="Zoom out"
        title="Zoom out"
        onClick={() => {
          view.zoomBy(1 / 1.4);
        }}
      >
        −
      </button>
    </div>
  );
}

/** Zooms by the keys +, - and 0; returns whether the key was one of them. */
export function zoomedByKey(key: string, view: Viewing): boolean {
  if (key === '+' || key === '=') view.zoomBy(1.25);
  else if (key === '-') view.zoomBy(0.8);
  else if (key === '0') view.fit();
  else return false;
  return true;
}
