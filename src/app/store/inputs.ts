import type { InputDescription, Json } from '../../protocol/messages';
import type { InputsSlice, Slice } from './state';

export const inputsSlice: Slice<InputsSlice> = (set) => ({
  overrides: {},
  inputRevision: 0,
  setInput(name, value) {
    set((state) => ({
      overrides: { ...state.overrides, [name]: value },
      inputRevision: state.inputRevision + 1,
    }));
  },
  resetInputs(name) {
    set((state) => ({
      overrides:
        name === undefined ? {} : Object.fromEntries(Object.entries(state.overrides).filter(([key]) => key !== name)),
      inputRevision: state.inputRevision + 1,
    }));
  },
});

/** The value that an input was set to. Only own properties count: an input may be called `constructor`. */
export function overrideOf(overrides: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(overrides, name) ? overrides[name] : undefined;
}

/** The set values of inputs that the program has. Values of other inputs stay in `overrides` in case they return. */
export function presentInputs(
  overrides: Readonly<Record<string, Json>>,
  inputs: readonly InputDescription[],
): Readonly<Record<string, Json>> {
  const isPresent = (name: string): boolean => inputs.some((input) => input.name === name);
  if (Object.keys(overrides).every(isPresent)) return overrides;
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => isPresent(name)));
}
