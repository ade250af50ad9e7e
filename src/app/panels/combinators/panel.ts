import { definePanel } from '../../kit/panel';

export const combinators = definePanel({
  name: 'combinators',
  title: 'Combinators',
  group: 'Derivative',
  needs: [],
  load: async () => (await import('./CombinatorsPanel')).CombinatorsPanel,
});
