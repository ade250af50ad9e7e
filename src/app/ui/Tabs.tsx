import { type KeyboardEvent, type ReactNode, useId } from 'react';

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

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A tab bar by the ARIA pattern: the arrows, Home and End open the tab that they move to. */
export function Tabs({ label, tabs, open, onOpen, children }: TabsProps) {
  const base = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex((tab) => tab.id === open);
    const next = tabs[STEPS[event.key]?.(at, tabs.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next.id);
    document.getElementById(`${base}${next.id}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}${tab.id}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.id === open}
            aria-controls={`${base}content`}
            tabIndex={tab.id === open ? 0 : -1}
            onClick={() => {
              onOpen(tab.id);
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${base}content`}
        role="tabpanel"
        className="tab-content"
        aria-labelledby={`${base}${open}`}
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  );
}
