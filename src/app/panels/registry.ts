import { lazy } from 'react';
import type { Panel } from '../store/panel';

/** Every panel that a tab can hold, in the order of the tabs. */
export const PANELS: readonly Panel[] = [
  {
    name: 'delta',
    title: 'Delta graph',
    group: 'Graph',
    component: lazy(() => import('./delta/DeltaPanel').then((module) => ({ default: module.DeltaPanel }))),
  },
  {
    name: 'trace',
    title: 'Trace',
    group: 'Trace',
    component: lazy(() => import('./trace/TracePanel').then((module) => ({ default: module.TracePanel }))),
  },
  {
    name: 'steps',
    title: 'Steps',
    group: 'Trace',
    component: lazy(() => import('./steps/StepsPanel').then((module) => ({ default: module.StepsPanel }))),
  },
  {
    name: 'derivative',
    title: 'Derivative',
    group: 'Derivative',
    component: lazy(() =>
      import('./derivative/DerivativePanel').then((module) => ({ default: module.DerivativePanel })),
    ),
  },
  {
    name: 'combinators',
    title: 'Combinators',
    group: 'Derivative',
    component: lazy(() =>
      import('./combinators/CombinatorsPanel').then((module) => ({ default: module.CombinatorsPanel })),
    ),
  },
  {
    name: 'jets',
    title: 'Jets',
    group: 'Derivative',
    component: lazy(() => import('./jets/JetsPanel').then((module) => ({ default: module.JetsPanel }))),
  },
  {
    name: 'gradient',
    title: 'Gradient',
    group: 'Gradient',
    component: lazy(() => import('./gradient/GradientPanel').then((module) => ({ default: module.GradientPanel }))),
  },
  {
    name: 'plot',
    title: 'Plot',
    group: 'Curves',
    component: lazy(() => import('./plot/PlotPanel').then((module) => ({ default: module.PlotPanel }))),
  },
  {
    name: 'descent',
    title: 'Descent',
    group: 'Curves',
    component: lazy(() => import('./descent/DescentPanel').then((module) => ({ default: module.DescentPanel }))),
  },
  {
    name: 'growth',
    title: 'Growth',
    group: 'Curves',
    component: lazy(() => import('./growth/GrowthPanel').then((module) => ({ default: module.GrowthPanel }))),
  },
];
