import { Fragment, useState } from 'react';
import type { EngineColumn, FocusLeaf, GradientPayload } from '../../../protocol/messages';
import { copyText } from '../../charts/export';
import { showNumber, showSeconds } from '../../charts/numbers';
import { useAppStore, usePointing, useProduct } from '../../store/hooks';
import { PanelFrame } from '../shared/PanelFrame';
import { AboutGradient } from './AboutGradient';
import { Disagreement } from './Disagreement';
import { ENGINE_LOOKS, EngineMark } from './engines';
import { gradientAsText, showDifference } from './gradient-text';
import { METER_TEXTS, METERS } from '../shared/meters';
import { WindowButtons } from '../../kit/WindowButtons';
import './gradient.css';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** The derivative by every input, by every engine, with what sets them apart. */
export function GradientPanel() {
  const view = useProduct('gradient');
  const { payload } = view;
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={payload?.focus.leaves.length === 0}
      about={<AboutGradient />}
      toolbar={payload !== undefined && <Agreement payload={payload} />}
      exports={
        payload === undefined
          ? []
          : [
              {
                label: 'Copy as text',
                run: () => {
                  copyText(gradientAsText(payload), 'gradient.tsv');
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
  const difference =
    maxRelativeDifference === undefined
      ? ''
      : maxRelativeDifference === 0
        ? ', to the last digit'
        : `, within ${showDifference(maxRelativeDifference)}`;
  if (agreement === 'agree') return <span className="agreement agree">✓ the engines agree{difference}</span>;
  if (agreement === 'disagree') return <Disagreement difference={difference} />;
  return <span className="agreement">no verdict: a number overflowed</span>;
}

/** An engine that does not take the program has no row: its reason stands below the tables. */
function rowsOf(engines: readonly EngineColumn[]): readonly EngineColumn[] {
  const taken = engines.filter(({ status }) => status !== 'unsupported');
  return taken.length === 0 ? engines : taken;
}

/** Longer gradients are shown in parts. */
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
      <div className="gradient-scroll" tabIndex={0} role="region" aria-label="The gradient by engine">
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
              <th scope="row">at</th>
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
                    {column.status === 'pending' ? <span aria-label="being computed">…</span> : column.status}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <WindowButtons {...{ start, size: WINDOW, count, onStart: setFrom }} className="gradient-window" />
      <div className="gradient-scroll" tabIndex={0} role="region" aria-label="What each engine did">
        <table className="gradient-table gradient-meters">
          <thead>
            <tr>
              <td />
              <th scope="col" className="number">
                value
              </th>
              {METERS.map((meter) => (
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

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function MeterRow({ column }: { readonly column: EngineColumn }) {
  const cells =
    column.status === 'ok'
      ? [column.value, ...METERS.map((meter) => grouped(column.meter[meter])), showSeconds(column.seconds)]
      : undefined;
  return (
    <tr>
      <EngineHeader column={column} />
      {cells === undefined ? (
        <td className="soft" colSpan={METERS.length + 2}>
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

/** Why an engine did not answer, in words; and which were given the trace instead of the program. */
function Reasons({ engines }: { readonly engines: readonly EngineColumn[] }) {
  const lines = engines.flatMap((column) => {
    if (column.status === 'ok')
      return column.via === 'trace'
        ? [{ engine: column.engine, text: 'was given the A-normal trace, because the program differentiates inside' }]
        : [];
    if (column.status === 'pending') return [];
    const { engine, status, reason } = column;
    return [{ engine, text: reason.startsWith(status) ? reason : `${status}: ${reason}` }];
  });
  if (lines.length === 0) return null;
  return (
    <ul className="gradient-reasons">
      {lines.map((line) => (
        <li key={line.engine}>
          <EngineMark engine={line.engine} /> <b>{ENGINE_LOOKS[line.engine].name}</b> {line.text}
        </li>
      ))}
    </ul>
  );
}
