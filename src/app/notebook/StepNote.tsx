import { integer } from '../kit/format';
import { useFollowedStep } from '../store/shown-step';

/** Says that the result is that of the whole run, while the page shows one of its steps. */
export function StepNote() {
  const step = useFollowedStep();
  if (step === undefined) return null;
  return (
    <span className="badge step-note">
      <span className="badge-words">result of the </span>finished run, not of step {integer(step.record)}
    </span>
  );
}
