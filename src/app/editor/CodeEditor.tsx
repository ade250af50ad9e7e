import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { span } from '../../language/source/span';
import { store } from '../store/store';
import { attachBreakpoints } from './breakpoints';
import { addHintsAction } from './value-hints';
import { pasteLongInput } from './long-input';
import { markerRange, showMarkers } from './markers';
import { disposeUnusedModels, indexOfCell, isFollowing, modelOfCell, onChangedByHistory } from './models';
import { addTimelineKeys } from './timeline-keys';
import { monaco } from './monaco';
import { registerLanguage } from './providers';
import { expansionBefore } from './symbols';
import { defineThemes, followTheme } from './themes';
import './editor.css';
import type { AppState } from '../store/state';

registerLanguage();
addTimelineKeys();
pasteLongInput();
defineThemes();
followTheme();

const TYPE = { read: { fontSize: 14, lineHeight: 22 }, presented: { fontSize: 18, lineHeight: 28 } } as const;
const NARROW_LINES = 12;
const WIDE_LINES = 40;

/** Context keys of the widgets that Escape closes before it releases Tab. */
const CLOSED_BY_ESCAPE = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'markersNavigationVisible',
  'editorHasMultipleSelections',
  'parameterHintsVisible',
  'renameInputVisible',
  'referenceSearchVisible',
  'codeActionMenuVisible',
  'messageVisible',
];

interface CodeEditorProps {
  /** Id of the cell. */
  readonly id: number;
  readonly ready: boolean;
  readonly onReady: () => void;
  readonly onGone: () => void;
}

/** The editor of one code cell. Load it only with `lazy`: this module and its imports are the Monaco chunk. */
export function CodeEditor({ id, ready, onReady, onGone }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Mounted>(undefined);
  const [leaving, setLeaving] = useState(false);
  const [focused, setFocused] = useState(false);
  const tellReady = useEffectEvent(onReady);
  const tellGone = useEffectEvent(onGone);
  useEffect(() => {
    if (host.current === null) return;
    const mounted = mount(host.current, id, {
      onReady: () => {
        tellReady();
      },
      setLeaving,
      setFocused,
    });
    editor.current = mounted;
    return () => {
      mounted.dispose();
      tellGone();
    };
  }, [id]);
  // The editor may have been mounted in order to reveal a place in it.
  useEffect(() => {
    if (ready) editor.current?.revealPending();
  }, [ready]);

  return (
    <>
      <div ref={host} className="code-host" data-testid="editor" data-ready={ready} />
      <p className="cell-hint" aria-live="polite">
        {leaving ? 'Press Tab to leave the editor' : focused ? 'Esc, then Tab to leave' : '\u00a0'}
      </p>
    </>
  );
}

/** The last revealed place. Each is revealed once, by the first editor that can. */
let lastRevealed: AppState['revealed'];

interface Callbacks {
  readonly onReady: () => void;
  readonly setLeaving: (leaving: boolean) => void;
  readonly setFocused: (focused: boolean) => void;
}

interface Mounted {
  /** Reveals the place in `state.revealed` if it is in this cell and has not been revealed yet. */
  readonly revealPending: () => void;
  readonly dispose: () => void;
}

function mount(host: HTMLElement, id: number, { onReady, setLeaving, setFocused }: Callbacks): Mounted {
  const model = modelOfCell(id);
  const indexOf = (): number => indexOfCell(id);
  const editor = monaco.editor.create(host, {
    model,
    ariaLabel: `Program, code cell ${indexOf() + 1}`,
    automaticLayout: true,
    cursorSurroundingLines: 1,
    fixedOverflowWidgets: true,
    foldingImportsByDefault: false,
    showFoldingControls: 'mouseover',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code'),
    fontLigatures: false,
    ...typeOf(store.getState()),
    glyphMargin: false,
    guides: { indentation: false },
    lineDecorationsWidth: 16,
    lineNumbers: 'off',
    lineNumbersMinChars: 0,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    padding: { top: 0, bottom: 0 },
    renderLineHighlight: 'none',
    scrollbar: {
      alwaysConsumeMouseWheel: false,
      useShadows: false,
      verticalScrollbarSize: 8,
      horizontalScrollbarSize: 8,
    },
    scrollBeyondLastLine: false,
    tabSize: 2,
    unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
    wordBasedSuggestions: 'off',
    wordWrap: 'on',
    wordWrapBreakAfterCharacters: ' \t)]},;', // not after the decimal point of a number
    wrappingIndent: 'indent',
  });
  // Creating an editor resets this model option. Bracket colours would add an invisible decoration per bracket.
  model.updateOptions({ bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false } });
  colourFirstLines(model);
  const pointing = editor.createDecorationsCollection();
  const detachBreakpoints = attachBreakpoints(editor, model, indexOf);
  const hintsAction = addHintsAction(editor);

  const fit = (): void => {
    const lines = store.getState().wide ? WIDE_LINES : NARROW_LINES;
    host.style.height = `${Math.min(editor.getContentHeight(), lines * typeOf(store.getState()).lineHeight)}px`;
    editor.layout();
  };
  const leave = (leaving: boolean): void => {
    editor.updateOptions({ tabFocusMode: leaving });
    setLeaving(leaving);
  };
  const showPointed = (): void => {
    const { pointed } = store.getState();
    if (pointed?.span.cell !== indexOf() || pointed.from === 'editor' || pointed.span.start >= pointed.span.end) {
      pointing.clear();
      return;
    }
    pointing.set([{ range: markerRange(model, pointed.span), options: { inlineClassName: 'code-pointed' } }]);
  };
  const pointAt = (position: monaco.IPosition | null | undefined, chosen: boolean): void => {
    const { pointTo } = store.getState();
    if (position === null || position === undefined) pointTo(undefined, 'editor');
    else {
      const offset = model.getOffsetAt(position);
      pointTo(span(indexOf(), offset, offset), 'editor', chosen);
    }
  };

  const listeners = [
    editor.onDidContentSizeChange(fit),
    editor.onDidChangeModelContent((event) => {
      leave(false);
      if (isFollowing()) return;
      store.getState().editCell(id, model.getValue(), event.changes.every(isTyped));
      if (!event.isUndoing && !event.isRedoing && !event.isFlush) expandSymbol(editor, model, event);
    }),
    editor.onDidFocusEditorText(() => {
      setFocused(true);
      store.getState().setCurrent(id);
    }),
    editor.onDidBlurEditorText(() => {
      setFocused(false);
      leave(false);
    }),
    editor.onDidChangeCursorSelection((event) => {
      if (event.source === 'model' || event.reason === monaco.editor.CursorChangeReason.ContentFlush) return;
      const { selection } = event;
      // True for a key, a click or a revealed place; typing also moves the caret.
      const chosen = event.reason === monaco.editor.CursorChangeReason.Explicit || event.source === 'api';
      if (selection.isEmpty()) pointAt(selection.getPosition(), chosen);
      else
        store
          .getState()
          .pointTo(
            span(
              indexOf(),
              model.getOffsetAt(selection.getStartPosition()),
              model.getOffsetAt(selection.getEndPosition()),
            ),
            'editor',
            chosen,
          );
    }),
    editor.onMouseMove((event) => {
      const onText = event.target.type === monaco.editor.MouseTargetType.CONTENT_TEXT;
      pointAt(onText ? event.target.position : undefined, false);
    }),
    editor.onMouseLeave(() => {
      pointAt(undefined, false);
    }),
    editor.addAction({
      id: 'pullback.leave',
      label: 'Leave editor',
      keybindings: [monaco.KeyCode.Escape],
      precondition: CLOSED_BY_ESCAPE.map((visible) => `!${visible}`).join(' && '),
      run: () => {
        cancelSuggestions(editor);
        leave(true);
      },
    }),
  ];
  const reveal = (place: AppState['revealed']): void => {
    // An editor that is not visible yet cannot take the focus.
    if (place?.cell !== indexOf() || place === lastRevealed || host.dataset['ready'] !== 'true') return;
    lastRevealed = place;
    const range = markerRange(model, place);
    editor.setSelection(range);
    editor.revealRangeInCenterIfOutsideViewport(range);
    host.scrollIntoView({ block: 'nearest' });
    editor.focus();
  };
  listeners.push(
    onChangedByHistory(({ id: changed, end }) => {
      if (changed !== id || !editor.hasTextFocus()) return;
      editor.setPosition(model.getPositionAt(end));
      editor.revealPositionInCenterIfOutsideViewport(model.getPositionAt(end));
    }),
  );
  const unsubscribe = store.subscribe((state, before) => {
    if (model.isDisposed()) return;
    if (state.pointed !== before.pointed) showPointed();
    if (state.check !== before.check || state.results !== before.results) showMarkers(model);
    if (state.wide !== before.wide || state.presenting !== before.presenting) {
      editor.updateOptions(typeOf(state));
      fit();
    }
    if (state.revealed !== before.revealed) reveal(state.revealed);
  });
  showMarkers(model);
  fit();
  void document.fonts.ready.then(() => {
    monaco.editor.remeasureFonts();
  });
  onReady();
  return {
    revealPending() {
      reveal(store.getState().revealed);
    },
    dispose() {
      unsubscribe();
      detachBreakpoints();
      hintsAction.dispose();
      for (const listener of listeners) listener.dispose();
      editor.dispose();
      disposeUnusedModels();
    },
  };
}

/** Colours what is visible first. Monaco colours the text in the background, so that it would be shown without colours. */
function colourFirstLines(model: monaco.editor.ITextModel): void {
  type Tokenized = monaco.editor.ITextModel & {
    readonly tokenization?: { readonly forceTokenization?: (line: number) => void };
  };
  const { tokenization }: Tokenized = model;
  tokenization?.forceTokenization?.(Math.min(model.getLineCount(), WIDE_LINES));
}

function typeOf({ presenting, screen }: AppState): (typeof TYPE)[keyof typeof TYPE] {
  return presenting && screen === undefined ? TYPE.presented : TYPE.read;
}

/** Whether a change was typed, rather than made by a paste, a completion or a command. */
function isTyped({ text, rangeLength }: monaco.editor.IModelContentChange): boolean {
  return text.trim().length <= 2 && rangeLength <= 1;
}

/** Replaces `\lambda` by λ when the reader has just typed its last letter. */
function expandSymbol(
  editor: monaco.editor.ICodeEditor,
  model: monaco.editor.ITextModel,
  event: monaco.editor.IModelContentChangedEvent,
): void {
  const [change] = event.changes;
  if (event.changes.length !== 1 || change === undefined || !/^[A-Za-z ]$/.test(change.text)) return;
  const end = model.getPositionAt(change.rangeOffset + 1);
  const expansion = expansionBefore(model.getLineContent(end.lineNumber).slice(0, end.column - 1));
  if (expansion === undefined) return;
  const range = new monaco.Range(end.lineNumber, expansion.start + 1, end.lineNumber, end.column);
  // Monaco is still notifying its listeners of the key, so the edit must wait.
  queueMicrotask(() => {
    if (model.isDisposed()) return;
    editor.pushUndoStop();
    editor.executeEdits('symbol', [{ range, text: expansion.symbol, forceMoveMarkers: true }]);
    editor.trigger('symbol', 'hideSuggestWidget', null);
  });
}

/** Closes suggestions, also pending ones: a list that opens later would take the next Tab. */
function cancelSuggestions(editor: monaco.editor.IStandaloneCodeEditor): void {
  type Controller = monaco.editor.IEditorContribution & { readonly cancelSuggestWidget?: () => void };
  editor.getContribution<Controller>('editor.contrib.suggestController')?.cancelSuggestWidget?.();
}
