/**
 * Leaves parts of Observable Plot out of the page that no picture uses, about half of it: maps, colour schemes, legends
 * and tips, which pictures have of their own, and dates. Plot names them, so bundling keeps them.
 */
const UNUSED = new Map(
  Object.entries({
    index: `
      export { plot } from './plot.js';
      export { arrow } from './marks/arrow.js';
      export { dot } from './marks/dot.js';
      export { rect } from './marks/rect.js';
      export { ruleX, ruleY } from './marks/rule.js';
      export { text } from './marks/text.js';`,
    projection: `
      export const createProjection = () => undefined;
      export const hasProjection = () => false;
      export const projectionAspectRatio = () => undefined;
      export const project = () => undefined;
      export const xyProjection = () => undefined;
      export const getGeometryChannels = () => [];`,
    legends: `
      export const createLegends = () => [];
      export const exposeLegends = () => () => undefined;`,
    'marks/tip': 'export const tip = () => undefined;',
    'interactions/pointer': `
      export const pointer = (options) => options;
      export const pointerX = pointer;
      export const pointerY = pointer;`,
    'scales/schemes': `
      export const isCategoricalScheme = () => false;
      export const isDivergingScheme = () => false;
      export const ordinalScheme = () => undefined;
      export const ordinalRange = () => undefined;
      export const maybeBooleanRange = () => undefined;
      export const quantitativeScheme = () => undefined;`,
    'scales/diverging': `
      export const createScaleDiverging = () => undefined;
      export const createScaleDivergingLog = createScaleDiverging;
      export const createScaleDivergingPow = createScaleDiverging;
      export const createScaleDivergingSqrt = createScaleDiverging;
      export const createScaleDivergingSymlog = createScaleDiverging;`,
    'scales/temporal': `
      export const createScaleTime = () => undefined;
      export const createScaleUtc = createScaleTime;`,
    time: `
      export const intervalDuration = Symbol('intervalDuration');
      export const intervalType = Symbol('intervalType');
      export const timeInterval = () => undefined;
      export const utcInterval = timeInterval;
      export const generalizeTimeInterval = timeInterval;
      export const inferTimeFormat = timeInterval;`,
  }),
);

const PLOT = /node_modules\/@observablehq\/plot\/src\/(.*)\.js$/;

/** @returns {import('vite').Plugin} */
export function withoutUnusedPlot() {
  return {
    name: 'without-unused-plot',
    apply: 'build',
    load(id) {
      const [, module] = PLOT.exec(id) ?? [];
      return module === undefined ? undefined : UNUSED.get(module);
    },
    transform(code, id) {
      const [, module] = PLOT.exec(id) ?? [];
      // The outlines of countries, and the names of dates.
      if (module === 'plot') return { code: without(code, 'geoPath, ', /geoPath\(.*\)(?=;)/u, 'undefined'), map: null };
      if (module === 'marks/axis') return { code: without(code, ', utcFormat', /\butcFormat\b/u, 'format'), map: null };
      return undefined;
    },
  };
}

/** Returns the code without a name that it imports, with something else where it is used. */
function without(code, imported, used, instead) {
  if (!code.includes(imported) || !used.test(code.replace(imported, '')))
    throw new Error('Plot has changed: see scripts/plot-plugin.mjs');
  return code.replace(imported, '').replace(used, instead);
}
