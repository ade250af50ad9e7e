import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { Suspense } from 'react';
import type { Panel, PanelName } from '../panels/panel';
import { PANELS } from '../panels/registry';
import { useAppStore } from '../store/hooks';

/** Wide: the graph above, the other groups as tabs below. Narrow: one panel through a tab bar. */
export function PanelArea() {
  const wide = useAppStore((state) => state.wide);
  const chosen = useAppStore((state) => state.panel);
  const setPanel = useAppStore((state) => state.setPanel);
  const graph = PANELS.find((panel) => panel.name === 'delta');
  const tabs = wide ? PANELS.filter((panel) => panel !== graph) : PANELS;
  const open = tabs.find((panel) => panel.name === chosen)?.name ?? 'trace';
  return (
    <div className="panels">
      {wide && graph !== undefined && (
        <div className="panel-slot" tabIndex={-1}>
          <PanelSlot panel={graph} />
        </div>
      )}
      <Root
        className="tabs"
        value={open}
        onValueChange={(value) => {
          const name = tabs.find((panel) => panel.name === value)?.name;
          if (name !== undefined) setPanel(name satisfies PanelName);
        }}
      >
        <List className="tab-list" aria-label="Panels">
          {tabs.map((panel) => (
            <Trigger key={panel.name} className="tab" value={panel.name}>
              {panel.group}
            </Trigger>
          ))}
        </List>
        {tabs.map((panel) => (
          <Content key={panel.name} className="tab-content" value={panel.name}>
            <PanelSlot panel={panel} />
          </Content>
        ))}
      </Root>
    </div>
  );
}

function PanelSlot({ panel }: { readonly panel: Panel }) {
  const Component = panel.component;
  return (
    <Suspense fallback={<div className="panel-header" aria-busy="true" />}>
      <Component />
    </Suspense>
  );
}
