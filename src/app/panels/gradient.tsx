import { Fragment, useState } from 'react';
import type { EngineColumn, FocusLeaf, GradientPayload } from '../../protocol/messages';
import { copyText } from '../charts/export';
import { showNumber, showSeconds } from '../charts/numbers';
import { useAppStore, usePointing, useProduct } from '../store/hooks';
import { PanelFrame } from '../ui/PanelFrame';
import { AboutGradient } from './gradient/AboutGradient';
import { Disagreement } from './gradient/Disagreement';
import { ENGINE_LOOKS, EngineMark } from './gradient/engines';
import { gradientAsText, showDifference } from './gradient/gradient-text';
import { METER_TEXTS, METERS } from './shared/meters';
import './gradient/gradient.css';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** The derivative by every input, by every engine, with what sets them apart. */
export function GradientPanel() {
  const view = useProduct('gradient');
  const { payload } = view;
  return (
    <PanelFrame
      title="Gradient"
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
      {payload !== undefined && <GradientTable payload={payload} stale={view.stale} />}
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

/** An engine that does not take the program has no column: its reason stands below the table. */
function columnsOf(engines: readonly EngineColumn[]): readonly EngineColumn[] {
  const taken = engines.filter(({ status }) => status !== 'unsupported');
  return taken.length === 0 ? engines : taken;
}

/** Longer gradients are shown in parts. */
const WINDOW = 200;

function GradientTable({ payload, stale }: { readonly payload: GradientPayload; readonly stale: boolean }) {
  const [from, setFrom] = useState(0);
  const { focus } = payload;
  const engines = columnsOf(payload.engines);
  const count = focus.leaves.length;
  const start = from < count ? from : 0;
  return (
    <div className="gradient" tabIndex={0} role="region" aria-label="The gradient by engine">
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
            <th scope="col">by</th>
            <th scope="col" className="number">
              at
            </th>
            {engines.map((column) => (
              <th key={column.engine} scope="col" className="number">
                <EngineMark engine={column.engine} /> {ENGINE_LOOKS[column.engine].name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {focus.leaves.slice(start, start + WINDOW).map((leaf, i) => (
            <LeafRow key={start + i} leaf={leaf} index={start + i} engines={engines} stale={stale} />
          ))}
        </tbody>
        <tfoot>
          <FootRow title="value" engines={engines} cell={(column) => column.value} />
          {METERS.map((meter) => (
            <FootRow
              key={meter}
              title={METER_TEXTS[meter].name}
              engines={engines}
              cell={(column) => grouped(column.meter[meter])}
            />
          ))}
          <FootRow title="time" engines={engines} cell={(column) => showSeconds(column.seconds)} />
        </tfoot>
      </table>
      {count > WINDOW && (
        <p className="gradient-window">
          <button
            type="button"
            className="button small outlined"
            disabled={start === 0}
            onClick={() => {
              setFrom(Math.max(0, start - WINDOW));
            }}
          >
            Earlier
          </button>{' '}
          {start + 1} to {Math.min(count, start + WINDOW)} of {count}{' '}
          <button
            type="button"
            className="button small outlined"
            disabled={start + WINDOW >= count}
            onClick={() => {
              setFrom(start + WINDOW);
            }}
          >
            Later
          </button>
        </p>
      )}
      <Reasons engines={payload.engines} />
    </div>
  );
}

interface LeafRowProps {
  readonly leaf: FocusLeaf;
  readonly index: number;
  readonly engines: readonly EngineColumn[];
  readonly stale: boolean;
}

function LeafRow({ leaf, index, engines, stale }: LeafRowProps) {
  const { pointed, point } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit =
    pointed !== undefined &&
    !stale &&
    pointed.span.cell === leaf.span.cell &&
    leaf.span.start <= pointed.span.end &&
    pointed.span.start <= leaf.span.end &&
    pointed.span.end - pointed.span.start <= leaf.span.end - leaf.span.start;
  const enter = (): void => {
    point(stale ? undefined : leaf.span, 'gradient');
  };
  const leave = (): void => {
    point(undefined, 'gradient');
  };
  return (
    <tr className={lit ? 'lit' : undefined} onPointerEnter={enter} onPointerLeave={leave}>
      <th scope="row">
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
      <td className="number primal">{showNumber(leaf.value)}</td>
      {engines.map((column, at) => (
        <DerivativeCell key={column.engine} column={column} leaf={index} first={at === 0} />
      ))}
    </tr>
  );
}

function DerivativeCell(props: { readonly column: EngineColumn; readonly leaf: number; readonly first: boolean }) {
  const { column, leaf, first } = props;
  if (column.status === 'pending')
    return (
      <td className="number soft">
        <span aria-label="being computed">…</span>
      </td>
    );
  if (column.status !== 'ok') return <td className="number soft">{column.status}</td>;
  const error = column.errors?.[leaf];
  const difference = column.differences[leaf];
  return (
    <td className="number">
      <span className="cotangent">{showNumber(column.derivatives[leaf] ?? NaN)}</span>
      <span className="gradient-apart">
        {error !== undefined && <>± {showDifference(error)} </>}
        {!first && difference !== undefined && <>Δ {showDifference(difference)}</>}
      </span>
    </td>
  );
}

type Answered = Extract<EngineColumn, { readonly status: 'ok' }>;

function grouped(count: number): string {
  return count.toLocaleString('en');
}

interface FootRowProps {
  readonly title: string;
  readonly engines: readonly EngineColumn[];
  readonly cell: (column: Answered) => string;
}

function FootRow({ title, engines, cell }: FootRowProps) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {title}
      </th>
      {engines.map((column) => (
        <td key={column.engine} className="number">
          {column.status === 'ok' ? (
            cell(column)
          ) : (
            <span className="soft">{column.status === 'pending' ? '…' : '–'}</span>
          )}
        </td>
      ))}
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
