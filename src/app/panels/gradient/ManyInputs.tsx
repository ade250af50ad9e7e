import { Fragment, useState } from 'react';
import type { GradientPayload } from '../../../protocol/messages';
import { showNumber } from '../../kit/format';
import { WindowButtons } from '../../kit/WindowButtons';
import { type Answered, DerivativeCell, EngineHeader, GradientCaption, LeafHeader } from './cells';
import { summaryAt } from './gradient-text';

/** Inputs shown at once. */
const WINDOW = 200;

interface ManyInputsProps {
  readonly payload: GradientPayload;
  readonly stale: boolean;
}

/** A row for each input: its value, its derivative with a bar, and whether the engines agree; each engine on demand. */
export function ManyInputs({ payload, stale }: ManyInputsProps) {
  const { focus, engines } = payload;
  const [from, setFrom] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const answered = engines.filter((column): column is Answered => column.status === 'ok');
  const [reference] = answered;
  const largest = largestOf(reference?.derivatives ?? []);
  const count = focus.leaves.length;
  const start = from < count ? from : 0;
  return (
    <>
      <div className="gradient-scroll" tabIndex={0} role="region" aria-label="Gradient by input">
        <table className="gradient-table gradient-inputs">
          <GradientCaption focus={focus} />
          <thead>
            <tr>
              <td />
              <th scope="col" className="number">
                point
              </th>
              <th scope="col" className="number">
                derivative
              </th>
              <td className="gradient-bar-cell" />
              <th scope="col">engines</th>
            </tr>
          </thead>
          <tbody>
            {focus.leaves.slice(start, start + WINDOW).map((leaf, i) => {
              const at = start + i;
              const derivative = reference?.derivatives[at];
              const summary = summaryAt(engines, at);
              return (
                <Fragment key={at}>
                  <tr>
                    <LeafHeader leaf={leaf} stale={stale} scope="row" />
                    <td className="number primal">{showNumber(leaf.value)}</td>
                    <td className="number">
                      {derivative === undefined ? '…' : <span className="cotangent">{showNumber(derivative)}</span>}
                    </td>
                    <td className="gradient-bar-cell" aria-hidden="true">
                      <Bar value={derivative ?? 0} largest={largest} />
                    </td>
                    <td>
                      <button
                        type="button"
                        className={summary.differ ? 'text-button gradient-differ' : 'text-button'}
                        aria-expanded={open.has(at)}
                        disabled={answered.length === 0}
                        onClick={() => {
                          const next = new Set(open);
                          if (!next.delete(at)) next.add(at);
                          setOpen(next);
                        }}
                      >
                        {summary.text}
                      </button>
                    </td>
                  </tr>
                  {open.has(at) &&
                    answered.map((column, k) => (
                      <tr key={column.engine} className="gradient-details">
                        <EngineHeader column={column} />
                        <td />
                        <DerivativeCell column={column} leaf={at} first={k === 0} />
                        <td />
                        <td />
                      </tr>
                    ))}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      <WindowButtons {...{ start, size: WINDOW, count, onStart: setFrom }} className="gradient-window" />
    </>
  );
}

function largestOf(derivatives: readonly number[]): number {
  return derivatives.reduce(
    (largest, each) => (Number.isFinite(each) ? Math.max(largest, Math.abs(each)) : largest),
    0,
  );
}

/** A bar from the middle, to the left for a negative number; the longest is that of the largest derivative. */
function Bar({ value, largest }: { readonly value: number; readonly largest: number }) {
  const part = Number.isFinite(value) && largest > 0 ? value / largest : 0;
  return (
    <svg className="gradient-bar" viewBox="-50 0 100 10" width="100" height="10">
      <path className="gradient-axis" d="M0 0v10" />
      <rect x={Math.min(0, 50 * part)} y="1" width={Math.abs(50 * part)} height="8" />
    </svg>
  );
}
