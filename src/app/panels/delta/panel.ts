import { definePanel } from '../../kit/panel';

export const delta = definePanel({
  name: 'delta',
  title: 'Delta graph',
  group: 'Graph',
  above: true,
  needs: ['delta'],
  load: async () => (await import('./DeltaPanel')).DeltaPanel,
});
