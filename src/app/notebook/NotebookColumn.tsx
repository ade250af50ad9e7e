import { Fragment, memo, type ReactNode, useMemo, useRef } from 'react';
import {
  type CodeCell,
  hasSeveralCodeCells,
  isHidden,
  type Notebook,
  type NotebookCell,
  programIndex,
} from '../../notebook/document';
import { foldedCells, type Screen, screensOf } from '../../notebook/screens';
import { Boundary } from '../kit/Boundary';
import { embedded } from '../kit/embedding';
import { lazily, PartFailed } from '../kit/lazily';
import { InputsPanel } from './inputs/Inputs';
import { OutputPanel } from './outputs/Output';
import { isTextCovered } from '../store/covers';
import { CellContext, useAppStore, useProduct } from '../store/hooks';
import type { AppState } from '../store/state';
import { CodeArea } from './CodeArea';
import { PanelArea } from '../panels/area/PanelArea';
import { Covered } from '../panels/shared/Covered';
import { Prose } from './Prose';
import { ResultStrip } from './ResultStrip';
import { useCellScrolling } from './use-cell-scrolling';
import { useCellWindow } from './use-cell-window';

const CellTools = lazily(() => import('./CellTools').then((module) => module.CellTools));
const AddCell = lazily(() => import('./CellTools').then((module) => module.AddCell));
const BelowCode = lazily(() => import('./BelowCode').then((module) => module.BelowCode));
const ExerciseSolution = lazily(() => import('./Solution').then((module) => module.ExerciseSolution));
const FoldedScreen = lazily(() => import('./FoldedScreen').then((module) => module.FoldedScreen));
const PrintedPanels = lazily(() => import('./PrintedPanels').then((module) => module.PrintedPanels));
const Prompt = lazily(() => import('./Prompt').then((module) => module.Prompt), PartFailed);
const WatchedPictures = lazily(() => import('./outputs/WatchedPictures').then((module) => module.WatchedPictures));
const EditedTable = lazily(() => import('./EditedTable').then((module) => module.EditedTable), PartFailed);

/**
 * The cells of the notebook, top to bottom. A code cell is followed by its inputs and its output; on a narrow page the
 * current cell is also followed by its panels.
 */
export function NotebookColumn() {
  const generation = useAppStore((state) => state.generation);
  return <Cells key={generation} />;
}

/** The cells of one notebook. */
function Cells() {
  const notebook = useAppStore((state) => state.notebook);
  const wide = useAppStore((state) => state.wide);
  const column = useRef<HTMLDivElement>(null);
  const { extents, near, heightOf, onFocus } = useCellWindow(column);
  useCellScrolling(column);
  const { cells } = notebook;
  const folded = useFolded(notebook);
  const screen = useAppStore(shownScreen);
  const far = (from: number, to: number, place: number): ReactNode =>
    from < to && <div key={`far-${place}`} className="far-cells" style={{ height: heightOf({ from, to }) }} />;
  return (
    <div
      ref={column}
      className={hasSeveralCodeCells(notebook) ? 'notebook several' : 'notebook'}
      onFocus={(event) => {
        onFocus(event.target);
      }}
      onBlur={(event) => {
        // Without the focus of the window, the element keeps its own.
        if (document.hasFocus()) onFocus(event.relatedTarget);
      }}
    >
      {(screen === undefined ? extents : [withBreak(screen)]).flatMap(({ from, to }, place) => [
        screen === undefined && far(extents[place - 1]?.to ?? 0, from, place),
        ...cells.slice(from, to).map((cell, offset) =>
          folded.has(cell.id) ? (
            <div key={cell.id} data-cell={cell.id} />
          ) : (
            <Fragment key={cell.id}>
              <Boundary fallback={(error, retry) => <PartFailed error={error} retry={retry} />}>
                <NotebookCellView
                  cell={cell}
                  index={programIndex(notebook, cell.id)}
                  near={screen !== undefined || (near.from <= from + offset && from + offset < near.to)}
                  wide={wide}
                />
              </Boundary>
              {!embedded && screen === undefined && !isHidden(cell) && <Gap after={cell.id} />}
            </Fragment>
          ),
        ),
      ])}
      {screen === undefined && far(extents.at(-1)?.to ?? 0, cells.length, extents.length)}
      {cells.every(isHidden) && !embedded && <Gap after={cells.at(-1)?.id} />}
    </div>
  );
}

/** The screen that the lesson view shows. An address can lead to one after the last. */
function shownScreen({ screen, notebook }: AppState): Screen | undefined {
  const screens = screensOf(notebook);
  return screen === undefined ? undefined : screens[Math.min(screen, screens.length - 1)];
}

/** A screen with the break before it, which shows that the screen is folded. */
function withBreak({ from, to }: Screen): Screen {
  return { from: Math.max(0, from - 1), to };
}

/** Returns the cells of screens for other readers. */
function useFolded(notebook: Notebook): ReadonlySet<number> {
  const audience = useAppStore((state) => (state.printing ? undefined : state.audience));
  const unfolded = useAppStore((state) => state.unfolded);
  return useMemo(() => foldedCells(notebook, audience, unfolded), [notebook, audience, unfolded]);
}

const Gap = memo(function Gap({ after }: { readonly after: number | undefined }) {
  return <AddCell after={after} fallback={<div className="add-cell" />} />;
});

interface CellProps {
  readonly cell: NotebookCell;
  /** Index of the cell in the program. */
  readonly index: number;
  /** The cell is near the viewport. */
  readonly near: boolean;
  readonly wide: boolean;
}

function ProseCell(props: { readonly id: number; readonly markdown: string }) {
  const isCovered = useAppStore((state) => isTextCovered(state, props.id));
  return isCovered ? null : <Prose {...props} />;
}

const LABELS = { predict: 'Prediction', recall: 'Question' } as const;

function NotebookCellView({ cell, index, near, wide }: CellProps) {
  switch (cell.tag) {
    case 'prose':
      return <ProseCell id={cell.id} markdown={cell.markdown} />;
    case 'checks':
    case 'wrong':
    case 'hint':
      return null;
    case 'screen':
      return cell.attributes['for'] && <FoldedScreen cell={cell} />;
    case 'predict':
    case 'recall':
      return (
        <div className="prompt" role="group" aria-label={LABELS[cell.tag]} data-cell={cell.id}>
          <Tools id={cell.id} />
          <Prompt cell={cell} />
        </div>
      );
    case 'solution':
      return <ExerciseSolution cell={cell} />;
    case 'table':
      return (
        <section className="cell table-cell" aria-label={`Table ${cell.name}`} data-cell={cell.id}>
          <Tools id={cell.id} />
          <EditedTable cell={cell} fallback={<pre className="static-code">{cell.text.slice(0, 500)}</pre>} />
        </section>
      );
    case 'code':
      return <CodeCellView cell={cell} index={index} near={near} wide={wide} />;
  }
}

interface CodeProps {
  readonly cell: CodeCell;
  readonly index: number;
  readonly near: boolean;
  readonly wide: boolean;
}

/** Memoised: an edit of another cell does not render it again. */
const CodeCellView = memo(function CodeCellView({ cell, index, near, wide }: CodeProps) {
  const { id } = cell;
  const { exercise, engine, from } = cell.attributes;
  const isCurrent = useAppStore((state) => state.current === id);
  const setCurrent = useAppStore((state) => state.setCurrent);
  const name = `Code cell ${index + 1}`;
  return (
    <CellContext value={id}>
      <section
        className={isCurrent ? 'cell current' : 'cell'}
        aria-label={exercise ? `${name}, exercise` : name}
        data-cell={id}
        onPointerDown={() => {
          setCurrent(id);
        }}
        onFocus={() => {
          setCurrent(id);
        }}
      >
        <Tools id={id} />
        <CodeArea id={id} index={index} text={cell.text} near={near} />
        {(exercise || engine || from) && <BelowCode cell={cell} index={index} />}
        <InputsPanel />
        <Covered part="outputs">
          <OutputPanel />
          <Watched index={index} />
        </Covered>
      </section>
      <PrintedPanels cell={cell} />
      {isCurrent && !wide && (
        <>
          <Covered part="result-strip">
            <ResultStrip />
          </Covered>
          <PanelArea />
        </>
      )}
    </CellContext>
  );
});

/** The pictures that the cell itself watches, if it does: a run repeats what earlier cells watched. */
function Watched({ index }: { readonly index: number }) {
  const view = useProduct('value');
  const series = view.progress?.series ?? view.failedSeries ?? view.payload?.series ?? [];
  const own = series.filter(({ pictures, span }) => pictures !== undefined && span.cell === index);
  return own.length > 0 && <WatchedPictures series={own} />;
}

function Tools({ id }: { readonly id: number }) {
  return !embedded && <CellTools id={id} />;
}
