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
  /** The content of the open tab. */
  readonly children: ReactNode;
}

/** A tab bar by the ARIA pattern: the arrows, Home and End open the tab that they move to. */
export function Tabs({ label, tabs, open, onOpen, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // A tab is opened by a command or a link, too. The bar alone scrolls, and the page stays where it is.
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
      <Radix.List ref={list} className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="tab-content">
          {tab.id === open && children}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
