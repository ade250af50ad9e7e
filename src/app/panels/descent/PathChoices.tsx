import type { Series } from '../../../protocol/messages';
import type { Curve } from '../../charts/series';
import type { ContoursView } from './use-contours';

interface PathChoicesProps {
  readonly candidates: readonly Series[];
  readonly series: Series;
  readonly curves: readonly Curve[];
  readonly across: Curve;
  readonly up: Curve;
  readonly onSeries: (name: string) => void;
  /** Indices of the leaves across and up. */
  readonly onAxes: (x: number, y: number) => void;
  readonly contours: ContoursView;
  readonly slow: boolean;
  readonly onFunction: (name: string) => void;
  readonly zoom: (factor: number) => void;
  /** Undefined while the view follows the path. */
  readonly fit: (() => void) | undefined;
}

const ZOOM = 1.5;

/** Which series, which of its leaves, over which function; and how near. */
export function PathChoices(props: PathChoicesProps) {
  const { candidates, series, curves, across, up, onSeries, onAxes, contours, slow, onFunction, zoom, fit } = props;
  return (
    <div className="path-choices">
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
            label="across"
            value={String(across.index)}
            options={curves.map(({ label, index }) => [String(index), label])}
            onChoose={(value) => {
              onAxes(Number(value), up.index);
            }}
          />
          <Choice
            label="up"
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
          label="over contours of"
          value={contours.chosen}
          options={contours.functions.map(({ name, type }) => [name, `${name} : ${type}`])}
          onChoose={onFunction}
        />
      )}
      {slow && <span className="panel-waiting">computing …</span>}
      <span className="path-zoom" role="group" aria-label="View of the path">
        <ZoomButton
          label="Nearer"
          text="+"
          run={() => {
            zoom(ZOOM);
          }}
        />
        <ZoomButton
          label="Farther"
          text="−"
          run={() => {
            zoom(1 / ZOOM);
          }}
        />
        <button type="button" className="button small outlined" disabled={fit === undefined} onClick={fit}>
          Fit
        </button>
      </span>
    </div>
  );
}

function ZoomButton({ label, text, run }: { readonly label: string; readonly text: string; readonly run: () => void }) {
  return (
    <button type="button" className="button small outlined" aria-label={label} title={label} onClick={run}>
      {text}
    </button>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="path-choice">
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
