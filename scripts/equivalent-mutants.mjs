/**
 * Mutants that no test can detect, by file: the source line, what its parts become (`of` names the parts, unless all of
 * them become that), and why nothing changes. `mutation.mjs` reads this list and reports entries that are no longer
 * needed.
 */
export const EQUIVALENT = {
  'src/ad/differentiable-curry/machine/again.ts': [
    {
      at: 'if (called.group !== undefined) {',
      becomes: ['true'],
      why: 'functions of which nothing came back have no calls',
    },
  ],
  'src/ad/differentiable-curry/machine/backward.ts': [
    { at: "case 'const':", becomes: ["case 'const':"], why: 'it gives back what a product of no parts does' },
  ],
  'src/ad/differentiable-curry/machine/forward.ts': [
    {
      at: "const isWrong = typeof result === 'number' && !(Math.abs(result) <= row.limit);",
      becomes: ['true'],
      of: ["typeof result === 'number'"],
      why: 'a bool is no larger than 1: the type checker wants it',
    },
  ],
  'src/ad/differentiable-curry/machine/machine.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'what is kept would be made again' },
    {
      at: 'const run: RunRecord = { term, runs: [], input: undefined };',
      becomes: ['["Stryker was here"]'],
      why: 'the pullbacks of projections and constants look at no parts',
    },
  ],
  'src/ad/differentiable-curry/machine/tangent.ts': [
    {
      at: 'default:',
      becomes: ['default:'],
      why: 'what has no parts has no tangents of them; or ends without a value',
    },
    {
      at: 'for (let i = items.length - 1; i >= 0; i--) {',
      becomes: ['items.length + 1'],
      why: 'what is past the end is nothing, as zeros there are',
    },
    {
      at: 'if (!isNode(next)) found.push(next);',
      becomes: ['false'],
      why: 'what is no node has no tag: the type checker wants it',
    },
  ],
  'src/ad/taylor/engine.ts': [
    {
      at: '({ type }, i) => reals.zip(type, point.arguments[i], direction[i], (real) => real) !== MISMATCH,',
      becomes: ['() => undefined'],
      of: ['(real) => real'],
      why: 'what becomes of the reals is of no account',
    },
  ],
  'src/ad/taylor/faa-di-bruno.ts': [
    {
      at: 'count === 0',
      becomes: ['false'],
      why: 'of an argument of which no derivative is taken, each index is taken 0 times',
    },
    {
      at: 'if (part === undefined || degree(left) < degree(counts)) return;',
      becomes: ['false'],
      of: ['degree(left) < degree(counts)'],
      why: 'what cannot add up is found out later',
    },
    {
      at: 'return index.every((n, i) => n <= (bound[i] ?? 0));',
      becomes: ['index.some((n, i) => n <= (bound[i] ?? 0))', 'true'],
      why: 'what is above α is never taken, but slow to find out',
    },
    { at: 'if (a === 0) return;', becomes: ['false'], why: 'a product with 0 adds nothing' },
    {
      at: 'const position = b === 0 ? undefined : positionIn(shape, sum);',
      becomes: ['false'],
      why: 'a product with 0 adds nothing',
    },
  ],
  'src/ad/taylor/rules.ts': [
    { at: "case 'int':", becomes: ["case 'int':"], why: 'by then an int is the exponent of a power' },
    {
      at: 'Array.from({ length: jet === undefined ? 1 : order - degree(start) + 1 }, (_, n) => [...start, n]),',
      becomes: ['order + degree(start)'],
      why: 'higher ones have no monomial',
    },
  ],
  'src/ad/taylor/symbolic.ts': [
    {
      at: 'const sorted = [...powers.values()].sort((a, b) => (a.key < b.key ? -1 : 1));',
      becomes: ['a.key <= b.key'],
      why: 'no two have the same key',
    },
    { at: 'if (inner.length === 0) return sum;', becomes: ['false'], why: 'a product with 0 adds nothing' },
    {
      at: "if (name === 'negate' && left?.tag === 'operation' && left.operation === 'negate') return left.arguments[0] ?? left;",
      becomes: ['true'],
      of: ["left?.tag === 'operation'"],
      why: 'nothing else has an operation: the type checker wants it',
    },
  ],
  'src/ad/abadi-plotkin/literal/evaluate.ts': [
    {
      at: 'const executable = bound === undefined ? markedOf(main) : compile(programOfMain(main), { marks: true, bound });',
      becomes: ['false'],
      why: 'what is kept is what would be compiled again',
    },
    {
      at: "if (status !== 'running') return status;",
      becomes: ['true', 'false', "status === 'running'"],
      why: 'how many steps are taken at a time: a machine that has ended takes none',
    },
    {
      at: 'if (symbolic.problem !== undefined) break;',
      becomes: ['true', 'false', 'symbolic.problem === undefined'],
      why: 'how many steps are taken at a time: the problem stays',
    },
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'what is kept would be compiled again' },
    {
      at: "const program: CoreProgram = { variants: [], items: [{ tag: 'output', term: core, origin: core.origin }] };",
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'no trace term has a variant',
    },
  ],
  'src/ad/abadi-plotkin/literal/reverse-size.ts': [
    {
      at: 'if (lets > LETS) return { nodes: 2 ** LETS, least: true };',
      becomes: ['lets >= LETS'],
      why: 'a chain of so many is too much to look at, and its bound is the same',
    },
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'what is kept would be counted again' },
  ],
  'src/ad/abadi-plotkin/literal/segment.ts': [
    {
      at: "const isRedex = last?.rule === 'context' && value.tag === 'variable' && value.name === last.name;",
      becomes: ['true'],
      of: ["value.tag === 'variable'"],
      why: 'no other value has a name: the type checker wants it',
    },
  ],
  'src/ad/abadi-plotkin/literal/symbolic.ts': [
    {
      at: 'return outermost < 0 ? [] : this.segments.slice(outermost);',
      becomes: ['outermost <= 0'],
      why: 'the first segment is the program’s',
    },
    {
      at: "const parameter = term.function.tag === 'lambda' ? term.function.parameter : undefined;",
      becomes: ['true'],
      why: 'no other term has a parameter: the type checker wants it',
    },
  ],
  'src/ad/abadi-plotkin/literal/types.ts': [
    { at: 'default:', becomes: ['default:'], why: 'a function that ends without a value answers undefined too' },
  ],
  'src/semantics/delta.ts': [
    {
      at: 'private readonly lets: (DeltaId | undefined)[] = [undefined];',
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
    {
      at: 'real instanceof Traced ? (tangents[real.node - start] ?? 0) : 0,',
      becomes: ['true'],
      why: 'a real that is not traced has no node, and what is not there is 0',
    },
    { at: 'private nested = false;', becomes: ['true'], why: 'the first derivative to begin sets it' },
    {
      at: "this.tainting = tracing === 'dependencies';",
      becomes: ['true'],
      why: 'where nothing depends on inputs that are not recorded, all taints are 0',
    },
    {
      at: 'const limit = this.trace.length + Math.max(0, ending.free) / BYTES_PER_ENTRY;',
      becomes: ['Math.max(0, ending.free) * BYTES_PER_ENTRY'],
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
  'src/semantics/emit.ts': [
    { at: 'for (let i = end - 1; i >= start; i--) {', becomes: ['end + 1'], why: 'what is not there is 0' },
    {
      at: 'if (l >= start && marks[l - start] === 1) {',
      becomes: ['true'],
      of: ['l >= start'],
      why: 'what is outside an array is undefined, but slow to find out',
    },
    {
      at: 'if (r >= start && marks[r - start] === 1) {',
      becomes: ['true'],
      of: ['r >= start'],
      why: 'what is outside an array is undefined, but slow to find out',
    },
    {
      at: 'if (l >= start && !isZero(tangents[l - start])) {',
      becomes: ['true'],
      of: ['l >= start'],
      why: 'what is outside an array is undefined, but slow to find out',
    },
    {
      at: 'if (r >= start && !isZero(tangents[r - start])) {',
      becomes: ['true'],
      of: ['r >= start'],
      why: 'what is outside an array is undefined, but slow to find out',
    },
  ],
  'src/semantics/jets/arithmetic.ts': [
    {
      at: 'for (let i = 1; i < size; i++) c[out + i] = a * at(c, x + i) + b * at(c, y + i);',
      becomes: ['i <= size'],
      why: 'what stands after a jet is a value that is written later',
    },
  ],
  'src/semantics/jets/multi-index.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'what is kept would be made again' },
    { at: 'if (order < 0) low = middle + 1;', becomes: ['order <= 0'], why: 'it is not 0 here' },
    {
      at: 'for (let i = 0; i < left.length; i++) {',
      becomes: ['i <= left.length'],
      why: 'what is not there is 0 on both sides',
    },
  ],
  'src/semantics/jets/products.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'what is kept would be made again' },
    {
      at: 'weights.push(first < 0 ? 0 : (below[first] ?? 0) / (index[first] ?? 1));',
      becomes: ['false'],
      why: 'what is not there is 0, of 1',
    },
  ],
  'src/semantics/jets/sweep.ts': [
    {
      at: 'if (jets.work < next) continue;',
      becomes: ['jets.work <= next'],
      why: 'whether a pause is now or at the next entry',
    },
    {
      at: 'for (let entry = 0; entry < trace.length; entry++) {',
      becomes: ['entry <= trace.length'],
      why: 'what stands after the jets of entries is of no more use',
    },
    {
      at: 'for (let i = 1; i < size; i++) {',
      becomes: ['i <= size'],
      why: 'what stands after a jet is a value, which is finite',
    },
    { at: 'if (moving[entry] === 0) continue;', becomes: ['false'], why: 'what does not move has derivatives 0' },
    {
      at: 'const moves = (left >= 0 && moving[left] === 1) || (right >= 0 && moving[right] === 1);',
      becomes: ['true'],
      of: ['left >= 0', 'right >= 0'],
      why: 'what is outside the array is undefined, but slow to find out',
    },
  ],
  'src/semantics/reals.ts': [
    {
      at: "if (type.tag === 'real') return combine(first, second);",
      becomes: ['false'],
      why: 'the loop does the same',
    },
    {
      at: 'if (!(a instanceof Variant) || !(b instanceof Variant) || a.name !== b.name) return MISMATCH;',
      becomes: ['false', '!(a instanceof Variant) && !(b instanceof Variant)'],
      of: ['!(a instanceof Variant)', '!(b instanceof Variant)', '!(a instanceof Variant) || !(b instanceof Variant)'],
      why: 'what is no variant has no name',
    },
    { at: 'shared: false,', becomes: ['true'], why: 'the one payload has the first type either way' },
    { at: 'const second = a === b ? first : itemsOf(b);', becomes: ['false'], why: 'the items are the same' },
    { at: 'if (payloads === undefined) {', becomes: ['true'], why: 'what is kept would be found again' },
    { at: 'default:', becomes: ['default:'], why: 'a function that ends without a value answers undefined too' },
  ],
  'src/semantics/sweep.ts': [
    {
      at: 'for (let i = start + copies; i < length; i++) {',
      becomes: ['start - copies', 'i <= length'],
      why: 'copies are marked already, and what is outside the array is not set',
    },
    {
      at: 'if ((l >= 0 && marks[l] === 1) || (r >= 0 && marks[r] === 1)) marks[i - start] = 1;',
      becomes: ['true'],
      of: ['l >= 0', 'r >= 0'],
      why: 'what is outside the array is undefined, but slow to find out',
    },
    {
      at: 'for (let i = trace.length - 1; i >= 0; i--) {',
      becomes: ['trace.length + 1'],
      why: 'what is not there has no adjoint',
    },
    {
      at: 'if (operation === COPY && l >= 0) {',
      becomes: ['true'],
      of: ['l >= 0'],
      why: 'what is outside the array is neither read nor set, but slow to find out',
    },
    {
      at: 'const leftTangent = l >= 0 ? (tangents[l] ?? 0) : 0;',
      becomes: ['true'],
      why: 'what is outside the array is undefined, but slow to find out',
    },
    {
      at: 'const rightTangent = r >= 0 ? (tangents[r] ?? 0) : 0;',
      becomes: ['true'],
      why: 'what is outside the array is undefined, but slow to find out',
    },
    {
      at: 'if (leftTangent === 0 && rightTangent === 0) continue;',
      becomes: ['false'],
      of: ['leftTangent === 0 && rightTangent === 0'],
      why: 'without tangents nothing is added',
    },
  ],
};
