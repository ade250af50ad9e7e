import { useEffect, useLayoutEffect } from 'react';
import { screensOf } from '../../notebook/screens';
import { notebookTitle } from '../store/document';
import { useAppStore } from '../store/hooks';
import { goTo } from '../shelf/navigation';
import { arriveAt, enterLesson, leaveLesson, toTop, turn } from './lesson';
import { shownPanels } from '../../notebook/document';
import { PANELS } from '../panels/registry';
import { store } from '../store/store';
import type { AppState } from '../store/state';
import { type Beyond, useWay } from './use-way';

const STEPS: Readonly<Record<string, -1 | 1>> = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };
/** Elements that use these keys themselves. */
const OWN_KEYS =
  'input, textarea, select, dialog, .monaco-editor, [role=tablist], [role=application], [role=listbox], [role=tree], [role=slider]';

/**
 * The controls of a presentation and of the lesson view: steps through the panels, cell by cell, or through the screens, by
 * button, key or presenter remote. Escape exits.
 */
export function Presenter() {
  const screen = useAppStore((state) => state.screen);
  const count = useAppStore((state) => screensOf(state.notebook).length);
  const generation = useAppStore((state) => state.generation);
  const title = useAppStore((state) => notebookTitle(state.notebook));
  const isLesson = screen !== undefined;
  // An address can lead to a screen that is not there.
  useEffect(() => {
    if (screen !== undefined) arriveAt(screen);
  }, [screen, generation, count]);
  useEffect(toTop, [screen, generation]);
  const { previous, next } = useWay();
  const before = screen === 0 ? previous : undefined;
  const after = isLesson && screen === count - 1 ? next : undefined;
  // A layout effect: a key does what the buttons say from the moment on that they say it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null) return;
      const step = STEPS[event.key];
      if (event.key === 'Escape') end();
      else if (step !== undefined) go(step, step === 1 ? after : before);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, [before, after]);
  return (
    <>
      {isLesson && screen > 0 && <h1 className="visually-hidden">{title}</h1>}
      <button
        type="button"
        className="button"
        disabled={screen === 0 && before === undefined}
        title={before?.label}
        onClick={() => {
          go(-1, before);
        }}
      >
        Previous
      </button>
      {isLesson && (
        <span className="lesson-place" role="status">
          <span className="visually-hidden">Screen </span>
          {screen + 1} of {count}
        </span>
      )}
      <button
        type="button"
        className="button lesson-next"
        disabled={isLesson && screen === count - 1 && after === undefined}
        onClick={() => {
          go(1, after);
        }}
      >
        {after?.label ?? 'Next'}
      </button>
      <button type="button" className="button outlined" onClick={end}>
        Exit
      </button>
    </>
  );
}

/** Opens the lesson view. */
export function openLesson(): void {
  enterLesson();
}

function end(): void {
  if (store.getState().screen === undefined) store.getState().setPresenting(false);
  else leaveLesson();
}

interface Place {
  /** The id of the cell. */
  readonly cell: number | undefined;
  readonly panel: string;
}

/** The stops of the presentation: every panel of a single code cell, or of several cells the panels that each names. */
function placesOf({ notebook, dependencies, current }: AppState): readonly Place[] {
  const code = notebook.cells.filter((cell) => cell.tag === 'code');
  if (code.length < 2) return PANELS.map(({ name }) => ({ cell: current, panel: name }));
  return code.flatMap((cell): readonly Place[] => {
    const asked = shownPanels(cell);
    const named = PANELS.filter(({ name }) => asked.includes(name));
    if (named.length > 0) return named.map(({ name }) => ({ cell: cell.id, panel: name }));
    return (dependencies[cell.id]?.outputs ?? 0) > 0 ? [{ cell: cell.id, panel: PANELS[0]?.name ?? '' }] : [];
  });
}

/** The number of a screen after the last one, which leads to the last one. */
const LAST = 999;

/**
 * Goes to the next or previous screen, or beyond the notebook to another one. In Present mode it goes to the next or previous
 * stop, wrapping around at the ends.
 */
function go(step: -1 | 1, beyond: Beyond | undefined): void {
  const state = store.getState();
  if (state.screen !== undefined) {
    if (beyond === undefined) turn(step);
    else goTo(`#e=${beyond.notebook}&screen=${step === 1 ? 1 : LAST}`);
    return;
  }
  const places = placesOf(state);
  const here = places.findIndex(({ cell, panel }) => cell === state.current && panel === state.panel);
  const around = here >= 0 ? here : places.findIndex(({ cell }) => cell === state.current);
  const next = places[(around + step + places.length) % places.length];
  if (next === undefined) return;
  if (next.cell !== undefined && next.cell !== state.current) {
    state.setCurrent(next.cell);
    state.showCell(next.cell);
  }
  state.setPanel(next.panel);
}
