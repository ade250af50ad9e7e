import { definePanel } from '../../kit/panel';

export const growth = definePanel({
  name: 'growth',
  title: 'Growth',
  group: 'Curves',
  needs: [],
  load: async () => (await import('./GrowthPanel')).GrowthPanel,
});
