import { definePanel } from '../../kit/panel';

export const compiled = definePanel({
  name: 'compiled',
  title: 'Compiled',
  group: 'Derivative',
  needs: [],
  load: async () => (await import('./CompiledPanel')).CompiledPanel,
});
