import { useEffect, useRef } from 'react';
import type { Span } from '../../language/source/span';
import { shownPanels } from '../../notebook/document';
import { InputsPanel } from '../notebook/inputs/Inputs';
import { OutputPanel } from '../notebook/outputs/Output';
import { ResultStrip } from '../notebook/ResultStrip';
import { StaticCode } from '../notebook/StaticCode';
import { GradientTables } from '../panels/gradient/GradientPanel';
import { CellContext, useAppStore, useLasting, useProduct } from '../store/hooks';
import { store } from '../store/store';
import { programCell } from '../store/subjects';
import { Curves } from './Curves';

/** A code cell of an exported page: its code, and the parts of the notebook that show its inputs and results. */
export function OfflineCell({ id }: { readonly id: number }) {
  const setCurrent = (): void => {
    store.getState().setCurrent(id);
  };
  return (
    <CellContext value={id}>
      <div onPointerDown={setCurrent} onFocus={setCurrent}>
        <Code id={id} />
        <InputsPanel />
        <OutputPanel />
        <Derivatives id={id} />
        <div className="offline-curves">
          <Curves id={id} />
        </div>
      </div>
    </CellContext>
  );
}

/** The code, with the part highlighted that is pointed at elsewhere; scrolls to a part that is to be shown. */
function Code({ id }: { readonly id: number }) {
  const index = useAppStore((state) => programCell(state, id)?.index);
  const cell = useAppStore((state) => programCell(state, id)?.cell);
  const pointed = useAppStore((state) => (state.pointed?.span.cell === index ? state.pointed?.span : undefined));
  const revealed = useAppStore((state) => (state.revealed?.cell === index ? state.revealed : undefined));
  const area = useRef<HTMLDivElement>(null);
  const shown = pointed ?? revealed;
  useEffect(() => {
    if (area.current !== null) highlight(area.current, shown);
  }, [shown, cell]);
  useEffect(() => {
    if (revealed !== undefined) area.current?.scrollIntoView({ block: 'nearest' });
  }, [revealed]);
  return (
    <div ref={area} className="code-area">
      <StaticCode text={cell?.text ?? ''} />
      {cell?.attributes['exercise'] !== undefined && <p className="exercise-word">Exercise</p>}
    </div>
  );
}

/** Marks the tokens of the code that lie in a span. */
function highlight(area: HTMLElement, span: Span | undefined): void {
  let end = 0;
  for (const token of area.querySelectorAll('.static-code > span > span')) {
    const start = end;
    end += token.textContent.length;
    token.classList.toggle('code-pointed', span !== undefined && span.start < end && start < span.end);
    if (token.nextElementSibling === null) end++; // the line's end
  }
}

/** The derivatives in one line, and the table of all engines, folded unless the cell asks for it. */
function Derivatives({ id }: { readonly id: number }) {
  const { payload, stale } = useProduct('gradient');
  const index = useAppStore((state) => programCell(state, id)?.index) ?? 0;
  const isAsked = useAppStore((state) => {
    const cell = programCell(state, id)?.cell;
    return cell?.tag === 'code' && shownPanels(cell).includes('gradient');
  });
  const details = useRef<HTMLDetailsElement>(null);
  const dim = useLasting(stale);
  // The strip has room for few derivatives, and asks for the gradient panel to show all.
  useEffect(
    () =>
      store.subscribe(({ panel, current }) => {
        if (panel !== 'gradient' || current !== id || details.current === null) return;
        details.current.open = true;
        details.current.scrollIntoView({ block: 'nearest' });
        store.setState({ panel: '' });
      }),
    [id],
  );
  if (payload === undefined || payload.focus.leaves.length === 0) return null;
  return (
    <>
      <ResultStrip cell={index + 1} />
      <details ref={details} className="offline-engines" open={isAsked}>
        <summary>Derivatives by engine</summary>
        <div className={dim ? 'stale' : undefined}>
          <GradientTables payload={payload} stale={stale} />
        </div>
      </details>
    </>
  );
}
