import { useMemo, useState } from 'react';
import type { CombinatorsPayload, VersionPayload } from '../../../protocol/combinators';
import { ranOnText } from '../../../protocol/ran-on';
import { drawingOf } from '../../charts/combinators/layout';
import { runTree } from '../../charts/combinators/runs';
import { useAppStore, useProduct } from '../../store/hooks';
import { DiagnosticList } from '../shared/DiagnosticList';
import { type FrameView, PanelFrame } from '../shared/PanelFrame';
import { AboutCombinators } from './AboutCombinators';
import { Closures } from './Closures';
import { combinatorExports } from './exports';
import { RunFigure, useFolds } from './RunFigure';
import { StatusLine } from './StatusLine';
import { TermFigure } from './TermFigure';
import { useCombinatorPointing } from './use-combinator-pointing';
import { answerView } from '../shared/answer-view';
import { VersionTable } from './VersionTable';
import { counted } from '../../kit/format';
import { Segments } from '../../kit/Segments';
import { useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import './combinators.css';
import { stopped } from '../shared/stopped';

const EMPTY = 'Nothing to translate yet: write an expression that uses an input, or end with grad f x.';

/** The panel of the program as combinators, and of their runs in both versions of "The Differentiable Curry". */
export function CombinatorsPanel() {
  const value = useProduct('value');
  const runnable = useRunnableProgram();
  const program = value.state === 'held' ? undefined : runnable;
  const [part, setPart] = useState<number>();
  const asked = useQuestion('combinators', program && { program, part });
  const [engine, setEngine] = useState<VersionPayload['engine']>('curry');
  const { reply } = asked;
  const payload = reply !== undefined && reply !== 'stopped' && reply.state === 'ok' ? reply.payload : undefined;
  const view = answerView(asked, payload, program !== undefined, value, STOPPED);
  if (payload === undefined)
    return (
      <PanelFrame view={view} empty={EMPTY} about={<AboutCombinators />}>
        {null}
      </PanelFrame>
    );
  return <FilledCombinators {...{ view, payload, engine, setEngine, setPart }} />;
}

interface FilledCombinatorsProps {
  readonly view: FrameView;
  readonly payload: CombinatorsPayload;
  readonly engine: VersionPayload['engine'];
  readonly setEngine: (engine: VersionPayload['engine']) => void;
  readonly setPart: (part: number) => void;
}

function FilledCombinators({ view, payload, engine, setEngine, setPart }: FilledCombinatorsProps) {
  const version = payload.versions.find((each) => each.engine === engine);
  const runs = version?.status === 'ok' ? version.runs : undefined;
  const tree = useMemo(() => (runs === undefined ? undefined : runTree(payload.nodes, runs)), [payload, runs]);
  const folds = useFolds(tree, `${engine} ${tree?.runs.length ?? 0} ${payload.text}`);
  const pointing = useCombinatorPointing(payload, runs, view.stale);
  const notify = useAppStore((state) => state.notify);
  const said = ranOnText(payload.ranOn);
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      about={<AboutCombinators />}
      exports={combinatorExports(payload, tree && (() => drawingOf(tree, folds.open)), (message) => {
        notify('information', message);
      })}
    >
      <div className="combinators">
        {payload.parts !== undefined && <PartChoice parts={payload.parts} onPart={setPart} />}
        {said !== undefined && payload.parts === undefined && <p className="comb-note">This engine {said}.</p>}
        <TermFigure payload={payload} pointing={pointing} />
        {version !== undefined && (
          <section className="comb-part" aria-label="Run">
            <h3>
              Run{' '}
              <span className="comb-note">
                {engine === 'curry'
                  ? 'a function’s tangent is the list of its calls; its pullback runs the function again for each'
                  : 'a function’s tangent is that of what it captured; nothing runs again'}
              </span>
            </h3>
            <RunFigure {...{ payload, version, tree, pointing, folds }}>
              <Segments
                label="Version"
                options={[
                  ['curry', 'Simply typed'],
                  ['curry-dependent', 'Dependent'],
                ]}
                value={engine}
                onChoose={setEngine}
              />
            </RunFigure>
          </section>
        )}
        <div className="comb-columns">
          <section className="comb-part" aria-label="Versions">
            <h3>Versions</h3>
            <VersionTable payload={payload} onPoint={pointing.pointNode} />
            {payload.versions.map((each) =>
              each.status === 'ok' ? null : <Unfinished key={each.engine} version={each} />,
            )}
          </section>
          {tree !== undefined && (
            <Closures
              {...{ tree, engine }}
              lit={pointing.runs}
              onPoint={pointing.pointRun}
              onChoose={pointing.reveal}
            />
          )}
        </div>
        <StatusLine payload={payload} tree={tree} at={pointing.at} />
      </div>
    </PanelFrame>
  );
}

interface PartChoiceProps {
  readonly parts: NonNullable<CombinatorsPayload['parts']>;
  readonly onPart: (part: number) => void;
}

/** Which part of a long trace is shown. */
function PartChoice({ parts: { shown, entries, choices }, onPart }: PartChoiceProps) {
  return (
    <p className="comb-note">
      The trace has {counted(entries, 'entry', 'entries')}. Shown is one call, as a function of the values that it uses:{' '}
      <select
        aria-label="Part of the trace"
        value={shown}
        onChange={(event) => {
          onPart(Number(event.currentTarget.value));
        }}
      >
        {choices.map(({ part, label }) => (
          <option key={part} value={part}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Why a version did not finish. For the simply typed version that is a limit, not an error of the program. */
function Unfinished({ version }: { readonly version: Exclude<VersionPayload, { readonly status: 'ok' }> }) {
  const { engine, status, diagnostic } = version;
  if (status === 'failed') return <DiagnosticList diagnostics={[diagnostic]} />;
  return (
    <p className="comb-prose">
      <b>{engine}</b> did not finish: {diagnostic.message}.{' '}
      {engine === 'curry' &&
        'The pullback runs each function again at every call. A let is a call, so nested lets double the work. The dependent version runs each function once.'}
    </p>
  );
}

const STOPPED = stopped('Running the combinators', 'change the program or an input to try again');
