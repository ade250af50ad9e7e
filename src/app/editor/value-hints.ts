import { contains, type Span } from '../../language/source/span';
import type { DefinitionValue } from '../../protocol/definitions';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { ask } from '../workers/run-client';
import { NOT_RUN } from '../store/results';
import { coverOf } from '../store/covers';
import { store } from '../store/store';
import { askedProgram, textKey } from '../store/subjects';
import { clipped, integer, showNumber } from '../kit/format';
import { LANGUAGE } from './language';
import { cellOf } from './models';
import { monaco } from './monaco';
import type { AppState, Results } from '../store/state';

/*
 * Inline values, on request: the values of definitions and results; for inputs also the derivative of the result. Nothing
 * is computed while they are hidden.
 */

/** The active provider, shared by all cells. */
let shown: monaco.IDisposable | undefined;

export function addHintsAction(editor: monaco.editor.IStandaloneCodeEditor): monaco.IDisposable {
  return editor.addAction({
    id: 'pullback.values',
    label: 'Toggle inline values',
    keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.KeyV],
    run: () => {
      if (shown === undefined) shown = showHints();
      else {
        shown.dispose();
        shown = undefined;
      }
    },
  });
}

function showHints(): monaco.IDisposable {
  const changed = new monaco.Emitter<void>();
  let defined: { readonly revision: number; readonly values: readonly DefinitionValue[] } | undefined;
  const askValues = async (): Promise<void> => {
    const state = store.getState();
    const asked = state.textRevision;
    const program = askedProgram(state, state.current);
    if (program === undefined) return;
    const reply = await ask('definitions', { ...program, budget: PAGE_BUDGET });
    if (reply === undefined || reply === 'stopped') return;
    defined = { revision: asked, values: reply.values };
    if (reply.more > 0)
      state.notify(
        'information',
        `Inline values are shown for the first ${integer(reply.values.length)} definitions; ${integer(reply.more)} more have none.`,
      );
    changed.fire();
  };
  const provider = monaco.languages.registerInlayHintsProvider(LANGUAGE, {
    onDidChangeInlayHints: changed.event,
    provideInlayHints: (model, range) => {
      const state = store.getState();
      const values = defined?.revision === state.textRevision ? defined.values : [];
      if (coverOf(state, state.current, 'outputs') !== undefined) return { hints: [], dispose: () => undefined };
      const cell = cellOf(model);
      const [from, to] = [range.getStartPosition(), range.getEndPosition()].map((place) => model.getOffsetAt(place));
      const isInRange = ({ span }: { readonly span: Span }): boolean =>
        span.cell === cell && span.end >= (from ?? 0) && span.end <= (to ?? 0);
      const hints = [
        ...values.filter(isInRange).map(({ span, text }) => ({ span, text: ` = ${text}` })),
        ...hintsOf(state, isInRange),
      ];
      return {
        hints: hints.map(({ span, text }) => ({ label: text, position: model.getPositionAt(span.end) })),
        dispose: () => undefined,
      };
    },
  });
  const unsubscribe = store.subscribe((state, before) => {
    const [now, then] = [resultsOf(state), resultsOf(before)];
    if (now.value.payload !== then.value.payload) void askValues();
    if (now.value !== then.value || now.gradient !== then.gradient) changed.fire();
  });
  void askValues();
  return {
    dispose() {
      unsubscribe();
      provider.dispose();
      changed.dispose();
    },
  };
}

/** The hints at outputs and inputs, with the numbers that the panels show. */
function hintsOf(
  state: AppState,
  isWanted: (at: { readonly span: Span }) => boolean,
): readonly { span: Span; text: string }[] {
  const { value, gradient } = resultsOf(state);
  const texts = textKey(state, state.current);
  if (value.payload === undefined || value.texts !== texts) return [];
  const { outputs, inputs } = value.payload;
  return [
    ...outputs.filter(isWanted).map((output) => ({ span: output.span, text: ` = ${clipped(output.text)}` })),
    ...inputs.filter(isWanted).map((input) => {
      const adjoint = gradient.texts === texts ? adjointsAt(gradient.payload, input.span) : [];
      const own = typeof input.value === 'number' ? showNumber(input.value) : clipped(input.text);
      const derivative = adjoint.length === 1 ? adjoint.join() : `(${adjoint.join(', ')})`;
      return { span: input.span, text: ` = ${own}${adjoint.length === 0 ? '' : `, ∂ ${derivative}`}` };
    }),
  ];
}

/** The results of the current cell. */
function resultsOf({ results, current }: AppState): Results {
  return (current === undefined ? undefined : results[current]) ?? NOT_RUN;
}

const MOST_ADJOINTS = 4;

/** The derivatives with respect to the reals of an input, by the first engine that has them. */
function adjointsAt(gradient: Results['gradient']['payload'], input: Span): readonly string[] {
  const column = gradient?.engines.find(({ status }) => status === 'ok');
  if (gradient === undefined || column?.status !== 'ok') return [];
  const own = gradient.focus.leaves.flatMap((leaf, index) =>
    contains(leaf.span, input) ? [showNumber(column.derivatives[index] ?? NaN)] : [],
  );
  return own.length > MOST_ADJOINTS ? [...own.slice(0, MOST_ADJOINTS), '…'] : own;
}
