import { definePanel } from '../../kit/panel';

export const gradient = definePanel({
  name: 'gradient',
  title: 'Gradient',
  group: 'Gradient',
  needs: ['gradient'],
  load: async () => (await import('./GradientPanel')).GradientPanel,
});
