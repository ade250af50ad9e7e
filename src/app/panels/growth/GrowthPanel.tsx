import { useMemo, useRef, useState } from 'react';
import type { Growth, GrowthReply } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';
import { neededFor } from '../../store/dependencies';
import { useAppStore, useCell, useProduct } from '../../store/hooks';
import { type FrameView, PanelFrame } from '../shared/PanelFrame';
import { AboutGrowth } from './AboutGrowth';
import { EngineList } from './EngineList';
import { saveGrowthCurves, saveGrowthCurvesAsPng, saveMeters } from './exports';
import { GrowthChoices } from './GrowthChoices';
import { GrowthFigure } from './GrowthFigure';
import { GrowthTable } from './GrowthTable';
import { firstRange, type SizeRange, sizesOf } from './sizes';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { type Answered, useQuestion } from '../shared/use-question';
import '../../kit/figures.css';
import './growth.css';
import { stopped } from '../shared/stopped';
import { useIsOffered } from '../shared/use-engines';

const EMPTY =
  'Nothing to scale yet: declare an int input, such as input n : int = 10, or a list, such as input xs : list real = [1, 2], and end with an expression that uses it.';

/**
 * One second for each run: there is one for each engine and size, and an exponential one should be stopped soon. All
 * engines run at all sizes, so the program must rest first.
 */
const ASKING = { seconds: 1, rest: 400 };

/** The panel of how the work of every engine grows with an input, and of the slopes on a log-log scale. */
export function GrowthPanel() {
  const value = useProduct('value');
  const runnable = useRunnableProgram();
  const program = value.state === 'held' ? undefined : runnable;
  const [wanted, setWanted] = useState<string>();
  const [meter, setMeter] = useState<keyof Meter>('nodes');
  const [base, setBase] = useState<SizeRange['base']>(2);
  const [chosen, setChosen] = useState<SizeRange>();
  const bounds = useBounds(wanted);
  const range = chosen ?? firstRange(base, bounds);
  const sizes = useMemo(
    () => sizesOf({ base: range.base, from: range.from, to: range.to }),
    [range.base, range.from, range.to],
  );
  const asked = useQuestion('growth', program && { program, input: wanted, sizes }, ASKING);
  const reply = asked.reply === 'stopped' ? undefined : asked.reply;
  const isOffered = useIsOffered();
  const measured = reply === undefined || reply.state === 'error' ? undefined : reply.growth;
  const growth = measured && { ...measured, engines: measured.engines.filter(({ engine }) => isOffered(engine)) };
  const body = useRef<HTMLDivElement>(null);
  return (
    <PanelFrame
      view={frameView(asked, reply, program, value)}
      empty={EMPTY}
      about={<AboutGrowth />}
      exports={
        growth === undefined
          ? []
          : [
              {
                label: 'Save curves as SVG',
                run: () => {
                  saveGrowthCurves(body.current);
                },
              },
              {
                label: 'Save curves as PNG',
                run: () => {
                  saveGrowthCurvesAsPng(body.current);
                },
              },
              {
                label: 'Save values as CSV',
                run: () => {
                  saveMeters(growth);
                },
              },
            ]
      }
    >
      {reply !== undefined && (
        <div ref={body} className="growth" data-pending={asked.pending}>
          <GrowthChoices
            inputs={reply.inputs}
            input={chosenOf(reply)}
            onInput={(name) => {
              setWanted(name);
              setChosen(undefined);
            }}
            meter={meter}
            onMeter={setMeter}
            range={range}
            onRange={setChosen}
            onBase={(next) => {
              setBase(next);
              setChosen(undefined);
            }}
          />
          {growth !== undefined && <Filled {...{ reply, growth, meter }} stale={asked.stale} />}
        </div>
      )}
    </PanelFrame>
  );
}

/** Returns the range of the input that grows, if the program gives it one: the first int, or else the reader's choice. */
function useBounds(wanted: string | undefined): { readonly low: number; readonly high: number } | undefined {
  const id = useCell();
  const dependencies = useAppStore((state) => state.dependencies);
  const ints = id === undefined ? [] : neededFor(dependencies, id).inputs.filter(({ type }) => type === 'int');
  const input = wanted === undefined ? ints[0] : ints.find(({ name }) => name === wanted);
  return input?.range;
}

interface FilledProps {
  readonly reply: GrowthReply;
  readonly growth: Growth;
  readonly meter: keyof Meter;
  readonly stale: boolean;
}

function Filled({ reply, growth, meter, stale }: FilledProps) {
  const input = stale ? undefined : reply.inputs.find(({ name }) => name === growth.input);
  return (
    <>
      <GrowthFigure {...{ growth, meter, input }} />
      <EngineList {...{ growth, meter }} />
      <GrowthTable {...{ growth, meter }} />
    </>
  );
}

function chosenOf(reply: GrowthReply): string | undefined {
  return reply.state === 'error' ? reply.chosen : reply.growth.input;
}

/** The state of the panel. A program that cannot run shows the problems of its value. */
function frameView(
  { reply: newest, stale, pending }: Answered<'growth'>,
  reply: GrowthReply | undefined,
  program: AskedProgram | undefined,
  value: FrameView,
): FrameView {
  // After an error another input can still be chosen.
  const payload = reply !== undefined && reply.inputs.length > 0 ? reply : undefined;
  if (program === undefined) {
    const { state, diagnostics } = value;
    if (state === 'held' || state === 'empty') return { state, payload, diagnostics: [], stale: true };
    return state === 'error'
      ? { state, payload, diagnostics, stale: true }
      : { state: 'pending', payload, diagnostics: [], stale: true };
  }
  // A program without an input that can grow stays empty until an answer has one.
  if (stale && payload === undefined && reply !== undefined) return { state: 'empty', payload, diagnostics: [], stale };
  if (stale || newest === undefined) return { state: 'pending', payload, diagnostics: [], stale };
  if (newest === 'stopped') return { state: 'error', payload, diagnostics: [STOPPED], stale };
  if (newest.state === 'error')
    return {
      state: newest.diagnostics.length === 0 ? 'empty' : 'error',
      payload,
      diagnostics: newest.diagnostics,
      stale,
    };
  return { state: pending ? 'pending' : 'ok', payload, diagnostics: [], stale };
}

const STOPPED = stopped('Measuring growth', 'choose smaller sizes, or change the program to try again');
