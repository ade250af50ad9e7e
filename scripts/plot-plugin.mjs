/**
 * Leaves parts of Observable Plot out of the page that no picture uses, about a third of it: maps, colour schemes, legends
 * and tips, which pictures have of their own, and dates. Plot names them, so bundling keeps them.
 */
const UNUSED = new Map(
  Object.entries({
    '@observablehq/plot/src/index': `
      export { plot } from './plot.js';
      export { arrow } from './marks/arrow.js';
      export { dot } from './marks/dot.js';
      export { line } from './marks/line.js';
      export { rect } from './marks/rect.js';
      export { ruleX, ruleY } from './marks/rule.js';
      export { text } from './marks/text.js';`,
    '@observablehq/plot/src/projection': `
      export const createProjection = () => undefined;
      export const hasProjection = () => false;
      export const projectionAspectRatio = () => undefined;
      export const project = () => undefined;
      export const xyProjection = () => undefined;
      export const getGeometryChannels = () => [];`,
    '@observablehq/plot/src/legends': `
      export const createLegends = () => [];
      export const exposeLegends = () => () => undefined;`,
    '@observablehq/plot/src/marks/tip': 'export const tip = () => undefined;',
    '@observablehq/plot/src/interactions/pointer': `
      export const pointer = (options) => options;
      export const pointerX = pointer;
      export const pointerY = pointer;`,
    '@observablehq/plot/src/scales/schemes': `
      export const isCategoricalScheme = () => false;
      export const isDivergingScheme = () => false;
      export const ordinalScheme = () => undefined;
      export const ordinalRange = () => undefined;
      export const maybeBooleanRange = () => undefined;
      export const quantitativeScheme = () => undefined;`,
    'd3-geo/src/index': 'export const geoPath = () => undefined;',
    'd3-scale-chromatic/src/index': 'export {};',
  }),
);

/** @returns {import('vite').Plugin} */
export function withoutUnusedPlot() {
  return {
    name: 'without-unused-plot',
    apply: 'build',
    load(id) {
      const [, module] = /node_modules\/((?:@observablehq\/plot|d3-geo|d3-scale-chromatic)\/src\/.*)\.js$/.exec(id) ?? [];
      return module === undefined ? undefined : UNUSED.get(module);
    },
  };
}
