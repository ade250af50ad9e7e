import { Dialog } from './Dialog';

const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Esc, then Tab', 'leave the editor'],
  ['Ctrl M', 'let Tab move the focus instead of indenting, and back'],
  ['Ctrl Space', 'complete a name, a keyword or a symbol'],
  ['\\lambda  \\to  \\nabla  \\alpha', 'type λ → ∇ α: the name turns into the symbol'],
  ['F12, Shift F12', 'go to where a name is defined; list where it is used'],
  ['F2', 'rename a name, in all cells'],
  ['Ctrl Shift Space', 'show the arguments of a function'],
  ['Ctrl .', 'mend a problem'],
  ['Ctrl Shift O', 'list what the cell defines'],
  ['Alt V', 'show the values of definitions and inputs, and the adjoints of inputs, and hide them'],
  ['Ctrl Shift [, Ctrl Shift ]', 'fold and unfold'],
  ['F8', 'go to the next problem'],
  ['Ctrl F', 'find'],
  ['Shift Alt F', 'format the program'],
  ['Ctrl /', 'comment or uncomment the lines'],
  ['F9', 'set or remove a breakpoint for the steps: in the line, or in what is selected'],
  ['Ctrl K, Ctrl I', 'show the type of what is under the caret'],
  ['← →', 'move a slider by one step; Page Up and Page Down by many'],
  ['← → Home End Space', 'in the steps: back, on, first, last, play'],
  ['← → on a tab', 'open the tab beside it'],
  ['Page Up, Page Down, Esc', 'while presenting: previous panel, next panel, end'],
];

export function HelpDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Help" close={close}>
      <div className="help-prose">
        <p>
          A program is a list of definitions and expressions. Each <code>input</code> gets a slider; the last expression
          is what the panels are about: its value, its derivative by every input, the trace of its run and the graph of
          its Delta.
        </p>
        <p>
          What is <strong style={{ color: 'var(--primal)' }}>blue</strong> runs forward, what is{' '}
          <strong style={{ color: 'var(--cotangent)' }}>vermilion</strong> flows backward. Point at anything: its source
          and its counterparts light up.
        </p>
        <p>Everything happens in this page. What you write is kept in this browser, and in the links that you share.</p>
      </div>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
