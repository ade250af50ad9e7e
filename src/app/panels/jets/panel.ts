import { definePanel } from '../../kit/panel';

export const jets = definePanel({
  name: 'jets',
  title: 'Jets',
  group: 'Derivative',
  needs: [],
  load: async () => (await import('./JetsPanel')).JetsPanel,
});
