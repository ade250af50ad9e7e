import { span } from '../../language/source/span';
import { store } from '../store/store';
import { monaco } from './monaco';
import type { Breakpoint } from '../store/state';

/**
 * Shows the breakpoints of one cell, toggled by F9 or, while the Steps panel is open, by a click beside a line. They move
 * with the text; deleting the text deletes the breakpoint. Returns the cleanup.
 */
export function attachBreakpoints(
  editor: monaco.editor.IStandaloneCodeEditor,
  model: monaco.editor.ITextModel,
  indexOf: () => number,
): () => void {
  const marks = editor.createDecorationsCollection();
  let marked: readonly Breakpoint[] = [];

  const draw = (): void => {
    const { breakpoints } = store.getState();
    const mine = breakpoints.filter((breakpoint) => breakpoint.span.cell === indexOf());
    if (mine.length === marked.length && mine.every((breakpoint, i) => breakpoint === marked[i])) return;
    marked = mine;
    marks.set(mine.map((breakpoint) => decoration(model, breakpoint)));
  };
  const follow = (): void => {
    if (marked.length === 0) return;
    marked = marked.flatMap((breakpoint, i) => {
      const range = marks.getRange(i);
      if (range === null || range.isEmpty()) return [];
      return [
        breakpoint.line ? lineAt(model, indexOf(), range.startLineNumber) : { ...breakpoint, span: spanOf(range) },
      ];
    });
    // Set again, so that the decorations match the store.
    marks.set(marked.map((breakpoint) => decoration(model, breakpoint)));
    store.getState().moveBreakpoints(indexOf(), marked);
  };
  const spanOf = (range: monaco.Range): Breakpoint['span'] =>
    span(indexOf(), model.getOffsetAt(range.getStartPosition()), model.getOffsetAt(range.getEndPosition()));
  const placeOfCaret = (selection: monaco.Selection): Breakpoint =>
    selection.isEmpty()
      ? lineAt(model, indexOf(), selection.positionLineNumber)
      : { span: spanOf(selection), line: false };
  const offer = (): void => {
    editor.getContainerDomNode().classList.toggle('breakable', store.getState().panel === 'steps');
  };

  const listeners = [
    editor.onDidChangeModelContent(follow),
    editor.onDidChangeCursorSelection(({ selection }) => {
      store.getState().setCaret(placeOfCaret(selection));
    }),
    editor.onMouseDown(({ target }) => {
      const { panel, toggleBreakpoint } = store.getState();
      if (panel !== 'steps' || target.type !== monaco.editor.MouseTargetType.GUTTER_LINE_DECORATIONS) return;
      // The folding arrow is in the same column.
      if (target.element?.className.includes('folding') === true) return;
      toggleBreakpoint(lineAt(model, indexOf(), target.position.lineNumber));
    }),
    editor.addAction({
      id: 'pullback.breakpoint',
      label: 'Toggle breakpoint',
      keybindings: [monaco.KeyCode.F9],
      run: () => {
        const selection = editor.getSelection();
        const { setPanel, toggleBreakpoint } = store.getState();
        if (selection === null) return;
        setPanel('steps');
        toggleBreakpoint(placeOfCaret(selection));
      },
    }),
  ];
  const unsubscribe = store.subscribe((state, before) => {
    if (state.breakpoints !== before.breakpoints) draw();
    if (state.panel !== before.panel) offer();
  });
  offer();
  return () => {
    unsubscribe();
    for (const listener of listeners) listener.dispose();
  };
}

function lineAt(model: monaco.editor.ITextModel, index: number, line: number): Breakpoint {
  const start = model.getOffsetAt({ lineNumber: line, column: 1 });
  return { span: span(index, start, start + model.getLineLength(line)), line: true };
}

function decoration(
  model: monaco.editor.ITextModel,
  { span: place, line }: Breakpoint,
): monaco.editor.IModelDeltaDecoration {
  return {
    range: monaco.Range.fromPositions(model.getPositionAt(place.start), model.getPositionAt(place.end)),
    options: {
      linesDecorationsClassName: 'breakpoint-dot',
      ...(line ? {} : { inlineClassName: 'code-breakpoint' }),
      stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    },
  };
}
