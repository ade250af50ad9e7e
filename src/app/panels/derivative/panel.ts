import { definePanel } from '../../kit/panel';

export const derivative = definePanel({
  name: 'derivative',
  title: 'Derivative',
  group: 'Derivative',
  needs: [],
  load: async () => (await import('./DerivativePanel')).DerivativePanel,
});
