import { definePanel } from '../../kit/panel';

export const plot = definePanel({
  name: 'plot',
  title: 'Plot',
  group: 'Curves',
  needs: [],
  load: async () => (await import('./PlotPanel')).PlotPanel,
});
