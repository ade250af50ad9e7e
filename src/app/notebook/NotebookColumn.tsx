import { Fragment, memo, Suspense, useMemo } from 'react';
import { type CodeCell, type NotebookCell, programOf } from '../../notebook/document';
import { type Exercise, exercisesOf } from '../../notebook/exercises';
import { Boundary } from '../kit/Boundary';
import { embedded } from '../kit/embedding';
import { lazily, PartFailed } from '../kit/lazily';
import { InputsPanel } from './inputs/Inputs';
import { OutputPanel } from './outputs/Output';
import { CellContext, useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { CodeArea } from './CodeArea';
import { ExerciseStatus, ExerciseSolution } from './Exercise';
import { PanelArea } from '../panels/area/PanelArea';
import { Prose } from './Prose';
import { ResultStrip } from './ResultStrip';
import { useCellScrolling } from './use-cell-scrolling';

const CellTools = lazily(() => import('./CellTools').then((module) => module.CellTools));
const AddCell = lazily(() => import('./CellTools').then((module) => module.AddCell));
const TableView = lazily(() => import('./TableView').then((module) => module.TableView), PartFailed);

/**
 * The cells of the notebook, top to bottom. A code cell is followed by its inputs and its output; on a narrow page the
 * current cell is also followed by its panels.
 */
export function NotebookColumn() {
  const notebook = useAppStore((state) => state.notebook);
  const generation = useAppStore((state) => state.generation);
  const wide = useAppStore((state) => state.wide);
  const exercises = useMemo(() => exercisesOf(notebook), [notebook]);
  const column = useCellScrolling();
  const { cells } = notebook;
  const places = new Map(programOf(notebook).map(({ id }, index) => [id, index]));
  const codeCells = cells.filter(({ tag }) => tag === 'code').length;
  return (
    <div ref={column} className={codeCells > 1 ? 'notebook several' : 'notebook'}>
      {cells.map((cell) => (
        <Fragment key={`${generation}-${cell.id}`}>
          <Boundary fallback={(error, retry) => <PartFailed error={error} retry={retry} />}>
            <NotebookCellView cell={cell} index={places.get(cell.id) ?? -1} exercises={exercises} wide={wide} />
          </Boundary>
          {!embedded && <Gap after={cell.id} />}
        </Fragment>
      ))}
      {cells.length === 0 && !embedded && <Gap after={undefined} />}
    </div>
  );
}

const Gap = memo(function Gap({ after }: { readonly after: number | undefined }) {
  return (
    <Suspense fallback={<div className="add-cell" />}>
      <AddCell after={after} />
    </Suspense>
  );
});

interface CellProps {
  readonly cell: NotebookCell;
  /** Index of the cell in the program. */
  readonly index: number;
  readonly exercises: readonly Exercise[];
  readonly wide: boolean;
}

function NotebookCellView({ cell, index, exercises, wide }: CellProps) {
  switch (cell.tag) {
    case 'prose':
      return <Prose id={cell.id} markdown={cell.markdown} />;
    case 'solution': {
      const exercise = exercises.find(({ id }) => id === cell.exercise);
      return <ExerciseSolution text={cell.text} cell={exercise?.cellId} />;
    }
    case 'table':
      return (
        <section className="cell table-cell" aria-label={`Table ${cell.name}`} data-cell={cell.id}>
          <Tools id={cell.id} />
          <Suspense fallback={<pre className="static-code">{cell.text.slice(0, 500)}</pre>}>
            <TableView
              cell={cell}
              onEdit={(text) => {
                store.getState().editCell(cell.id, text);
              }}
              onRename={(name) => {
                void import('../store/cell-actions').then(({ setAttributes }) => {
                  setAttributes(cell.id, { name });
                });
              }}
            />
          </Suspense>
        </section>
      );
    case 'code':
      return (
        <CodeCellView cell={cell} index={index} exercise={exercises.find((each) => each.cell === index)} wide={wide} />
      );
  }
}

interface CodeProps {
  readonly cell: CodeCell;
  readonly index: number;
  readonly exercise: Exercise | undefined;
  readonly wide: boolean;
}

/** Memoised: an edit of another cell does not render it again. */
const CodeCellView = memo(function CodeCellView({ cell, index, exercise, wide }: CodeProps) {
  const { id } = cell;
  const isCurrent = useAppStore((state) => state.current === id);
  const setCurrent = useAppStore((state) => state.setCurrent);
  const name = `Code cell ${index + 1}`;
  return (
    <CellContext value={id}>
      <section
        className={isCurrent ? 'cell current' : 'cell'}
        aria-label={exercise === undefined ? name : `${name}, exercise`}
        data-cell={id}
        onPointerDown={() => {
          setCurrent(id);
        }}
        onFocus={() => {
          setCurrent(id);
        }}
      >
        <Tools id={id} />
        <CodeArea id={id} index={index} text={cell.text} />
        {exercise !== undefined && <ExerciseStatus exercise={exercise} />}
        <InputsPanel />
        <OutputPanel />
      </section>
      {isCurrent && !wide && (
        <>
          <ResultStrip />
          <PanelArea />
        </>
      )}
    </CellContext>
  );
});

function Tools({ id }: { readonly id: number }) {
  return <Suspense fallback={null}>{!embedded && <CellTools id={id} />}</Suspense>;
}
