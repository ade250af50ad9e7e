import type { ModuleInstance } from '../../run/instance';

/** Data with a type, as far as its place in memory depends on it. */
interface Typed {
  readonly type: number;
  readonly value: unknown;
}

/**
 * Writes data that has a value in the program into the memory of a module once, where it stays: it need not be written in
 * each call. Returns what writes arguments from then on: of data that is held, the words of its slots.
 */
export function hold<Argument extends Typed>(
  instance: ModuleInstance,
  data: readonly Argument[],
  size: readonly number[],
  write: (instance: ModuleInstance, argument: Argument, at: number) => void,
): typeof write {
  const held = new Map<Argument, Uint8Array>();
  for (const argument of data) {
    if (argument.value === undefined) continue;
    write(instance, argument, instance.slots);
    held.set(argument, new Uint8Array(instance.view.buffer, instance.slots, size[argument.type]).slice());
  }
  instance.start = instance.top;
  return (instance, argument, at) => {
    const words = held.get(argument);
    if (words === undefined) write(instance, argument, at);
    else new Uint8Array(instance.view.buffer).set(words, at);
  };
}
