import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';
import { type Span } from '../../../language/source/span';
import type { StepMode, StepPayload } from '../../../protocol/steps';
import { useAppStore, useLasting, usePointing, useProduct, useStepAt } from '../../store/hooks';
import { DiagnosticList } from '../shared/DiagnosticList';
import { clipped, integer } from '../../kit/format';
import { type FrameView, PanelFrame } from '../shared/PanelFrame';
import { useRunnableProgram } from '../shared/use-program';
import { AboutSteps } from './AboutSteps';
import { BreakpointBar } from './BreakpointBar';
import { stoppingSteps } from './breakpoint-search';
import { ContextFigure } from './ContextFigure';
import { Environments } from './Environments';
import { stepExports } from './exports';
import { RuleFigure } from './RuleFigure';
import { ruleTitle } from './rule-table';
import { StepList } from './StepList';
import { positionText, StepsBar } from './StepsBar';
import { TraceFigure } from './TraceFigure';
import { type StepPosition, usePosition } from './use-position';
import { useSteps, type StepsView } from './use-steps';
import { Segments } from '../../kit/Segments';
import './steps.css';
import { stopped } from '../shared/stopped';

const EMPTY = {
  ordinary: 'Nothing to evaluate yet: write an expression to evaluate it one step at a time.',
  symbolic:
    'Nothing to evaluate symbolically: write an expression that uses an input, or end with grad f x. Ordinary evaluates the whole program.',
} as const satisfies Readonly<Record<StepMode, string>>;

const MODES = { ordinary: 'Ordinary', symbolic: 'Symbolic' } as const satisfies Readonly<Record<StepMode, string>>;

/** The panel that evaluates one redex at a time and shows its context, its rule, the environments and the trace. */
export function StepsPanel() {
  const program = useRunnableProgram();
  const mode = useAppStore((state) => state.stepMode);
  const setMode = useAppStore((state) => state.setStepMode);
  const wanted = useStepAt();
  const steps = useSteps(program, mode, wanted);
  const step = steps.reply !== 'stopped' && steps.reply?.state === 'ok' ? steps.reply.step : undefined;
  const view = useFrameView(steps, step);
  return (
    <PanelFrame
      view={view}
      empty={EMPTY[mode]}
      about={<AboutSteps />}
      toolbar={
        <Segments
          label="Evaluation"
          options={[
            ['ordinary', MODES.ordinary],
            ['symbolic', MODES.symbolic],
          ]}
          value={mode}
          onChoose={setMode}
        />
      }
      exports={step === undefined ? [] : stepExports(step)}
    >
      {step !== undefined && <FilledSteps {...{ steps, step, mode }} />}
    </PanelFrame>
  );
}

/** The state of the panel. A program that cannot run shows the problems of its value. */
function useFrameView({ reply, stale, pending }: StepsView, step: StepPayload | undefined): FrameView {
  const value = useProduct('value');
  const runnable = useRunnableProgram() !== undefined;
  if (!runnable)
    return {
      state: value.state === 'error' ? 'error' : 'pending',
      payload: step,
      diagnostics: value.state === 'error' ? value.diagnostics : [],
      stale: true,
    };
  if (reply === undefined || (stale && step === undefined))
    return { state: 'pending', payload: undefined, diagnostics: [], stale: false };
  if (reply === 'stopped') return { state: 'error', payload: undefined, diagnostics: [STOPPED], stale: false };
  if (reply.state === 'error')
    return {
      state: reply.diagnostics.length === 0 ? 'empty' : 'error',
      payload: undefined,
      diagnostics: reply.diagnostics,
      stale: false,
    };
  if (isOfNothing(reply.step)) return { state: 'empty', payload: undefined, diagnostics: [], stale: false };
  return { state: pending ? 'pending' : 'ok', payload: step, diagnostics: [], stale };
}

/** Whether the program has only definitions, so that it takes no step and has no output. */
function isOfNothing({ index, rule, outputs, failure }: StepPayload): boolean {
  return index === 0 && rule === undefined && outputs.length === 0 && failure === undefined;
}

const STOPPED = stopped('Stepping', 'change the program or an input to try again');

/** Milliseconds for which the previous count of steps is shown while a new count is under way. */
const COUNTING = 300;

interface FilledStepsProps {
  readonly steps: StepsView;
  readonly step: StepPayload;
  readonly mode: StepMode;
}

function FilledSteps({ steps: { index: counted, lastIndex, pending, stale }, step, mode }: FilledStepsProps) {
  // The controls stay while an input is dragged, because the number of steps rarely changes.
  const counting = useLasting(counted === undefined && !stale, COUNTING);
  const index = counted ?? (counting ? undefined : lastIndex);
  const wanted = useStepAt();
  const breakpoints = useAppStore((state) => state.breakpoints);
  const redex = stale || step.rule === undefined || step.span.cell < 0 ? undefined : step.span;
  const pointAt = useRedexPointing(redex, `${mode} ${step.index}`);
  // A trace has hundreds of pieces: it follows in a task of its own.
  const traced = useDeferredValue(useMemo(() => ({ step, mode, onPoint: pointAt }), [step, mode, pointAt]));
  const position = usePosition(index === undefined ? wanted : Math.min(wanted, index.count), {
    last: index?.count,
    cut: index?.cut === true,
    ended: step.rule === undefined,
    pending,
  });
  const stops = useMemo(() => (index === undefined ? [] : stoppingSteps(index, breakpoints)), [index, breakpoints]);
  return (
    <div
      className="steps"
      data-pending={pending}
      role="group"
      aria-label="Evaluation steps"
      tabIndex={0}
      onKeyDown={(event) => {
        followKey(event, position);
      }}
    >
      <StepsBar position={position} />
      <p className="visually-hidden" aria-live={position.playing ? 'off' : 'polite'}>
        {positionText(position)}: {step.rule === undefined ? 'no redex left' : ruleTitle(step.rule)}
      </p>
      {index?.cut === true && (
        <p className="steps-note">
          Step limit reached: the first {integer(index.count)} steps of the run can be shown.
        </p>
      )}
      <BreakpointBar {...{ position, index, stops, redex }} />
      {index !== undefined && index.folds.first.length > 1 && <StepList index={index} position={position} />}
      <div className="steps-columns">
        <div className="steps-main">
          {step.rule === undefined ? (
            <EndFigure step={step} mode={mode} />
          ) : (
            <section className="steps-part" aria-label="Context">
              <h3>
                <i>E</i>[<i>R</i>] <span className="steps-note">the redex in its context</span>
              </h3>
              <ContextFigure step={step} onPoint={pointAt} />
            </section>
          )}
          <RuleFigure step={step} mode={mode} />
          <TraceFigure {...traced} />
        </div>
        <div className="steps-side">
          <Environments step={step} />
          {step.rule !== undefined && step.outputs.length > 0 && (
            <section className="steps-part" aria-label="Results so far">
              <h3>Results so far</h3>
              <Outputs outputs={step.outputs} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

/** The end of the run: its outputs, or why it failed. */
function EndFigure({ step, mode }: { readonly step: StepPayload; readonly mode: StepMode }) {
  if (step.failure !== undefined)
    return (
      <section className="steps-part" aria-label="Failure">
        <h3>The run fails here</h3>
        <DiagnosticList diagnostics={[step.failure]} />
      </section>
    );
  return (
    <section className="steps-part" aria-label="Results">
      <h3>{mode === 'symbolic' ? 'Finished: value and trace' : 'Finished: no redex left'}</h3>
      <Outputs outputs={step.outputs} />
    </section>
  );
}

function Outputs({ outputs }: { readonly outputs: readonly string[] }) {
  if (outputs.length === 0) return <p className="steps-note">This program has no output.</p>;
  return (
    <ul className="steps-outputs">
      {outputs.map((output, i) => (
        <li key={i}>{clipped(output)}</li>
      ))}
    </ul>
  );
}

/** Highlights the redex while nothing else is pointed at. Returns a function that highlights a piece instead. */
function useRedexPointing(redex: Span | undefined, step: string): (span: Span | undefined) => void {
  const { pointed, pointTo } = usePointing();
  const pointAtRedex = useEffectEvent(() => {
    if (redex !== undefined) pointTo(redex);
  });
  useEffect(() => {
    pointAtRedex();
  }, [step]);
  useEffect(() => {
    if (redex !== undefined && pointed === undefined) pointTo(redex);
  }, [redex, pointed, pointTo]);
  // The spans of an older text are not valid any more.
  const isGone = redex === undefined;
  useEffect(() => {
    const leave = (): void => {
      pointTo(undefined);
    };
    if (isGone) leave();
    return leave;
  }, [isGone, pointTo]);
  return useCallback(
    (span) => {
      pointTo(span ?? redex);
    },
    [pointTo, redex],
  );
}

/** Moves by the arrow keys, Home, End and space, unless the focused control uses the key itself. */
function followKey(event: KeyboardEvent, { at, last, playing, go, play }: StepPosition): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const { target } = event;
  if (!(target instanceof Element) || target.closest('select') !== null) return;
  if (event.key === ' ') {
    if (target.closest('button, summary') !== null) return;
    play(!playing);
  } else {
    if (target.closest('input') !== null) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last ?? at }[event.key];
    if (to === undefined) return;
    go(to);
  }
  event.preventDefault();
}
