import { COMMAND_GROUPS } from './command';
import { PAGE_COMMANDS } from './commands';
import { Dialog } from '../kit/Dialog';
import { store } from '../store/store';

/** The keys of the commands, in palette order, then the keys whose effect depends on where the focus is. */
const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ...COMMAND_GROUPS.flatMap((group) =>
    PAGE_COMMANDS.flatMap(({ group: own, keys, title }) =>
      own === group && keys !== undefined ? [[keys.text, title] as const] : [],
    ),
  ),
  ['Esc, then Tab', 'Leave editor'],
  ['Ctrl M', 'Toggle whether Tab moves the focus or indents'],
  ['Ctrl Space', 'Complete a name, a keyword or a symbol'],
  ['\\lambda  \\to  \\nabla  \\alpha', 'Type the symbols λ → ∇ α'],
  ['← →', 'Move a slider by one step; Page Up, Page Down: by many'],
  ['← → Home End Space', 'In Steps: previous, next, first, last, play'],
  ['← → ↑ ↓ Home End, Enter', 'On a divider: move it, reset it'],
  ['← → on a tab', 'Open the previous or next tab'],
  ['Page Up, Page Down, Esc', 'While presenting, and in a lesson: previous, next, exit'],
];

export function HelpDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Help" close={close}>
      <div className="help-prose">
        <p>
          A program is a list of definitions and expressions. Each <code>input</code> gets a slider. The panels show the
          last expression: its value, its derivative with respect to every input, the trace of its run and its Delta
          graph.
        </p>
        <p>
          <strong style={{ color: 'var(--primal)' }}>Blue</strong> values run forward,{' '}
          <strong style={{ color: 'var(--cotangent)' }}>vermilion</strong> values flow backward. Point at anything to
          highlight its source and its counterparts in the other panels.
        </p>
        <p>Everything runs in this page. Your work is saved in this browser, and in the links that you share.</p>
      </div>
      <div className="dialog-actions">
        <button
          type="button"
          className="button outlined"
          onClick={() => {
            store.getState().setDialog('reference');
          }}
        >
          Language reference
        </button>
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
