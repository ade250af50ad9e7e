/** Returns the buffers of all typed arrays in a message of plain data, to transfer them instead of copying. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
    } else if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) if (typeof item === 'object') visit(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const item of Object.values(value)) visit(item);
    }
  };
  visit(message);
  return [...found];
}
