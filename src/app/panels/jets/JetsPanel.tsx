import { useMemo, useState } from 'react';
import type { JetChoice, JetsPayload } from '../../../protocol/jets';
import { jetShape, MIXED_SECOND } from '../../../semantics/jets/multi-index';
import { useProduct } from '../../store/hooks';
import { type FrameView, PanelFrame } from '../shared/PanelFrame';
import { AboutJets } from './AboutJets';
import { EntryList } from './EntryList';
import { jetExports } from './exports';
import { JetChoices } from './JetChoices';
import { JetFigure } from './JetFigure';
import type { TraceJets } from './making';
import { MakingFigure } from './MakingFigure';
import { jetSizeText } from './notation';
import { MixedDerivative, TaylorPolynomial } from './ResultFigure';
import { useJetPlace } from './use-jet-place';
import { answerView } from '../shared/answer-view';
import { useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import { traceNames } from '../trace/trace-notation';
import '../../kit/segments.css';
import './jets.css';
import { stopped } from '../shared/stopped';

const EMPTY = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

const FIRST_CHOICE: JetChoice = { leaves: [0, 1], order: 2, restricted: false };

/** The panel of the jets of all trace entries, and of how each number is computed (Huot, Staton & Vákár). */
export function JetsPanel() {
  const value = useProduct('value');
  const runnable = useRunnableProgram();
  const program = value.state === 'held' ? undefined : runnable;
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const asked = useQuestion('jets', program && { program, choice });
  const { reply } = asked;
  const answer = reply === 'stopped' ? undefined : reply;
  const payload = answer?.state === 'ok' ? answer.payload : undefined;
  const chosen = answer?.state === 'error' ? answer.chosen : payload;
  const view = answerView(asked, chosen, program !== undefined, value, STOPPED);
  const wanted = asked.stale || chosen === undefined ? choice : chosen.choice;
  if (payload === undefined)
    return (
      <PanelFrame view={view} empty={EMPTY} about={<AboutJets />}>
        {chosen !== undefined && <JetChoices {...{ chosen, wanted }} onChoose={setChoice} />}
      </PanelFrame>
    );
  return <FilledJets {...{ view, payload, wanted }} onChoose={setChoice} />;
}

interface FilledJetsProps {
  readonly view: FrameView;
  readonly payload: JetsPayload;
  readonly wanted: JetChoice;
  readonly onChoose: (choice: JetChoice) => void;
}

function FilledJets({ view, payload, wanted, onChoose }: FilledJetsProps) {
  const { choice, trace, results } = payload;
  const shape = choice.restricted ? MIXED_SECOND : jetShape(choice.leaves.length, choice.order);
  const jets = useMemo<TraceJets>(() => ({ shape, trace, jets: payload.jets }), [shape, trace, payload]);
  const names = useMemo(() => traceNames(trace), [trace]);
  const [component, setComponent] = useState(0);
  const result = results[component] ?? results[0];
  const place = useJetPlace(payload, shape, result, view.stale);
  const [focus, setFocus] = useState(0);
  const leaves = choice.leaves.map((leaf) => payload.leaves[leaf] ?? '?');
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      about={<AboutJets />}
      exports={jetExports({ payload, jets, names, result, leaves })}
    >
      <div className="jets">
        <div>
          <JetChoices chosen={payload} {...{ wanted, onChoose }} />
          <p className="jets-note">{jetSizeText(shape, choice.restricted)}</p>
        </div>
        {result !== undefined && (
          <TaylorPolynomial
            {...{ payload, shape, result, leaves }}
            onResult={(index) => {
              setComponent(index);
              place.goTo(undefined);
            }}
          />
        )}
        <div className="jets-main">
          <EntryList {...{ payload, names, place }} />
          <JetFigure {...{ jets, names, place, result, leaves, focus }} />
        </div>
        {place.entry !== undefined && (
          <MakingFigure
            {...{ jets, names }}
            at={{ entry: place.entry, index: place.index }}
            onPoint={place.pointFactor}
            onFollow={({ entry, index }) => {
              place.goTo(entry, index);
              setFocus((before) => before + 1);
            }}
          />
        )}
        {result?.polarisation !== undefined && (
          <MixedDerivative {...{ payload, shape, result, leaves }} polarisation={result.polarisation} />
        )}
      </div>
    </PanelFrame>
  );
}

const STOPPED = stopped('Computing the jets', 'choose fewer directions, a lower order, or a smaller program');
