import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot, useCommandState } from 'cmdk';
import { COMMAND_GROUPS, type Command } from './command';
import { COMMANDS, isAvailable } from './commands';
import { Dialog } from '../kit/Dialog';
import './commands.css';

/** Every command that would do something now, found by its name. */
export function CommandsDialog({ close }: { readonly close: () => void }) {
  const offered = COMMANDS.filter((command) => command.id !== 'commands' && isAvailable(command));
  const run = (command: Command): void => {
    close();
    setTimeout(command.run); // once the focus is back where it was
  };
  return (
    <Dialog title="Commands" close={close}>
      <CommandRoot className="commands" label="Find a command" filter={rank} loop vimBindings={false}>
        <CommandInput ref={focusFirst} className="commands-search" placeholder="Find a command" />
        <CommandList className="commands-list" label="Commands">
          {COMMAND_GROUPS.map((group) => (
            <CommandGroup key={group} heading={group}>
              {offered
                .filter((command) => command.group === group)
                .map((command) => (
                  <CommandItem
                    key={command.id}
                    value={command.title}
                    keywords={[group]}
                    className="command"
                    onSelect={() => {
                      run(command);
                    }}
                  >
                    <span>{command.title}</span>
                    {command.keys !== undefined && <kbd>{command.keys.text}</kbd>}
                  </CommandItem>
                ))}
            </CommandGroup>
          ))}
        </CommandList>
        <NoneFound />
      </CommandRoot>
    </Dialog>
  );
}

/** Has all the words that were typed, in the title or the heading; first come those whose title begins so. */
function rank(title: string, typed: string, [heading = '']: string[] = []): number {
  const query = typed.trim().toLowerCase();
  const text = `${title} ${heading}`.toLowerCase();
  if (!query.split(/\s+/).every((word) => text.includes(word))) return 0;
  return text.startsWith(query) ? 1 : ` ${text}`.includes(` ${query}`) ? 0.8 : 0.5;
}

/** Beside the list, which may hold nothing but commands. */
function NoneFound() {
  const none = useCommandState(({ filtered }) => filtered.count === 0);
  return (
    <p className="commands-none" role="status">
      {none && 'No command has this name.'}
    </p>
  );
}

/** The attribute, which the dialog looks for when it opens; React has it for a call of `focus` before that. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
}
