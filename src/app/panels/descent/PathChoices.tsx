import type { ReactNode } from 'react';
import type { Series } from '../../../protocol/messages';
import type { Curve } from '../../charts/series/series';
import type { ContoursView } from './use-contours';
import { Choice } from '../../kit/Choice';

interface PathChoicesProps {
  readonly candidates: readonly Series[];
  readonly series: Series;
  readonly curves: readonly Curve[];
  readonly across: Curve;
  readonly up: Curve;
  readonly onSeries: (name: string) => void;
  /** Called with the indices of the horizontal and the vertical leaf. */
  readonly onAxes: (x: number, y: number) => void;
  readonly contours: ContoursView;
  readonly slow: boolean;
  readonly onFunction: (name: string) => void;
  readonly children: ReactNode;
}

/** Choices of the series, its two leaves, and the function of the contours. */
export function PathChoices(props: PathChoicesProps) {
  const { candidates, series, curves, across, up, onSeries, onAxes, contours, slow, onFunction, children } = props;
  return (
    <div className="choices">
      {candidates.length === 1 ? (
        <span>
          Path of <b>{series.name}</b>
        </span>
      ) : (
        <Choice
          label="Path of"
          value={series.name}
          options={candidates.map(({ name }) => [name, name])}
          onChoose={onSeries}
        />
      )}
      {curves.length > 2 && (
        <>
          <Choice
            label="Horizontal"
            value={String(across.index)}
            options={curves.map(({ label, index }) => [String(index), label])}
            onChoose={(value) => {
              onAxes(Number(value), up.index);
            }}
          />
          <Choice
            label="Vertical"
            value={String(up.index)}
            options={curves.map(({ label, index }) => [String(index), label])}
            onChoose={(value) => {
              onAxes(across.index, Number(value));
            }}
          />
        </>
      )}
      {contours.chosen !== undefined && (
        <Choice
          label="Contours of"
          value={contours.chosen}
          options={contours.functions.map(({ name }) => [name, name])}
          onChoose={onFunction}
        />
      )}
      {slow && <span className="panel-waiting">computing …</span>}
      {children}
    </div>
  );
}
