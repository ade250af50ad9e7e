import type { PageCommand } from './command';
import { PAGE_COMMANDS, isAvailable } from './commands';

/**
 * Starts listening to the keys of the page, in the capture phase: the editor would keep some of them (Ctrl K begins many of
 * its own shortcuts).
 */
export function startKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing) return;
      const command = BOUND.find(({ patterns }) => patterns.some((pattern) => isPressed(pattern, event)))?.command;
      if (command === undefined || !isAvailable(command)) return;
      if (command.keys?.besideFields === true && isField(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) command.run();
    },
    { capture: true },
  );
}

const BOUND: readonly { readonly command: PageCommand; readonly patterns: readonly string[] }[] = PAGE_COMMANDS.flatMap(
  (command) => (command.keys?.heardBy === 'page' ? [{ command, patterns: command.keys.text.split(', ') }] : []),
);

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], .monaco-editor') !== null
  );
}

function isPressed(pattern: string, event: KeyboardEvent): boolean {
  const parts = pattern.split(' ');
  const key = parts.at(-1) ?? '';
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Ctrl') &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt')
  );
}
