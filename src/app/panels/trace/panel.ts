import { definePanel } from '../../kit/panel';

export const trace = definePanel({
  name: 'trace',
  title: 'Trace',
  group: 'Trace',
  needs: ['trace'],
  load: async () => (await import('./TracePanel')).TracePanel,
});
