import { COMMAND_GROUPS } from './command';
import { COMMANDS } from './commands';
import { Dialog } from '../kit/Dialog';

/** Those of the commands, in the order of the palette; then those that are no commands, because they mean what they meet. */
const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ...COMMAND_GROUPS.flatMap((group) =>
    COMMANDS.flatMap(({ group: own, keys, title }) =>
      own === group && keys !== undefined ? [[keys.text, title] as const] : [],
    ),
  ),
  ['Esc, then Tab', 'Leave the editor'],
  ['Ctrl M', 'Let Tab move the focus instead of indenting, and back'],
  ['Ctrl Space', 'Complete a name, a keyword or a symbol'],
  ['\\lambda  \\to  \\nabla  \\alpha', 'Type λ → ∇ α: the name turns into the symbol'],
  ['← →', 'Move a slider by one step; Page Up and Page Down by many'],
  ['← → Home End Space', 'In the steps: back, on, first, last, play'],
  ['← → ↑ ↓ Home End, Enter', 'On the divider of two panes: move it, put it back'],
  ['← → on a tab', 'Open the tab beside it'],
  ['Page Up, Page Down, Esc', 'While presenting: previous panel, next panel, end'],
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
        {KEYS.map(([keys, meaning]) => (
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
