import { useAppStore } from '../store/hooks';
import { InputsPanel } from '../panels/inputs';
import { OutputPanel } from '../panels/output';
import { CodeCell } from './CodeCell';
import { Prose } from './Prose';

/** The document, top to bottom. All code cells are one program, whose inputs and output stand under the last. */
export function NotebookColumn() {
  const cells = useAppStore((state) => state.notebook.cells);
  const generation = useAppStore((state) => state.generation);
  const last = cells.findLastIndex((cell) => cell.tag === 'code');
  let code = -1;
  return (
    <div className="notebook" tabIndex={-1}>
      {cells.map((cell, position) => {
        if (cell.tag === 'prose') return <Prose key={`${generation}-${position}`} markdown={cell.markdown} />;
        code++;
        return (
          <section key={`${generation}-${position}`} className="cell" aria-label={`Code cell ${code + 1}`}>
            <CodeCell index={code} text={cell.text} />
            {position === last && (
              <>
                <InputsPanel />
                <OutputPanel />
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}
