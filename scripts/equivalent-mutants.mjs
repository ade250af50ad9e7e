/**
 * Changes that no test can notice, by file: the line as it stands, what its parts become, and why nothing changes.
 * Read by `mutation.mjs`, which says when one is no longer needed.
 */
export const EQUIVALENT = {
  'src/semantics/delta.ts': [
    {
      at: 'const lets: (DeltaId | undefined)[] = [undefined];',
      becomes: ['[]'],
      why: 'what is popped from an empty stack is undefined too',
    },
    {
      at: 'if (x === undefined || u === undefined) break;',
      becomes: ['false', 'x === undefined && u === undefined'],
      why: 'the two stacks have the same length: either test would do, the type checker wants both',
    },
  ],
  'src/semantics/derivative.ts': [
    { at: 'private nested = false;', becomes: ['true'], why: 'the first derivative to begin sets it' },
    {
      at: "this.tainting = tracing === 'dependencies';",
      becomes: ['true'],
      why: 'where nothing depends on inputs that are not recorded, all taints are 0',
    },
    {
      at: 'const limit = this.trace.length + Math.max(0, free) / BYTES_PER_ENTRY;',
      becomes: ['Math.max(0, free) * BYTES_PER_ENTRY'],
      why: 'with a larger limit the machine stops the run itself, a little later',
    },
  ],
};
