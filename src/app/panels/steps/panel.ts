import { definePanel } from '../../kit/panel';

export const steps = definePanel({
  name: 'steps',
  title: 'Steps',
  group: 'Trace',
  needs: [],
  load: async () => (await import('./StepsPanel')).StepsPanel,
});
