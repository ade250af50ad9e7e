import { asTex, asText, type Block } from '../../../ad/notation/line';
import type { StepPayload } from '../../../protocol/steps';
import { copyOrSave } from '../../charts/export';
import type { PanelExport } from '../shared/PanelFrame';

/** Menu items that copy the context and the trace of a step as text or TeX. */
export function stepExports(step: StepPayload): readonly PanelExport[] {
  const traced = [...step.trace, ...(step.derived === undefined ? [] : [step.derived])];
  return [
    ...both('context', step.frames),
    ...(traced.length === 0
      ? []
      : both(
          'trace',
          traced.map(({ lines }) => lines),
        )),
  ];
}

function both(what: string, blocks: readonly Block[]): readonly PanelExport[] {
  return [
    {
      label: `Copy ${what} as text`,
      run: () => {
        copyOrSave(blocks.map(asText).join('\n\n'), `${what}.txt`);
      },
    },
    {
      label: `Copy ${what} as TeX`,
      run: () => {
        copyOrSave(blocks.map(asTex).join('\n\n'), `${what}.tex`);
      },
    },
  ];
}
