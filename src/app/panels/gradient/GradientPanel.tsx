import { Fragment, useState } from 'react';
import { engineLabel, type AnyEngineId } from '../../../ad/engine';
import type { EngineColumn, GradientPayload } from '../../../protocol/messages';
import { ranOnText } from '../../../protocol/ran-on';
import { integer, showNumber, showSeconds } from '../../kit/format';
import { copyOrSave } from '../../charts/export';
import { engineCells } from '../../../notebook/document';
import { store } from '../../store/store';
import { type ProductView, useAppStore, useProduct } from '../../store/hooks';
import { PanelFrame } from '../shared/PanelFrame';
import { AboutGradient } from './AboutGradient';
import { Disagreement } from './Disagreement';
import { EngineMark } from './engines';
import { gradientAsText, showDifference, whyNotCompared } from './gradient-text';
import { METER_TEXTS, METER_KEYS } from '../shared/meters';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import { DerivativeCell, EngineHeader, GradientCaption, LeafHeader } from './cells';
import { ManyInputs } from './ManyInputs';
import './gradient.css';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** The panel of the gradient by every engine, with their differences and costs. */
export function GradientPanel() {
  const view = useProduct('gradient');
  const { payload: all, onAsk } = useAskedEngines(view);
  const payload = useOffered(all);
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
      {payload !== undefined && <GradientTables payload={payload} stale={view.stale} onAsk={onAsk} />}
    </PanelFrame>
  );
}

/** The gradient by the engines that the lesson view offers: if it names none, by the first with an answer. */
function useOffered(payload: GradientPayload | undefined): GradientPayload | undefined {
  const offered = useAppStore((state) => state.offered);
  if (payload === undefined || offered === undefined) return payload;
  const named = payload.engines.filter(({ engine }) => engine.startsWith('own:') || offered.engines.includes(engine));
  const first = payload.engines.filter(({ status }) => status === 'ok').slice(0, 1);
  return { ...payload, engines: named.length > 0 ? named : first };
}

/** The gradient, with the engines that the reader asked for. They run again only when they are asked for again. */
function useAskedEngines({ payload, stale }: ProductView<'gradient'>) {
  const program = useRunnableProgram();
  const [last, setAsked] = useState<{ readonly program: AskedProgram; readonly engines: readonly AnyEngineId[] }>();
  const asked = last !== undefined && last.program === program ? last : undefined;
  const { reply, stale: isOld } = useQuestion(
    'gradient',
    asked && {
      program: asked.program,
      asked: asked.engines,
      engines: engineCells(store.getState().notebook),
    },
    ASKING,
  );
  const onAsk =
    program === undefined || stale
      ? undefined
      : (engines: readonly AnyEngineId[]) => {
          setAsked({ program, engines: [...(asked?.engines ?? []), ...engines] });
        };
  if (payload === undefined || asked === undefined) return { payload, onAsk };
  if (!isOld && typeof reply === 'object' && reply.state !== 'error')
    return { payload: { ...payload, ...reply.gradient }, onAsk };
  const isWaiting = reply !== 'stopped' || isOld;
  const engines = payload.engines.map((column): EngineColumn =>
    !asked.engines.includes(column.engine)
      ? column
      : isWaiting
        ? { engine: column.engine, status: 'pending' }
        : { engine: column.engine, status: 'stopped', reason: 'stopped: it took too long' },
  );
  return { payload: { ...payload, engines }, onAsk };
}

function isOwnAndDiffers(column: EngineColumn): boolean {
  if (!column.engine.startsWith('own:')) return false;
  return column.status === 'failed' || (column.status === 'ok' && column.differs.length > 0);
}

/** Seconds for an engine that the reader asked for. */
const ASKING = { seconds: 20 };

function Agreement({ payload }: { readonly payload: GradientPayload }) {
  const { agreement, maxRelativeDifference } = payload;
  if (agreement === undefined) return null;
  const difference = maxRelativeDifference === undefined ? undefined : showDifference(maxRelativeDifference);
  if (agreement === 'agree') return <span className="agreement agree">✓ the engines agree{extentOf(difference)}</span>;
  if (agreement === 'disagree')
    return (
      <Disagreement
        difference={difference === undefined ? '' : ` by ${difference}`}
        isOwn={payload.engines.some(isOwnAndDiffers)}
      />
    );
  if (agreement === 'too much cancellation')
    return <span className="agreement">too much cancellation to compare{extentOf(difference)}</span>;
  return <span className="agreement">not compared: {whyNotCompared(payload.engines)}</span>;
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

/** With more inputs, each has a row, and the engines are summarised in one column. */
const FEW = 6;
/** Up to so many inputs have room for an error estimate and a difference on one line. */
const ROOMY = 2;

interface GradientTablesProps {
  readonly payload: GradientPayload;
  readonly stale: boolean;
  /** Runs engines that need much time; absent where nothing runs. */
  readonly onAsk?: ((engines: readonly AnyEngineId[]) => void) | undefined;
}

/** The tables alone, which an exported page shows without the panel's frame. */
export function GradientTables({ payload, stale, onAsk }: GradientTablesProps) {
  const { focus } = payload;
  const engines = rowsOf(payload.engines);
  return (
    <div className="gradient">
      {focus.leaves.length > FEW ? (
        <ManyInputs payload={payload} stale={stale} />
      ) : (
        <FewInputs payload={payload} stale={stale} engines={engines} />
      )}
      <NotRun engines={engines} onAsk={onAsk} />
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

interface FewInputsProps extends GradientTablesProps {
  readonly engines: readonly EngineColumn[];
}

/** A row for each engine, a column for each input. */
function FewInputs({ payload: { focus }, stale, engines }: FewInputsProps) {
  return (
    <div className="gradient-scroll" tabIndex={0} role="region" aria-label="Gradient by engine">
      <table className={`gradient-table${focus.leaves.length <= ROOMY ? ' roomy' : ''}`}>
        <GradientCaption focus={focus} />
        <thead>
          <tr>
            <td />
            {focus.leaves.map((leaf, i) => (
              <LeafHeader key={i} leaf={leaf} stale={stale} scope="col" />
            ))}
          </tr>
          <tr>
            <th scope="row">point</th>
            {focus.leaves.map((leaf, i) => (
              <td key={i} className="number primal">
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
                focus.leaves.map((_, i) => <DerivativeCell key={i} column={column} leaf={i} first={at === 0} />)
              ) : (
                <td className="soft" colSpan={Math.max(1, focus.leaves.length)}>
                  {column.status === 'pending' ? <span aria-label="computing">…</span> : column.status}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which engines have not run because they need much time, with buttons that run them. */
function NotRun({
  engines,
  onAsk,
}: { readonly engines: readonly EngineColumn[] } & Pick<GradientTablesProps, 'onAsk'>) {
  const left = engines.flatMap(({ engine, status }) => (status === 'not run' ? [engine] : []));
  if (left.length === 0) return null;
  const disabled = onAsk === undefined;
  return (
    <p className="gradient-not-run">
      These need more time, so they have not run:
      {left.map((engine) => (
        <button
          key={engine}
          type="button"
          className="text-button"
          disabled={disabled}
          onClick={() => onAsk?.([engine])}
        >
          Run {engineLabel(engine)}
        </button>
      ))}
      {left.length > 1 && (
        <button type="button" className="button small outlined" disabled={disabled} onClick={() => onAsk?.(left)}>
          Run all
        </button>
      )}
    </p>
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
  const lines = new Map<string, readonly AnyEngineId[]>();
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
              <EngineMark engine={engine} /> <b>{engineLabel(engine)}</b>
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
    case 'not run':
      return undefined;
    case 'ok':
      if (column.meter.primal === undefined) return 'measures its peak memory (live), but counts no operations';
      return ranOnText(column.ranOn);
    default:
      return column.reason.startsWith(column.status) ? column.reason : `${column.status}: ${column.reason}`;
  }
}
