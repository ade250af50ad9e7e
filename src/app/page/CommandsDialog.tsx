import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot, useCommandState } from 'cmdk';
import { COMMAND_GROUPS, type PageCommand } from './command';
import { PAGE_COMMANDS, isAvailable } from './commands';
import { Dialog } from '../kit/Dialog';
import './commands.css';

/** The palette: a search over the commands that are available now. */
export function CommandsDialog({ close }: { readonly close: () => void }) {
  const offered = PAGE_COMMANDS.filter((command) => command.id !== 'commands' && isAvailable(command));
  const run = (command: PageCommand): void => {
    close();
    setTimeout(command.run); // after the focus has returned to where it was
  };
  return (
    <Dialog title="Commands" close={close}>
      <CommandRoot className="commands" label="Search commands" filter={rank} loop vimBindings={false}>
        <CommandInput ref={focusFirst} className="commands-search" placeholder="Search commands" />
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

/** Ranks a command: 0 unless title and heading contain every typed word; titles that begin with the query come first. */
function rank(title: string, typed: string, [heading = '']: string[] = []): number {
  const query = typed.trim().toLowerCase();
  const text = `${title} ${heading}`.toLowerCase();
  if (!query.split(/\s+/).every((word) => text.includes(word))) return 0;
  return text.startsWith(query) ? 1 : ` ${text}`.includes(` ${query}`) ? 0.8 : 0.5;
}

/** The empty state. It stands beside the list because a listbox may contain only options. */
function NoneFound() {
  const none = useCommandState(({ filtered }) => filtered.count === 0);
  return (
    <p className="commands-none" role="status">
      {none && 'No results'}
    </p>
  );
}

/** Sets the attribute that `showModal` looks for. React's `autoFocus` would call `focus` before the dialog opens. */
function focusFirst(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
}
