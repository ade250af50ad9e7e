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
    {
      at: 'if (real instanceof Traced && real.node >= 0) {',
      becomes: ['true', 'real instanceof Traced || real.node >= 0'],
      why: 'what is set outside the array is never read',
    },
    {
      at: 'if (taints !== undefined && cotangent instanceof Traced) taints[real.node] = 1;',
      becomes: ['true'],
      why: 'a cotangent of an outermost derivative is traced only where there are taints',
    },
    {
      at: 'if (taints !== undefined && tangent instanceof Traced) taints[next] = 1;',
      becomes: ['true'],
      why: 'a tangent of an outermost derivative is traced only where there are taints',
    },
    {
      at: 'const adjoints = new Array<Value>(end - start).fill(undefined);',
      becomes: ['new Array()', 'end + start'],
      why: 'an array grows, and what is not there is undefined',
    },
    {
      at: 'const tangents = new Array<Value>(end - start).fill(undefined);',
      becomes: ['new Array()', 'end + start'],
      why: 'an array grows, and what is not there is undefined',
    },
    {
      at: 'if (real instanceof Traced && real.node >= start && marks[real.node - start] === 1) {',
      becomes: ['true', 'real instanceof Traced || real.node >= start'],
      why: 'what is set outside the array is never read',
    },
  ],
};
