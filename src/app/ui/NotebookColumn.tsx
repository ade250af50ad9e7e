import { InputsPanel } from '../panels/inputs';
import { OutputPanel } from '../panels/output';
import { useAppStore } from '../store/hooks';
import { CodeCell } from './CodeCell';
import { Prose } from './Prose';

interface NotebookColumnProps {
  /** Up to the last code cell; what follows it; or both. In a narrow page the result stands between the two. */
  readonly part: 'head' | 'tail' | 'all';
}

/** The document, top to bottom. All code cells are one program, whose inputs and output stand under the last. */
export function NotebookColumn({ part }: NotebookColumnProps) {
  const cells = useAppStore((state) => state.notebook.cells);
  const generation = useAppStore((state) => state.generation);
  const last = cells.findLastIndex((cell) => cell.tag === 'code');
  let code = -1;
  return (
    <div className="notebook">
      {cells.map((cell, position) => {
        if (cell.tag === 'code') code++;
        if (part === (position <= last ? 'tail' : 'head')) return null;
        const key = `${generation}-${position}`;
        if (cell.tag === 'prose') return <Prose key={key} markdown={cell.markdown} />;
        return (
          <section key={key} className="cell" aria-label={`Code cell ${code + 1}`}>
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
