import * as Tabs from '@radix-ui/react-tabs';
import { useCallback, useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { closedCalls } from '../../charts/delta/calls';
import { drawnGraph } from '../../charts/delta/graph';
import type { Flow } from '../../charts/delta/geometry';
import { sweepOf } from '../../charts/delta/sweep';
import { type ProductView, useAppStore, useProduct } from '../../store/hooks';
import { PanelFrame } from '../shared/PanelFrame';
import { useRunnableProgram } from '../shared/use-program';
import { AboutDelta } from './AboutDelta';
import { DeltaGraphTab } from './DeltaGraphTab';
import { DeltaOutline } from './DeltaOutline';
import { DeltaDetective } from './DeltaDetective';
import { FailedRun, isOfNumbers } from './FailedRun';
import { Bindings, TranslationText } from './DeltaText';
import { useScheme } from './colours';
import { whyEmpty } from './empty';
import { deltaExports } from './exports';
import type { SeenPart } from './GraphView';
import { useFolded } from './use-folded';
import { useStyle } from './use-style';
import { useDeltaPointing } from './use-delta-pointing';
import { usePlacement } from './use-placement';
import { counted } from '../../kit/format';
import { useNarrow } from '../../kit/use-narrow';
import '../../kit/segments.css';
import './delta.css';

/** The Delta of the engine `reverse` as a graph, a sweep and text. */
export function DeltaPanel() {
  const view = useProduct('delta');
  const empty = whyEmpty(useProduct('value').payload);
  if (view.payload === undefined)
    return (
      <PanelFrame view={view} empty={empty} ofFailedRun={isOfNumbers(view)} about={<AboutDelta />}>
        <FailedRun view={view} />
      </PanelFrame>
    );
  return <FilledDelta view={view} payload={view.payload} empty={empty} />;
}

const TABS = ['graph', 'detective', 'outline', 'bindings', 'translation'] as const;
const TAB_NAMES = {
  graph: 'Graph',
  detective: 'Detective',
  outline: 'Outline',
  bindings: 'Bindings',
  translation: 'Translation',
} as const;

interface FilledProps {
  readonly view: ProductView<'delta'>;
  readonly payload: DeltaPayload;
  readonly empty: string;
}

function FilledDelta({ view, payload: product, empty }: FilledProps) {
  const [chosenStyle, setStyle] = useStyle();
  const style = chosenStyle ?? 'source';
  const { payload: known, calls, problem } = useFolded(product, style === 'source');
  const [bookkeeping, setBookkeeping] = useState(false);
  const [chosenFlow, setFlow] = useState<Flow>();
  const narrow = useNarrow();
  const payload = useMemo(() => (style === 'source' ? known : asInPaper(known)), [known, style]);
  const flow = chosenFlow ?? (narrow ? 'down' : 'right');
  const { isClosed } = calls;
  const drawnAs = useCallback(
    (shape: DeltaPayload) => drawnGraph(shape, style, { closed: closedCalls(shape, isClosed), bookkeeping }),
    [style, isClosed, bookkeeping],
  );
  const placed = usePlacement(payload, drawnAs, flow);
  const sweep = useMemo(() => sweepOf(payload), [payload]);
  const pointing = useDeltaPointing(payload, view.stale);
  const scheme = useScheme();
  const program = useRunnableProgram();
  const notify = useAppStore((state) => state.notify);
  const [seen, setSeen] = useState<() => SeenPart | undefined>();
  const lend = useCallback((by: (() => SeenPart | undefined) | undefined) => {
    setSeen(() => by);
  }, []);

  return (
    <Tabs.Root defaultValue="graph" className="delta-tabs">
      <PanelFrame
        view={view}
        empty={empty}
        isEmpty={payload.count === 0}
        about={<AboutDelta />}
        exports={deltaExports({
          payload,
          program,
          placed,
          scheme,
          seen,
          complain: (message) => {
            notify('warning', message);
          },
        })}
        toolbar={
          <Tabs.List className="segments" aria-label="Delta views">
            {TABS.map((tab) => (
              <Tabs.Trigger key={tab} value={tab} className="segment">
                {TAB_NAMES[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Content value="graph" className="delta-tab" tabIndex={-1}>
          {problem !== undefined && <p className="limit-notice">{problem}</p>}
          {placed !== undefined && (
            <DeltaGraphTab
              {...{ placed, pointing, calls, style, flow, setStyle, setFlow, bookkeeping, setBookkeeping, lend }}
              stale={view.stale}
              sweep={placed.payload === payload ? sweep : undefined}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="detective" className="delta-tab" tabIndex={-1}>
          {payload.folded !== undefined ? (
            <FoldedNote what="The detective follows single operations" entries={payload.folded.entries} />
          ) : (
            placed !== undefined && <DeltaDetective {...{ placed, pointing, calls, view }} />
          )}
        </Tabs.Content>
        <Tabs.Content value="outline" className="delta-tab" tabIndex={-1}>
          <DeltaOutline
            payload={payload}
            sweep={sweep}
            lit={pointing.lit}
            onPoint={pointing.pointAt}
            onChoose={pointing.revealNode}
          />
        </Tabs.Content>
        <Tabs.Content value="bindings" className="delta-tab" tabIndex={-1}>
          <Bindings
            payload={asInPaper(known)}
            lit={pointing.lit}
            onPoint={pointing.pointAt}
            onChoose={pointing.revealNode}
          />
        </Tabs.Content>
        <Tabs.Content value="translation" className="delta-tab" tabIndex={-1}>
          <TranslationText payload={payload} />
        </Tabs.Content>
      </PanelFrame>
    </Tabs.Root>
  );
}

/** The payload in the paper's letters: bindings are w1, w2, ... */
function asInPaper(payload: DeltaPayload): DeltaPayload {
  return { ...payload, names: undefined };
}

/** Why a view has nothing to show of a folded graph. */
function FoldedNote({ what, entries }: { readonly what: string; readonly entries: number }) {
  return (
    <p className="limit-notice">
      {what}, and this trace has {counted(entries, 'entry', 'entries')}: use fewer iterations or less data, so that it
      has at most 20,000.
    </p>
  );
}
