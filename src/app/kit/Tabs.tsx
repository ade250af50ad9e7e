import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';

export interface Tab {
  readonly id: string;
  readonly label: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly open: string;
  readonly onOpen: (id: string) => void;
  /** Buttons at the end of the bar. */
  readonly tools?: ReactNode;
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/** A tab bar that follows the ARIA pattern: arrow keys, Home and End open the tab they move to. */
export function Tabs({ label, tabs, open, onOpen, tools, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // A command or a link may open a tab that is out of view. Only the bar scrolls, not the page.
  useEffect(() => {
    const bar = list.current;
    const tab = bar?.querySelector('[data-state=active]')?.getBoundingClientRect();
    if (bar === null || tab === undefined) return;
    const frame = bar.getBoundingClientRect();
    if (tab.left >= frame.left && tab.right <= frame.right) return;
    bar.scrollLeft += (tab.left + tab.right - frame.left - frame.right) / 2;
  }, [open, tabs.length]);
  return (
    <Radix.Root className="tabs" value={open} onValueChange={onOpen}>
      <div className="tab-bar">
        <Radix.List ref={list} className="tab-list" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} value={tab.id} className="tab">
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {tools}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="tab-content">
          {tab.id === open && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
