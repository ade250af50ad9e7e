import { useAppStore } from '../../store/hooks';
import type { Leaves } from './leaves';
import { NumberBox } from './NumberBox';
import type { ShownInput } from './shown-input';

/** A number field for each number in the value. */
export function LeavesControl({ input, leaves }: { readonly input: ShownInput; readonly leaves: Leaves }) {
  const set = useAppStore((state) => state.setInput);
  const whole = !input.type.includes('real');
  return (
    <div className="wide-control input-leaves">
      {leaves.items.map(({ label, value }, index) => {
        const box = (
          <NumberBox
            key={index}
            label={`${input.name}, ${label ?? `component ${index + 1}`}`}
            value={value}
            step={whole ? 1 : 0.1}
            low={undefined}
            high={undefined}
            whole={whole}
            set={(next) => {
              set(input.name, leaves.with(index, next));
            }}
          />
        );
        return label === undefined ? (
          box
        ) : (
          <span key={index} className="input-field">
            <span aria-hidden="true">{label}</span>
            {box}
          </span>
        );
      })}
    </div>
  );
}
