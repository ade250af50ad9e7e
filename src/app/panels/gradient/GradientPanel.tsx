import { Fragment, useState } from 'react';
import type { EngineId } from '../../../ad/engine';
import type { EngineColumn, FocusLeaf, GradientPayload } from '../../../protocol/messages';
import { integer, showNumber, showSeconds } from '../../kit/format';
import { copyOrSave } from '../../charts/export';
import { useAppStore, usePointing, useProduct } from '../../store/hooks';
import { PanelFrame } from '../shared/PanelFrame';
import { AboutGradient } from './AboutGradient';
import { Disagreement } from './Disagreement';
import { ENGINE_LOOKS, EngineMark } from './engines';
import { gradientAsText, showDifference } from './gradient-text';
import { METER_TEXTS, METER_KEYS } from '../shared/meters';
import { WindowButtons } from '../../kit/WindowButtons';
import './gradient.css';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** The panel of the gradient by every engine, with their differences and costs. */
export function GradientPanel() {
  const view = useProduct('gradient');
  const { payload } = view;
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={payload?.focus.leaves.length === 0}
      about={<AboutGradient />}
      toolbar={payload !== undefined && view.state !== 'error' && <Agreement payload={payload} />}
      exports={
        payload === undefined
          ? []
          : [
              {
                label: 'Copy as text',
                run: () => {
                  copyOrSave(gradientAsText(payload), 'gradient.tsv');
                },
              },
            ]
      }
    >
      {payload !== undefined && <GradientTables payload={payload} stale={view.stale} />}
    </PanelFrame>
  );
}

function Agreement({ payload }: { readonly payload: GradientPayload }) {
  const { agreement, maxRelativeDifference } = payload;
  if (agreement === undefined) return null;
  const difference = maxRelativeDifference === undefined ? undefined : showDifference(maxRelativeDifference);
  if (agreement === 'agree') return <span className="agreement agree">✓ the engines agree{extentOf(difference)}</span>;
  if (agreement === 'disagree')
    return <Disagreement difference={difference === undefined ? '' : ` by ${difference}`} />;
  if (agreement === 'too much cancellation')
    return <span className="agreement">too much cancellation to compare{extentOf(difference)}</span>;
  return <span className="agreement">not compared: a number overflowed</span>;
}

function extentOf(difference: string | undefined): string {
  if (difference === undefined) return '';
  return difference === '0' ? ' to the last digit' : ` within ${difference}`;
}

/** The engines with a row. One that does not support the program has none; its reason is below the tables. */
function rowsOf(engines: readonly EngineColumn[]): readonly EngineColumn[] {
  const taken = engines.filter(({ status }) => status !== 'unsupported');
  return taken.length === 0 ? engines : taken;
}

/** Inputs shown at once. */
const WINDOW = 200;

/** The tables alone, which an exported page shows without the panel's frame. */
export function GradientTables({ payload, stale }: { readonly payload: GradientPayload; readonly stale: boolean }) {
  const [from, setFrom] = useState(0);
  const { focus } = payload;
  const engines = rowsOf(payload.engines);
  const count = focus.leaves.length;
  const start = from < count ? from : 0;
  const leaves = focus.leaves.slice(start, start + WINDOW);
  return (
    <div className="gradient">
      <div className="gradient-scroll" tabIndex={0} role="region" aria-label="Gradient by engine">
        <table className="gradient-table">
          <caption>
            Derivatives of <code>{focus.label}</code> = <span className="primal">{focus.value}</span>
            {focus.cotangent !== undefined && (
              <>
                {' '}
                for the cotangent <span className="cotangent">{focus.cotangent}</span>
              </>
            )}
          </caption>
          <thead>
            <tr>
              <td />
              {leaves.map((leaf, i) => (
                <LeafHeader key={start + i} leaf={leaf} stale={stale} />
              ))}
            </tr>
            <tr>
              <th scope="row">point</th>
              {leaves.map((leaf, i) => (
                <td key={start + i} className="number primal">
                  {showNumber(leaf.value)}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {engines.map((column, at) => (
              <tr key={column.engine}>
                <EngineHeader column={column} />
                {column.status === 'ok' ? (
                  leaves.map((_, i) => (
                    <DerivativeCell key={start + i} column={column} leaf={start + i} first={at === 0} />
                  ))
                ) : (
                  <td className="soft" colSpan={Math.max(1, leaves.length)}>
                    {column.status === 'pending' ? <span aria-label="computing">…</span> : column.status}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <WindowButtons {...{ start, size: WINDOW, count, onStart: setFrom }} className="gradient-window" />
      <div className="gradient-scroll" tabIndex={0} role="region" aria-label="Cost by engine">
        <table className="gradient-table gradient-meters">
          <thead>
            <tr>
              <td />
              <th scope="col" className="number">
                value
              </th>
              {METER_KEYS.map((meter) => (
                <th key={meter} scope="col" className="number">
                  {METER_TEXTS[meter].name}
                </th>
              ))}
              <th scope="col" className="number">
                time
              </th>
            </tr>
          </thead>
          <tbody>
            {engines.map((column) => (
              <MeterRow key={column.engine} column={column} />
            ))}
          </tbody>
        </table>
      </div>
      <Reasons engines={payload.engines} />
    </div>
  );
}

function EngineHeader({ column: { engine } }: { readonly column: EngineColumn }) {
  return (
    <th scope="row" className="gradient-engine">
      <EngineMark engine={engine} /> {ENGINE_LOOKS[engine].name}
    </th>
  );
}

function LeafHeader({ leaf, stale }: { readonly leaf: FocusLeaf; readonly stale: boolean }) {
  const { pointed, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit =
    pointed !== undefined &&
    !stale &&
    pointed.span.cell === leaf.span.cell &&
    leaf.span.start <= pointed.span.end &&
    pointed.span.start <= leaf.span.end &&
    pointed.span.end - pointed.span.start <= leaf.span.end - leaf.span.start;
  const enter = (): void => {
    pointTo(stale ? undefined : leaf.span);
  };
  const leave = (): void => {
    pointTo(undefined);
  };
  return (
    <th scope="col" className={lit ? 'number lit' : 'number'} onPointerEnter={enter} onPointerLeave={leave}>
      <button
        type="button"
        className="gradient-leaf"
        onFocus={enter}
        onBlur={leave}
        onClick={() => {
          if (!stale) reveal(leaf.span);
        }}
      >
        <span className="gradient-d">∂</span>
        {leaf.label.split(/(?=[.[])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </button>
    </th>
  );
}

type Answered = Extract<EngineColumn, { readonly status: 'ok' }>;

function DerivativeCell(props: { readonly column: Answered; readonly leaf: number; readonly first: boolean }) {
  const { column, leaf, first } = props;
  const error = column.errors?.[leaf];
  const difference = column.differences[leaf];
  return (
    <td className="number">
      <span className="cotangent">{showNumber(column.derivatives[leaf] ?? NaN)}</span>{' '}
      <span className="gradient-apart">
        {error !== undefined && <>± {showDifference(error)} </>}
        {!first && difference !== undefined && <>Δ {showDifference(difference)}</>}
      </span>
    </td>
  );
}

function grouped(count: number | undefined): string {
  return count === undefined ? '–' : integer(count);
}

function MeterRow({ column }: { readonly column: EngineColumn }) {
  const cells =
    column.status === 'ok'
      ? [column.value, ...METER_KEYS.map((meter) => grouped(column.meter[meter])), showSeconds(column.seconds)]
      : undefined;
  return (
    <tr>
      <EngineHeader column={column} />
      {cells === undefined ? (
        <td className="soft" colSpan={METER_KEYS.length + 2}>
          {column.status === 'pending' ? '…' : column.status}
        </td>
      ) : (
        cells.map((text, i) => (
          <td key={i} className="number">
            {text}
          </td>
        ))
      )}
    </tr>
  );
}

/** Why engines gave no answer, which of them ran on the trace instead of the program, and which do not count. */
function Reasons({ engines }: { readonly engines: readonly EngineColumn[] }) {
  const lines = new Map<string, readonly EngineId[]>();
  for (const column of engines) {
    const text = reasonOf(column);
    if (text !== undefined) lines.set(text, [...(lines.get(text) ?? []), column.engine]);
  }
  if (lines.size === 0) return null;
  return (
    <ul className="gradient-reasons">
      {[...lines].map(([text, sharing]) => (
        <li key={text}>
          {sharing.map((engine, at) => (
            <Fragment key={engine}>
              {at > 0 && ', '}
              <EngineMark engine={engine} /> <b>{ENGINE_LOOKS[engine].name}</b>
            </Fragment>
          ))}{' '}
          {text}
        </li>
      ))}
    </ul>
  );
}

function reasonOf(column: EngineColumn): string | undefined {
  switch (column.status) {
    case 'pending':
      return undefined;
    case 'ok':
      if (column.via === 'trace')
        return 'ran on the A-normal trace, because the program contains a derivative or large data';
      return column.meter.primal === undefined
        ? 'measures its peak memory (live), but counts no operations'
        : undefined;
    default:
      return column.reason.startsWith(column.status) ? column.reason : `${column.status}: ${column.reason}`;
  }
}
