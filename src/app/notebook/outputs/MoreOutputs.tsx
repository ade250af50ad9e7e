import { AtStep, type AtStepProps } from './AtStep';
import { ManyOutputs } from './ManyOutputs';

/** Outputs that most notebooks do not have: more than are sent with the result, or of a run with steps. */
export function MoreOutputs({ full, ...props }: AtStepProps & { readonly full: boolean }) {
  const { outputs, outputCount } = props.payload;
  return outputs.length === outputCount ? <AtStep {...props} /> : <ManyOutputs {...props} full={full} />;
}
