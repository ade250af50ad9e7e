import type { Panel } from '../../kit/panel';
import { graphAbove, tabbedPanel } from '../../store/panels';
import { PANELS } from '../registry';
import { hasOutputsOnly } from '../../store/current';
import { PanelContext, useAppStore } from '../../store/hooks';
import { PaneDivider } from './Panes';
import { Covered } from '../shared/Covered';
import { lazily, PartFailed } from '../../kit/lazily';

const loadTabs = (): Promise<typeof import('../../kit/Tabs')> => import('../../kit/Tabs');
loadTabs().catch(() => undefined); // starts now, blocks nothing
const Tabs = lazily(() => loadTabs().then((module) => module.Tabs), PartFailed);
const GraphPlaceButton = lazily(() => import('./GraphPlaceButton').then((module) => module.GraphPlaceButton));

/** All panels: one tab each, or on a wide page the graph above tabs with the others where the cell gives it room. */
export function PanelArea() {
  const above = useAppStore(graphAbove);
  const chosen = useAppStore(tabbedPanel);
  const setPanel = useAppStore((state) => state.setPanel);
  const graph = PANELS.find((panel) => panel.above);
  const offered = useAppStore((state) => state.offered);
  const isPlain = useAppStore(hasOutputsOnly);
  if (offered !== undefined && isPlain) return null;
  const tabs = PANELS.filter(
    (panel) => !(above && panel === graph) && (offered === undefined || offered.panels.includes(panel.name)),
  );
  const open = tabs.find((panel) => panel.name === chosen) ?? tabs[0];
  if (open === undefined) return null;
  return (
    <div className={above ? 'panels split' : 'panels'}>
      {above && graph !== undefined && (
        <div className="panel-slot">
          <PanelSlot panel={graph} />
        </div>
      )}
      <Tabs
        fallback={<div className="tabs" aria-busy="true" />}
        label="Panels"
        tabs={tabs.map((panel) => ({ id: panel.name, label: labelOf(panel) }))}
        open={open.name}
        tools={<GraphPlaceButton />}
        onOpen={(id) => {
          const panel = tabs.find((candidate) => candidate.name === id);
          if (panel !== undefined) setPanel(panel.name);
        }}
      >
        <PanelSlot key={open.name} panel={open} />
      </Tabs>
      {above && <PaneDivider sharing="rows" />}
    </div>
  );
}

/** The label of a panel's tab: the group's name for its first panel, the title for the others. */
function labelOf(panel: Panel): string {
  return PANELS.find(({ group }) => group === panel.group) === panel ? panel.group : panel.title;
}

function PanelSlot({ panel }: { readonly panel: Panel }) {
  const Component = panel.component;
  const isOpen = useAppStore(({ generation }) => generation > 0);
  const waiting = <div className="panel-header" aria-busy="true" />;
  return (
    <PanelContext value={panel}>
      <Covered part={panel.name}>{isOpen ? <Component fallback={waiting} /> : waiting}</Covered>
    </PanelContext>
  );
}
