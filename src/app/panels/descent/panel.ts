import { definePanel } from '../../kit/panel';

export const descent = definePanel({
  name: 'descent',
  title: 'Descent',
  group: 'Curves',
  needs: [],
  load: async () => (await import('./DescentPanel')).DescentPanel,
});
