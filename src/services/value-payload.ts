import { showType } from '../language/types/print';
import type { Focus, InputValue, OutputValue, Series, ValuePayload } from '../protocol/messages';
import type { Run } from '../semantics/evaluate';
import type { WatchSeries } from '../semantics/observe';
import { realLeaves, showValue, toJson } from '../semantics/present';
import { describeInput } from './front-end';
import type { Program } from './program';

export function valuePayload(program: Program, executed: Run, focus: Focus | undefined, seconds: number): ValuePayload {
  return {
    outputs: outputsOf(program, executed),
    inputs: inputsOf(program, executed),
    warnings: executed.warnings,
    series: watchedSeries(program, executed),
    meter: executed.meter,
    seconds,
    focus,
  };
}

function outputsOf({ core, hidden }: Program, { outputs }: Run): readonly OutputValue[] {
  const items = core.items.flatMap((item) => (item.tag === 'output' ? [item] : []));
  return items.slice(0, items.length - hidden).map(({ term: { type }, origin: span }, at) => ({
    type: showType(type),
    text: showValue(outputs[at], type, 6, core.variants),
    full: showValue(outputs[at], type, 'full', core.variants),
    span,
  }));
}

function inputsOf({ core, inputs: described }: Program, { inputs }: Run): readonly InputValue[] {
  return described.map((input) => ({
    ...describeInput(input),
    value: toJson(inputs.get(input.name), input.type, core.variants),
    text: showValue(inputs.get(input.name), input.type, 'full', core.variants),
  }));
}

export function watchedSeries(program: Program, executed: Run): readonly Series[] {
  return executed.series.map((series) => columnsOf(series, program));
}

/** Returns one column per real leaf; records with another shape than the last one are cut, or filled with NaN. */
function columnsOf({ name, type, last, records, span }: WatchSeries, { core }: Program): Series {
  const labels = realLeaves(last, type, name, core.variants).map(({ label }) => label);
  const columns = labels.map((_, leaf) => Float64Array.from(records, (record) => record[leaf] ?? NaN));
  return { name, labels, columns, span };
}
