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
      why: 'functions without tangents have no calls',
    },
  ],
  'src/ad/differentiable-curry/machine/backward.ts': [
    { at: "case 'const':", becomes: ["case 'const':"], why: 'it returns the same as a product without parts' },
  ],
  'src/ad/differentiable-curry/machine/forward.ts': [
    {
      at: "const isWrong = typeof result === 'number' && !(Math.abs(result) <= row.limit);",
      becomes: ['true'],
      of: ["typeof result === 'number'"],
      why: 'a bool is at most 1; the test is for the type checker',
    },
  ],
  'src/ad/differentiable-curry/machine/machine.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'the cached value would be made again' },
    {
      at: 'const run: RunRecord = { term, runs: [], input: undefined };',
      becomes: ['["Stryker was here"]'],
      why: 'the pullbacks of projections and constants use no parts',
    },
  ],
  'src/ad/differentiable-curry/machine/tangent.ts': [
    {
      at: 'default:',
      becomes: ['default:'],
      why: 'values without parts have no tangents of parts, or the switch ends without a value',
    },
    {
      at: 'for (let i = items.length - 1; i >= 0; i--) {',
      becomes: ['items.length + 1'],
      why: 'entries past the end count as zeros',
    },
    {
      at: 'if (!isNode(next)) found.push(next);',
      becomes: ['false'],
      why: 'other values have no tag; the test is for the type checker',
    },
  ],
  'src/ad/taylor/engine.ts': [
    {
      at: '({ type }, i) => reals.zip(type, point.arguments[i], direction[i], (real) => real) !== MISMATCH,',
      becomes: ['() => undefined'],
      of: ['(real) => real'],
      why: 'the reals do not matter here',
    },
  ],
  'src/ad/taylor/faa-di-bruno.ts': [
    {
      at: 'count === 0',
      becomes: ['false'],
      why: 'without derivatives of an argument, each index occurs 0 times',
    },
    {
      at: 'if (part === undefined || degree(left) < degree(counts)) return;',
      becomes: ['false'],
      of: ['degree(left) < degree(counts)'],
      why: 'terms that cannot be added are found later',
    },
    {
      at: 'return index.every((n, i) => n <= (bound[i] ?? 0));',
      becomes: ['index.some((n, i) => n <= (bound[i] ?? 0))', 'true'],
      why: 'indices above α are never used, only slower to reject',
    },
    { at: 'if (a === 0) return;', becomes: ['false'], why: 'a product with 0 adds nothing' },
    {
      at: 'const position = b === 0 ? undefined : positionIn(shape, sum);',
      becomes: ['false'],
      why: 'a product with 0 adds nothing',
    },
  ],
  'src/ad/taylor/rules.ts': [
    { at: "case 'int':", becomes: ["case 'int':"], why: 'at this point an int can only be the exponent of a power' },
    {
      at: 'Array.from({ length: jet === undefined ? 1 : order - degree(start) + 1 }, (_, n) => [...start, n]),',
      becomes: ['order + degree(start)'],
      why: 'higher orders have no monomial',
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
      why: 'nothing else has an operation; the test is for the type checker',
    },
  ],
  'src/ad/abadi-plotkin/literal/evaluate.ts': [
    {
      at: 'const executable = bound === undefined ? markedOf(main) : compile(programOfMain(main), { marks: true, bound });',
      becomes: ['false'],
      why: 'the cache holds what would be compiled again',
    },
    {
      at: "if (status !== 'running') return status;",
      becomes: ['true', 'false', "status === 'running'"],
      why: 'it only sets the number of steps at a time: a finished machine takes none',
    },
    {
      at: 'if (symbolic.problem !== undefined) break;',
      becomes: ['true', 'false', 'symbolic.problem === undefined'],
      why: 'it only sets the number of steps at a time: the problem stays',
    },
    {
      at: 'if (known !== undefined) return known;',
      becomes: ['false'],
      why: 'the cached code would be compiled again',
    },
    {
      at: "const program: CoreProgram = { variants: [], items: [{ tag: 'output', term: core, origin: core.origin }] };",
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'no trace term has a variant',
    },
  ],
  'src/ad/abadi-plotkin/literal/segment.ts': [
    {
      at: "const isRedex = last?.rule === 'context' && value.tag === 'variable' && value.name === last.name;",
      becomes: ['true'],
      of: ["value.tag === 'variable'"],
      why: 'no other value has a name; the test is for the type checker',
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
      why: 'no other term has a parameter; the test is for the type checker',
    },
  ],
  'src/ad/abadi-plotkin/literal/types.ts': [
    { at: 'default:', becomes: ['default:'], why: 'a function that ends without a value also returns undefined' },
  ],
  'src/semantics/delta.ts': [
    {
      at: 'private readonly lets: (DeltaId | undefined)[] = [undefined];',
      becomes: ['[]'],
      why: 'popping an empty stack also returns undefined',
    },
    {
      at: 'if (x === undefined || u === undefined) break;',
      becomes: ['false', 'x === undefined && u === undefined'],
      why: 'the two stacks have the same length, so either test would do; both are for the type checker',
    },
  ],
  'src/semantics/derivative.ts': [
    {
      at: 'real instanceof Traced ? (tangents[real.node - start] ?? 0) : 0,',
      becomes: ['true'],
      why: 'an untraced real has no node, and missing entries are 0',
    },
    { at: 'private nested = false;', becomes: ['true'], why: 'the first derivative sets it' },
    {
      at: "this.tainting = tracing === 'dependencies';",
      becomes: ['true'],
      why: 'if nothing depends on unrecorded inputs, all taints are 0',
    },
    {
      at: 'const limit = this.trace.length + Math.max(0, ending.free) / BYTES_PER_ENTRY;',
      becomes: ['Math.max(0, ending.free) * BYTES_PER_ENTRY'],
      why: 'with a larger limit the machine stops the run itself, a little later',
    },
    {
      at: 'if (real instanceof Traced && real.node >= 0) {',
      becomes: ['true', 'real instanceof Traced || real.node >= 0'],
      why: 'entries set outside the array are never read',
    },
    {
      at: 'if (taints !== undefined && cotangent instanceof Traced) taints[real.node] = 1;',
      becomes: ['true'],
      why: 'a cotangent of an outermost derivative is traced only if there are taints',
    },
    {
      at: 'if (taints !== undefined && tangent instanceof Traced) taints[next] = 1;',
      becomes: ['true'],
      why: 'a tangent of an outermost derivative is traced only if there are taints',
    },
    {
      at: 'const adjoints = new Array<Value>(end - start).fill(undefined);',
      becomes: ['new Array()', 'end + start'],
      why: 'arrays grow, and missing entries are undefined',
    },
    {
      at: 'const tangents = new Array<Value>(end - start).fill(undefined);',
      becomes: ['new Array()', 'end + start'],
      why: 'arrays grow, and missing entries are undefined',
    },
    {
      at: 'if (real instanceof Traced && real.node >= start && marks[real.node - start] === 1) {',
      becomes: ['true', 'real instanceof Traced || real.node >= start'],
      why: 'entries set outside the array are never read',
    },
  ],
  'src/semantics/emit.ts': [
    { at: 'for (let i = end - 1; i >= start; i--) {', becomes: ['end + 1'], why: 'missing entries are 0' },
    {
      at: 'if (l >= start && marks[l - start] === 1) {',
      becomes: ['true'],
      of: ['l >= start'],
      why: 'entries outside an array are undefined, only slower to read',
    },
    {
      at: 'if (r >= start && marks[r - start] === 1) {',
      becomes: ['true'],
      of: ['r >= start'],
      why: 'entries outside an array are undefined, only slower to read',
    },
    {
      at: 'if (l >= start && !isZero(tangents[l - start])) {',
      becomes: ['true'],
      of: ['l >= start'],
      why: 'entries outside an array are undefined, only slower to read',
    },
    {
      at: 'if (r >= start && !isZero(tangents[r - start])) {',
      becomes: ['true'],
      of: ['r >= start'],
      why: 'entries outside an array are undefined, only slower to read',
    },
  ],
  'src/semantics/jets/arithmetic.ts': [
    {
      at: 'for (let i = 1; i < size; i++) c[out + i] = a * at(c, x + i) + b * at(c, y + i);',
      becomes: ['i <= size'],
      why: 'the number after a jet is a value that is written later',
    },
  ],
  'src/semantics/jets/multi-index.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'the cached value would be made again' },
    { at: 'if (order < 0) low = middle + 1;', becomes: ['order <= 0'], why: 'it is not 0 here' },
    {
      at: 'for (let i = 0; i < left.length; i++) {',
      becomes: ['i <= left.length'],
      why: 'missing entries are 0 on both sides',
    },
  ],
  'src/semantics/jets/products.ts': [
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'the cached value would be made again' },
    {
      at: 'weights.push(first < 0 ? 0 : (below[first] ?? 0) / (index[first] ?? 1));',
      becomes: ['false'],
      why: 'missing entries are 0 instead of 1',
    },
  ],
  'src/semantics/jets/sweep.ts': [
    {
      at: 'if (jets.work < next) continue;',
      becomes: ['jets.work <= next'],
      why: 'it only moves a pause to the next entry',
    },
    {
      at: 'for (let entry = 0; entry < trace.length; entry++) {',
      becomes: ['entry <= trace.length'],
      why: 'the numbers after the jets of entries are no longer used',
    },
    {
      at: 'for (let i = 1; i < size; i++) {',
      becomes: ['i <= size'],
      why: 'the number after a jet is a value, which is finite',
    },
    {
      at: 'if (moving[entry] === 0) continue;',
      becomes: ['false'],
      why: 'entries that do not vary have derivatives 0',
    },
    {
      at: 'const moves = (left >= 0 && moving[left] === 1) || (right >= 0 && moving[right] === 1);',
      becomes: ['true'],
      of: ['left >= 0', 'right >= 0'],
      why: 'entries outside the array are undefined, only slower to read',
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
      why: 'other values have no name',
    },
    { at: 'shared: false,', becomes: ['true'], why: 'the one payload has the first type either way' },
    { at: 'const second = a === b ? first : itemsOf(b);', becomes: ['false'], why: 'the items are the same' },
    { at: 'if (payloads === undefined) {', becomes: ['true'], why: 'the cached result would be found again' },
    { at: 'default:', becomes: ['default:'], why: 'a function that ends without a value also returns undefined' },
  ],
  'src/semantics/sweep.ts': [
    {
      at: 'for (let i = start + copies; i < length; i++) {',
      becomes: ['start - copies', 'i <= length'],
      why: 'copies are marked already, and writes outside the array have no effect',
    },
    {
      at: 'if ((l >= 0 && marks[l] === 1) || (r >= 0 && marks[r] === 1)) marks[i - start] = 1;',
      becomes: ['true'],
      of: ['l >= 0', 'r >= 0'],
      why: 'entries outside the array are undefined, only slower to read',
    },
    {
      at: 'for (let i = trace.length - 1; i >= 0; i--) {',
      becomes: ['trace.length + 1'],
      why: 'missing entries have no adjoint',
    },
    {
      at: 'if (operation === COPY && l >= 0) {',
      becomes: ['true'],
      of: ['l >= 0'],
      why: 'entries outside the array are neither read nor set, only slower to reach',
    },
    {
      at: 'const leftTangent = l >= 0 ? (tangents[l] ?? 0) : 0;',
      becomes: ['true'],
      why: 'entries outside the array are undefined, only slower to read',
    },
    {
      at: 'const rightTangent = r >= 0 ? (tangents[r] ?? 0) : 0;',
      becomes: ['true'],
      why: 'entries outside the array are undefined, only slower to read',
    },
    {
      at: 'if (leftTangent === 0 && rightTangent === 0) continue;',
      becomes: ['false'],
      of: ['leftTangent === 0 && rightTangent === 0'],
      why: 'without tangents nothing is added',
    },
  ],
  'src/compile/differentiate/partials.ts': [
    { at: "case 'int':", becomes: ["case 'int':"], why: 'no partial derivative of the table has an int of its own' },
  ],
  'src/compile/differentiate/dual.ts': [
    {
      at: "if (tangent?.tag === 'variable' && this.duals.shadows.has(id)) this.duals.shadows.add(tangent.id);",
      becomes: ['true'],
      of: ["tangent?.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "return atom?.tag === 'variable' ? this.tangents.get(atom.id) : undefined;",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'atoms.some((atom) => this.get(atom) !== undefined) || targets.some(({ id }) => shadows.has(id));',
      becomes: ['targets.every(({ id }) => shadows.has(id))'],
      why: 'data that is made has one target',
    },
    {
      at: "case 'derivative':",
      becomes: ["case 'derivative':"],
      why: 'derivatives are written out before: the case is an internal error',
    },
  ],
  'src/compile/differentiate/saved.ts': [
    {
      at: "for (const atom of statement.tag === 'if' ? freeOf([statement]) : atomsIn(statement)) {",
      becomes: ['true'],
      of: ["statement.tag === 'if'"],
      why: 'other statements that are cheap have no blocks, and the same variables are found, which takes longer',
    },
    {
      at: "const isOutside = (atom: Atom | undefined): boolean => atom?.tag === 'constant' || !definitions.has(atom?.id ?? -1);",
      becomes: ['false'],
      of: ["atom?.tag === 'constant'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    ...[
      'return definition !== undefined && cheap.has(definition);',
      'if (definition !== undefined && cheap.has(definition)) pending.push(...usedBy(definition));',
    ].map((at) => ({
      at,
      becomes: ['true'],
      of: ['definition !== undefined'],
      why: 'no statement that is absent is cheap; the test is for the type checker',
    })),
    { at: 'default:', becomes: ['default:'], why: 'no value counts as false' },
    {
      at: "if (operation === 'powerInt') return given[1]?.tag === 'constant' && given[1].value === 2;",
      becomes: ['true'],
      of: ["given[1]?.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
    {
      at: "if (atom.tag === 'variable' && definitions.has(atom.id)) found.push(atom.id);",
      becomes: ['true'],
      of: ["atom.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'for (let id = pending.pop(); id !== undefined && leaves.size <= most; id = pending.pop()) {',
      becomes: ['true'],
      of: ['leaves.size <= most'],
      why: 'it counts more leaves than it must',
    },
    { at: 'let isWhole = true;', becomes: ['false'], why: 'the leaves are counted instead, which takes longer' },
    {
      at: 'for (const each of known?.found ?? [id]) if (!kept.has(each)) found.add(each);',
      becomes: ['true'],
      why: 'what is kept is left out later, too, and other sources are found by counting',
    },
    {
      at: 'if (known?.isWhole === false) isWhole = false;',
      becomes: ['true'],
      of: ['known?.isWhole === false'],
      why: 'the leaves are counted instead, which takes longer',
    },
    {
      at: 'found: [...found].slice(0, MOST_SOURCES),',
      becomes: ['[...found]'],
      why: 'more sources are remembered than needed',
    },
    {
      at: 'isWhole: isWhole && found.size <= MOST_SOURCES,',
      becomes: ['false', 'found.size < MOST_SOURCES', 'found.size > MOST_SOURCES'],
      of: ['isWhole && found.size <= MOST_SOURCES', 'found.size <= MOST_SOURCES'],
      why: 'the leaves are counted instead, which takes longer',
    },
    {
      at: "return statement.tag === 'item' ? { ...statement, checked: false } : statement;",
      becomes: ['true'],
      why: 'other statements have no test',
    },
    {
      at: 'statement.targets.some(({ id }) => used.has(id)),',
      becomes: ['statement.targets.every(({ id }) => used.has(id))'],
      why: 'only operations are marked as exact, and these have one target',
    },
    {
      at: "case 'field':",
      becomes: ["case 'field':"],
      why: 'a tag or a field does not change, as the next case finds',
    },
  ],
  'src/compile/differentiate/activity.ts': [
    {
      at: 'if (!given.some(Boolean)) return;',
      becomes: ['false'],
      why: 'a function of which no parameter is active has no active result, which takes longer to find',
    },
    {
      at: "return atom?.tag === 'variable' && active.has(atom.id);",
      becomes: ['true'],
      of: ["atom?.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (target?.kind !== 'real') return;",
      becomes: ['false'],
      why: 'an operation whose result is no real has no partial derivatives, which takes longer to find',
    },
    {
      at: 'const reached = new Set(roots.flatMap(([id, root]) => (active.has(id) || active.has(root.id) ? [root.id] : [])));',
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'a text is no number',
    },
  ],
  'src/compile/differentiate/usefulness.ts': [
    {
      at: "if (statement.tag === 'call') called.add(statement.callee);",
      becomes: ['true'],
      why: 'nothing else has a callee; the test is for the type checker',
    },
    {
      at: 'if (!called.has(id)) continue;',
      becomes: ['false'],
      why: 'nobody asks about functions that are not called, which takes longer',
    },
    {
      at: "if (atom.tag !== 'variable' || !holdsReal(atom.kind) || useful.has(atom.id)) continue;",
      becomes: ['false'],
      of: ["atom.tag !== 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "const end = statement.tag === 'for' ? own(targets, parameter) : [];",
      becomes: ['["Stryker was here"]'],
      why: 'a text is no variable',
    },
    {
      at: "return partial === undefined || (partial.tag === 'real' && partial.value === 0);",
      becomes: ['true'],
      of: ["partial.tag === 'real'"],
      why: 'no partial derivative of the table is an int; the test is for the type checker',
    },
  ],
  'src/compile/differentiate/reverse.ts': [
    {
      at: "if (shadow.tag === 'variable') this.derivatives.shadows.add(shadow.id);",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (atom.tag !== 'variable') return absent(atom.kind);",
      becomes: ['false'],
      why: 'a constant has no number; the test is for the type checker',
    },
    { at: '[],', becomes: ['["Stryker was here"]'], why: 'a text has no number' },
    {
      at: "if (first.tag === 'variable') this.roots.set(copy.id, this.roots.get(first.id) ?? first);",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/differentiate/loops.ts': [
    {
      at: 'const restored = restore(inner.statements, [], withResults(round.statements, results));',
      becomes: ['["Stryker was here"]'],
      why: 'a text has no number',
    },
  ],
  'src/compile/differentiate/way-back.ts': [
    {
      at: "return [...statements, { tag: 'push', values, targets: [], origin: NOWHERE }];",
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'a text has no number',
    },
  ],
  'src/compile/differentiate/adjoints.ts': [
    {
      at: "return atom?.tag === 'variable' ? this.known.get(atom.id) : undefined;",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/differentiate/differentiate.ts': [
    {
      at: 'return this.without({ statements: [statement], results: [] }).statements;',
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'the results are not asked for',
    },
    {
      at: 'if (known !== undefined && isMade && isFlat(result.kind)) return known;',
      becomes: ['true'],
      of: ['known !== undefined'],
      why: 'what is made has a target; the test is for the type checker',
    },
    {
      at: 'return untested({ statements, results: [] });',
      becomes: ['["Stryker was here"]'],
      of: ['[]'],
      why: 'the results are not asked for',
    },
    {
      at: "const uses: Statement = { tag: 'push', values: found, targets: [], origin: there.origin };",
      becomes: ['["Stryker was here"]'],
      why: 'a text has no number',
    },
    {
      at: "return typeof kind === 'object' && kind.tag === 'array' && kind.item.every((each) => each === 'real');",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'other kinds have no tag; the test is for the type checker',
    },
    {
      at: "if (statement.tag === 'operation') return statement;",
      becomes: ['false'],
      why: 'an operation has no blocks, which takes longer to find',
    },
    {
      at: "if (statement.tag === 'call' && statement.callee === id) calls.push(statement);",
      becomes: ['true'],
      of: ["statement.tag === 'call'"],
      why: 'nothing else has a callee; the test is for the type checker',
    },
    {
      at: 'if (isCheap(statement, () => false)) for (const target of statement.targets) cheap.add(target);',
      becomes: ['() => undefined'],
      why: 'no value counts as false',
    },
    {
      at: 'if (calls.length === 0) return [];',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no place',
    },
  ],
  'src/compile/emit/vector-plan.ts': [
    {
      at: "if (loop.count.tag === 'constant' && Number(loop.count.value) < FEWEST) return undefined;",
      becomes: ['true'],
      of: ["loop.count.tag === 'constant'"],
      why: 'a variable has no value, so it is not less',
    },
    {
      at: "const shifted = new Set(steps.flatMap((step) => (step.tag === 'shift' ? [step.parameter.id] : [])));",
      becomes: ['["Stryker was here"]'],
      why: 'ids are numbers',
    },
    {
      at: "return parameter.kind !== 'real' || shifted.has(parameter.id) || result === undefined",
      becomes: ['false'],
      of: ['result === undefined'],
      why: 'each parameter has a result; the test is for the type checker',
    },
    {
      at: "return atom.tag === 'constant' || !this.inside.has(atom.id);",
      becomes: ['false'],
      of: ["atom.tag === 'constant'"],
      why: 'constants have no id',
    },
    {
      at: "return this.isOutside(atom) || (atom.tag === 'variable' && this.known.has(atom.id));",
      becomes: ['true'],
      of: ["atom.tag === 'variable'"],
      why: 'constants are outside; the test is for the type checker',
    },
    {
      at: 'const made = this.body.statements.find(({ targets }) => targets[0] !== undefined && targets[0] === result);',
      becomes: ['true'],
      of: ['targets[0] !== undefined'],
      why: 'each parameter has a result; the test is for the type checker',
    },
    {
      at: "if (base?.tag !== 'variable' || base.id !== parameter.id || by?.tag !== 'constant') return false;",
      becomes: ['false'],
      of: ["base?.tag !== 'variable'"],
      why: 'constants have no id',
    },
    {
      at: "this.distances.set(parameter.id, this.loop.tag === 'for' && this.loop.down ? -step : step);",
      becomes: ['true'],
      of: ["this.loop.tag === 'for'"],
      why: 'other loops have no parameters; the test is for the type checker',
    },
    { at: 'default:', becomes: ['default:'], why: 'without a value, the answer is no as well' },
    {
      at: 'if (target === undefined || !derivative || distance === undefined) return false;',
      becomes: ['false'],
      of: ['target === undefined'],
      why: 'operations have a target; the test is for the type checker',
    },
    {
      at: "return replaces !== true || (place.tag === 'item' && this.distance(place.index) !== 0);",
      becomes: ['true'],
      of: ["place.tag === 'item'"],
      why: 'the index of a field is no variable, so its distance is 0',
    },
    {
      at: "if (into.tag !== 'variable') return undefined;",
      becomes: ['false'],
      why: 'constants are not written; the test is for the type checker',
    },
    {
      at: 'const before: Variable[] = [];',
      becomes: ['["Stryker was here"]'],
      why: 'it has no kind, so it is no array',
    },
    {
      at: 'if (!parameters.has(parameter) || from === undefined || !this.isKnown(from)) return;',
      becomes: ['false'],
      of: ['from === undefined'],
      why: 'each parameter has a result; the test is for the type checker',
    },
    {
      at: "const used = steps.flatMap((step) => (step.tag === 'shift' ? [] : realsOf(step)));",
      becomes: ['["Stryker was here"]'],
      why: 'it has no kind, so it is no real',
    },
    {
      at: "if (atom.tag === 'variable' && (this.known.has(atom.id) || this.distance(atom) !== 0)) found.set(atom.id, atom);",
      becomes: ['true'],
      of: ["atom.tag === 'variable'"],
      why: 'constants have no id and the distance 0',
    },
    {
      at: 'return step.targets.some(({ id }) => this.needsTest.has(id)) || (!step.derivative && hasDomain(step));',
      becomes: ['step.targets.every(({ id }) => this.needsTest.has(id))'],
      why: 'operations have one target',
    },
    {
      at: "return typeof kind === 'object' ? kind.tag : kind;",
      becomes: ['true'],
      why: 'only data is written or read; the test is for the type checker',
    },
  ],
  'src/compile/emit/vector-loops.ts': [
    {
      at: "if (step.tag === 'operation' && step.operation === 'toReal') this.spread(step);",
      becomes: ['true', "step.tag === 'operation' || step.operation === 'toReal'"],
      of: [
        "step.tag === 'operation'",
        "step.operation === 'toReal'",
        "step.tag === 'operation' && step.operation === 'toReal'",
      ],
      why: 'the arguments of other operations are no ints, so they have the distance 0',
    },
    { at: 'if (!this.same.has(key))', becomes: ['true'], why: 'a second vector with the same reals would be used' },
    {
      at: "if (plan.tested.size > 0) this.faults = this.twice(() => code.op('f64.const', 0));",
      becomes: ['true', 'plan.tested.size >= 0'],
      why: 'a local without faults would be tested',
    },
    {
      at: 'if (distance === 0 || this.same.has(spreadBy(distance))) return;',
      becomes: ['false', 'distance === 0 && this.same.has(spreadBy(distance))'],
      why: 'a vector of zeros would be added, or a second vector with the same reals would be used',
    },
    {
      at: "return atom?.tag === 'variable' ? (this.plan.distances.get(atom.id) ?? 0) : 0;",
      becomes: ['true'],
      why: 'constants have no id; the test is for the type checker',
    },
    {
      at: "const known = atom.tag === 'variable' ? this.vectors.get(atom.id) : undefined;",
      becomes: ['true'],
      why: 'constants have no id; the test is for the type checker',
    },
    {
      at: "if (distance !== 0) code.op('i64.const', distance).op('i64.add');",
      becomes: ['true'],
      why: '0 would be added',
    },
  ],
  'src/compile/emit/vector-operations.ts': [
    {
      at: 'return formOf(pair ?? code) !== undefined && (derivative || within === undefined || formOf(within) !== undefined);',
      becomes: ['true'],
      of: ['within === undefined', 'formOf(within) !== undefined'],
      why: 'the domains of all operations that have code for vectors have it too',
    },
  ],
  'src/compile/optimise/updates/ownership.ts': [
    {
      at: 'return updates.some((update) => origin === undefined || mayFollow(update, read, origin));',
      becomes: ['false'],
      of: ['origin === undefined'],
      why: 'an array that is updated in place has an origin; the test is for the type checker',
    },
    {
      at: 'if (made === undefined) return true;',
      becomes: ['false'],
      why: 'the loops of all copies are seen; the test is for the type checker',
    },
    {
      at: "if (statement.tag === 'item' && statement.array.tag === 'variable') {",
      becomes: ['true'],
      of: ["statement.array.tag === 'variable'"],
      why: 'a constant array is never updated; the test is for the type checker',
    },
    {
      at: "if (variable.tag !== 'variable' || !isArray(variable.kind)) return;",
      becomes: ['false', "variable.tag !== 'variable' && !isArray(variable.kind)"],
      why: 'other atoms are of no class that holds a copy: the test saves memory',
    },
  ],
  'src/compile/optimise/updates/updates.ts': [
    {
      at: 'if (length === 0 && !contains(given, updatesArrays)) return { made: given, givesBack: () => false };',
      becomes: ['false'],
      of: ['length === 0'],
      why: 'without copies what follows changes nothing, which takes longer to find',
    },
    {
      at: 'if (parameter === undefined || !changed.has(classes.of(parameter))) return atom;',
      becomes: ['false'],
      of: ['parameter === undefined'],
      why: 'each initial value has its parameter; the test is for the type checker',
    },
    {
      at: 'return builder.statements.length === 0 ? loop : [...builder.statements, { ...loop, initial }];',
      becomes: ['false'],
      of: ['builder.statements.length === 0'],
      why: 'the loop is made again with the same parts',
    },
    {
      at: 'if (!isArray(kind)) return array;',
      becomes: ['false'],
      why: 'only arrays are updated; the test is for the type checker',
    },
    {
      at: "if (given.tag === 'derivative') return given;",
      becomes: ['false'],
      why: 'the updates inside derivatives were written before, and none of theirs is owned here',
    },
    {
      at: "if (statement.tag === 'build' && statement.targets.some((each) => ownership.isUpdated(each))) {",
      becomes: ['true', 'statement.targets.every(each => ownership.isUpdated(each))'],
      of: ["statement.tag === 'build'", 'statement.targets.some((each) => ownership.isUpdated(each))'],
      why: 'only the mark of a loop that makes an array is read, and these loops make one array each until they are joined',
    },
    {
      at: "if (statement.tag === 'item' && ownership.changesAfter(statement)) return { ...statement, changes: true };",
      becomes: ['true'],
      of: ["statement.tag === 'item'"],
      why: 'only the mark of an item is read',
    },
    {
      at: "if (statement.tag === 'build' && statement.updated === true) for (const { id } of statement.targets) made.add(id);",
      becomes: ['true', "statement.tag === 'build' || statement.updated === true"],
      of: [
        "statement.tag === 'build'",
        'statement.updated === true',
        "statement.tag === 'build' && statement.updated === true",
      ],
      why: 'what an update changes is always made by such a loop: a second look, in case the rest of the pass is wrong',
    },
  ],
  'src/compile/optimise/updates/update-classes.ts': [
    {
      at: 'if (atom === undefined || !isArray(variable.kind)) return;',
      becomes: ['false', 'atom === undefined && !isArray(variable.kind)'],
      why: 'there are as many atoms, for the type checker; and other variables are of no class that holds a copy: the test saves memory',
    },
    {
      at: 'if (!isArray(variable.kind)) return;',
      becomes: ['false'],
      why: 'other variables are of no class that holds a copy: the test saves memory',
    },
    {
      at: 'this.definitions.push({ variable: atom, isFresh: false, around: [] });',
      becomes: ['["Stryker was here"]'],
      why: 'no array of this class is updated in place, so the place is not asked for',
    },
  ],
  'src/compile/optimise/updates/copies.ts': [
    {
      at: "const copy = statement.tag === 'build' ? copyOf(statement) : undefined;",
      becomes: ['true'],
      why: 'other statements are not marked as copies; the test is for the type checker',
    },
    {
      at: 'if (copies !== true || target === undefined) return undefined;',
      becomes: ['false'],
      of: ['target === undefined'],
      why: 'copies have a target; the test is for the type checker',
    },
    {
      at: "if (first?.tag !== 'operation' || first.operation !== 'equalInt' || second?.tag !== 'if' || more.length > 0) {",
      becomes: ['false'],
      of: ["first?.tag !== 'operation'"],
      why: 'other statements have no operation',
    },
    {
      at: 'const isTested = made !== undefined && sameAtom(condition, made) && sameAtoms(body.results, second.targets);',
      becomes: ['true'],
      of: ['made !== undefined'],
      why: 'operations have a target; the test is for the type checker',
    },
  ],
  'src/compile/optimise/factors.ts': [
    {
      at: 'if (this.reciprocals.size > size) this.forget(size);',
      becomes: ['true', 'this.reciprocals.size >= size'],
      why: 'none is forgotten if there are no more',
    },
    {
      at: "if (atom.tag === 'variable') this.uses.set(atom.id, (this.uses.get(atom.id) ?? 0) + 1);",
      becomes: ['true'],
      why: 'a constant would count for the variable 0, which is a parameter: how often it is used does not matter',
    },
    {
      at: 'if (target === undefined || factor === 1 || !isModest(factor)) return statement;',
      becomes: ['false'],
      of: ['target === undefined'],
      why: 'operations have a target; the test is for the type checker',
    },
    {
      at: 'const isSame = given.operation === operation && given.arguments.every((each, i) => each === atoms[i]);',
      becomes: ['true'],
      of: ['given.operation === operation'],
      why: 'another operation always has other arguments',
    },
    {
      at: 'const [outer, inner] = this.depthOf(a.atom) < this.depthOf(b.atom) ? [a.atom, b.atom] : [b.atom, a.atom];',
      becomes: ['this.depthOf(a.atom) <= this.depthOf(b.atom)'],
      why: 'at the same depth neither is used',
    },
    {
      at: "if (b.factor !== 1 || b.atom.tag === 'constant') return statement;",
      becomes: ['false'],
      of: ["b.atom.tag === 'constant'"],
      why: 'divisions by constants are not counted; the test is for the type checker',
    },
    {
      at: 'return a.factor === 1',
      becomes: ['false'],
      why: 'what it adds is not used',
    },
  ],
  'src/compile/optimise/counted.ts': [
    ...[
      [
        "if (first?.tag !== 'operation' || result === undefined || more.length > 0) return undefined;",
        'result === undefined',
      ],
      [
        'if (left === undefined || right === undefined || target === undefined) return undefined;',
        'left === undefined',
        'target === undefined',
      ],
      [
        'if (parameter === undefined || result === undefined) return undefined;',
        'parameter === undefined || result === undefined',
        'parameter === undefined',
        'result === undefined',
      ],
      [
        'if (left === undefined || right === undefined) return undefined;',
        'left === undefined || right === undefined',
        'left === undefined',
        'right === undefined',
      ],
      ['if (!isEmpty || list === undefined || first === undefined) return undefined;', 'first === undefined'],
    ].map(([at, ...of]) => ({
      at,
      becomes: ['false', ...of.slice(0, 1).map((each) => each.replace('||', '&&'))],
      of,
      why: 'it is there, or has no such operation; the test is for the type checker',
    })),
    ...[
      ['targets.some((each) => result !== undefined && sameAtom(each, result)),', 'result !== undefined'],
      ['tag.targets.every((each) => left !== undefined && sameAtom(each, left)) &&', 'left !== undefined'],
      [
        "statement.tag === 'operation' && statement.targets.some((each) => next !== undefined && sameAtom(each, next))",
        'next !== undefined',
        "statement.tag === 'operation'",
      ],
    ].map(([at, ...of]) => ({
      at,
      becomes: ['true'],
      of,
      why: 'there is one, and an operation makes it; the tests are for the type checker',
    })),
    ...[
      [
        "const isLess = operation === 'subtractInt' && sameAtom(left, parameter) && right.tag === 'constant';",
        "right.tag === 'constant'",
      ],
      [
        "const isSafe = bound.tag === 'constant' && Number.isSafeInteger(Number(bound.value) + end.step * end.more);",
        "bound.tag === 'constant'",
      ],
      ["right?.tag === 'constant' &&", "right?.tag === 'constant'"],
    ].map(([at, of]) => ({
      at,
      becomes: ['true'],
      of: [of],
      why: 'a variable has no value; the test is for the type checker',
    })),
    {
      at: "second.tag === 'operation' &&",
      becomes: ['true'],
      of: ["second.tag === 'operation'"],
      why: 'other statements have no operation; the test is for the type checker',
    },
    ...[
      [
        'second.arguments.every((each) => sameAtom(each, target)) &&',
        'second.arguments.some(each => sameAtom(each, target))',
      ],
      [
        'second.targets.every((each) => sameAtom(each, result));',
        'second.targets.some(each => sameAtom(each, result))',
      ],
      [
        "statement.tag === 'operation' && statement.targets.some((each) => next !== undefined && sameAtom(each, next))",
        'statement.targets.every(each => next !== undefined && sameAtom(each, next))',
      ],
      [
        'tag.targets.every((each) => left !== undefined && sameAtom(each, left)) &&',
        'tag.targets.some(each => left !== undefined && sameAtom(each, left))',
      ],
      [
        'comparison.targets.every((each) => loop.header.results.every((result) => sameAtom(each, result)));',
        'comparison.targets.some(each => loop.header.results.every(result => sameAtom(each, result)))',
        'loop.header.results.some(result => sameAtom(each, result))',
      ],
    ].map(([at, ...becomes]) => ({ at, becomes, why: 'there is one' })),
    {
      at: 'if (operation === undefined) return undefined;',
      becomes: ['false'],
      why: 'no loop ends where no operation holds',
    },
    {
      at: 'if (operation === undefined || first === undefined || parameterAt(loop, bound) >= 0) return undefined;',
      becomes: ['false', 'operation === undefined && first === undefined'],
      of: ['operation === undefined || first === undefined', 'operation === undefined', 'first === undefined'],
      why: 'no loop ends where no operation holds, and what is no parameter has no step',
    },
    {
      at: 'if (!isEmpty || list === undefined || first === undefined) return undefined;',
      becomes: ['false'],
      of: ['list === undefined'],
      why: 'what is no parameter has no first value',
    },
    ...[
      "end.step > 0 ? builder.operation('subtractInt', bound, first) : builder.operation('subtractInt', first, bound);",
      "const moved = end.step > 0 ? 'addInt' : 'subtractInt';",
    ].map((at) => ({ at, becomes: ['end.step >= 0'], why: 'a step is 1 or -1' })),
  ],
  'src/compile/optimise/bounds.ts': [
    ...[
      'return { low: value, high: value, below: [] };',
      'this.set(target, { low: 0, high: mostOf(statement.array.kind), below: [] });',
      'if (base === undefined || seen.has(base)) return [];',
      'below: Number.isSafeInteger(b.high + MOST_CELLS) ? below(b.high) : [],',
      'below: Number.isSafeInteger(b.low - MOST_CELLS) ? below(-b.low) : [],',
      'return { low: -a.high, high: -a.low, below: [] };',
      'below: a.low >= 0 ? below(0) : [],',
    ].map((at) => ({ at, becomes: ['["Stryker was here"]'], why: 'a text has no offset, and bounds nothing' })),
    ...[
      [
        "return (atom.tag === 'variable' ? this.sums.get(atom.id) : undefined) ?? polynomialOf(atom);",
        "atom.tag === 'variable'",
      ],
      [
        "if (statement.array.tag === 'variable') this.lengths.set(statement.array.id, { base: target.id, offset: 0 });",
        "statement.array.tag === 'variable'",
      ],
      ["if (small.tag === 'variable') {", "small.tag === 'variable'"],
      [
        "if (large.tag === 'variable') this.set(large, { ...b, low: Math.max(b.low, a.low + by) });",
        "large.tag === 'variable'",
      ],
      ["return atom?.tag === 'variable' ? atom.id : -1;", "atom?.tag === 'variable'"],
      [
        "const isShort = statement.operation === 'addInt' && left === variable && right?.tag === 'constant';",
        "right?.tag === 'constant'",
      ],
    ].map(([at, of]) => ({
      at,
      becomes: ['true'],
      of: [of],
      why: 'a constant has no number, and a variable no value; the test is for the type checker',
    })),
    {
      at: "if (count.tag === 'constant') return undefined;",
      becomes: ['false'],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (value?.tag !== 'variable' || constant?.tag !== 'constant') return;",
      becomes: ['false', "value?.tag !== 'variable' && constant?.tag !== 'constant'"],
      why: 'a constant has no number, and a variable no value; the tests are for the type checker',
    },
    ...[
      "const before = first.tag === 'if' ? this.comparisons.get(idOf(first.condition)) : undefined;",
      "const given = first.tag === 'if' && decided !== undefined ? { ...first, condition: boolConstant(decided) } : first;",
    ].map((at) => ({
      at,
      becomes: ['true'],
      of: ["first.tag === 'if'"],
      why: 'other statements have no condition; the test is for the type checker',
    })),
    {
      at: "if (given.tag !== 'if' || before === undefined) return this.block(inner);",
      becomes: ['false'],
      of: ["given.tag !== 'if'"],
      why: 'other statements have no condition; the test is for the type checker',
    },
    ...[
      ['if (target === undefined) return statement;', 'target === undefined'],
      [
        'if (first === undefined || second === undefined) return;',
        'first === undefined || second === undefined',
        'first === undefined',
        'second === undefined',
      ],
      [
        'return left === undefined || right === undefined ? undefined : this.compared(operation, left, right);',
        'left === undefined || right === undefined',
        'left === undefined',
        'right === undefined',
      ],
      ['left === undefined', 'left === undefined'],
      ['if (b.low < 1 || right === undefined) return undefined;', 'right === undefined'],
      [
        'if (small === undefined || large === undefined) return;',
        'small === undefined || large === undefined',
        'small === undefined',
        'large === undefined',
      ],
    ].map(([at, ...of]) => ({
      at,
      becomes: ['false', ...of.slice(0, 1).map((each) => each.replace('||', '&&'))],
      of,
      why: 'it is there, or no int is compared; the test is for the type checker',
    })),
    {
      at: 'if (target !== undefined) this.lengths.set(target.id, { base: undefined, offset: statement.items.length });',
      becomes: ['true'],
      why: 'there is a target; the test is for the type checker',
    },
    {
      at: "return typeof array.value === 'object' && array.value.count !== undefined",
      becomes: ['true', "typeof array.value === 'object' || array.value.count !== undefined"],
      why: 'a constant array has a number of items; the test is for the type checker',
    },
    {
      at: "return typeof kind === 'object' && kind.tag === 'array' ? MOST_ITEMS : MOST_CELLS;",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'what has a length is data; the test is for the type checker',
    },
    { at: '? []', becomes: ['["Stryker was here"]'], why: 'there is a first int; the test is for the type checker' },
    { at: "if (each.kind !== 'int') return;", becomes: ['false'], why: 'nobody asks for the range of another kind' },
    {
      at: "if (target?.kind !== 'int') return statement;",
      becomes: ['false'],
      why: 'no operation that gives another kind has a range',
    },
    {
      at: 'for (let i = 0; i < FARTHEST && forms.length > 0; i++) {',
      becomes: ['true', 'forms.length >= 0'],
      of: ['forms.length > 0'],
      why: 'without forms it goes on to do nothing',
    },
    {
      at: 'if (base === undefined || seen.has(base)) return [];',
      becomes: ['false', 'base === undefined && seen.has(base)'],
      of: ['base === undefined || seen.has(base)', 'base === undefined'],
      why: 'nothing is known of no variable, and bounds that are followed again take longer and tell nothing new',
    },
    { at: 'default:', becomes: ['default:'], why: 'the switch ends without a value' },
    {
      at: 'if (range === undefined) this.ranges.delete(id);',
      becomes: ['false'],
      why: 'a range that is undefined counts as unknown',
    },
  ],
  'src/compile/optimise/induction.ts': [
    ...[
      "if (atom.tag === 'constant') return atom;",
      "if (atom.tag === 'constant' || !isBound(atom)) return { value: polynomialOf(atom), change: [], cost: 0 };",
    ].map((at) => ({
      at,
      becomes: ['false'],
      of: ["atom.tag === 'constant'"],
      why: 'a constant has no number; the test is for the type checker',
    })),
    {
      at: "const isRead = atomsIn(user).some((atom) => atom.tag === 'variable' && atom.id === root.id);",
      becomes: ['true'],
      of: ["atom.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (statement.tag !== 'operation' || !statement.derivative || target?.kind !== 'int') continue;",
      becomes: ['false'],
      of: ["statement.tag !== 'operation'", "target?.kind !== 'int'"],
      why: 'only sums, products and quotients of ints change by what is known; the tests are for the type checker',
    },
    {
      at: "const change = right?.tag === 'constant' ? quotient(a.change, Number(right.value)) : undefined;",
      becomes: ['true'],
      why: 'a variable has no value; the test is for the type checker',
    },
    { at: 'default:', becomes: ['default:'], why: 'the switch ends without a value' },
    {
      at: 'if (root === undefined || progress === undefined || isShift(statement)) continue;',
      becomes: ['false'],
      of: ['root === undefined'],
      why: 'no target has no progress; the test is for the type checker',
    },
    {
      at: "if (statement.tag !== 'operation') return false;",
      becomes: ['false'],
      why: 'other statements have no operation; the test is for the type checker',
    },
    {
      at: "if (statement.tag !== 'operation') return false;",
      becomes: ['true'],
      of: ['false'],
      why: 'nobody asks of other statements; the test is for the type checker',
    },
  ],
  'src/compile/optimise/polynomials.ts': [
    { at: 'default:', becomes: ['default:'], why: 'the switch ends without a value' },
    {
      at: 'const isAdded = sum === undefined || times > 0;',
      becomes: ['times >= 0'],
      why: 'no factor is 0',
    },
    {
      at: "atom.tag === 'variable' && inside.has(atom.id) ? inside.get(atom.id) : outer(atom);",
      becomes: ['true'],
      of: ["atom.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/optimise/carried-lists.ts': [
    {
      at: 'const none: Block = { statements: [], results: [] };',
      becomes: ['["Stryker was here"]'],
      why: 'a counted loop has no header, so its results are not asked',
    },
  ],
  'src/compile/optimise/recursion-loops.ts': [
    {
      at: "const callsItself = contains(given.body, (each) => each.tag === 'call' && each.callee === id);",
      becomes: ['true', "each.tag === 'call' || each.callee === id"],
      why: 'without a call of itself a function has no way to one; the test saves time',
    },
    {
      at: 'if (ways === undefined || whole === undefined) return given;',
      becomes: ['false'],
      of: ['ways === undefined'],
      why: 'then there is no path; the test is for the type checker',
    },
    {
      at: 'each.targets.every((target) => usesIn(round, target) === 0);',
      becomes: ['each.targets.some(target => usesIn(round, target) === 0)'],
      why: 'an operation has one target',
    },
    {
      at: "each.tag === 'operation' &&",
      becomes: ['true'],
      of: ["each.tag === 'operation'"],
      why: 'steps are operations; the test is for the type checker',
    },
    {
      at: 'known.map(({ kind }) => kind),',
      becomes: ['() => undefined'],
      why: 'simplify leaves only the test of a branch that stops the run',
    },
  ],
  'src/compile/optimise/recursion-path.ts': [
    {
      at: 'if (operation === undefined) return uncertain;',
      becomes: ['false'],
      why: 'what is no comparison of ints is found to be none later; the test is for the type checker',
    },
    {
      at: 'const isLast = rest.length === 0 && endsIn(after, statement);',
      becomes: ['false'],
      of: ['rest.length === 0 && endsIn(after, statement)'],
      why: 'nothing follows, so nothing goes on in the arms; the test saves time',
    },
    {
      at: "if (each.tag === 'call' && each.callee === id) count++;",
      becomes: ['true'],
      of: ["each.tag === 'call'"],
      why: 'other statements have no callee; the test is for the type checker',
    },
    {
      at: 'if (lives === undefined || others === undefined) return missing();',
      becomes: ['false', 'lives === undefined && others === undefined'],
      why: 'there are two; the test is for the type checker',
    },
  ],
  'src/compile/optimise/places.ts': [
    ...[
      "return last?.tag === 'for' ? last : undefined;",
      'if (there === undefined || back === undefined) return undefined;',
    ].map((at) => ({
      at,
      becomes: ['true', 'false', 'there === undefined && back === undefined'],
      of: [
        "last?.tag === 'for'",
        'there === undefined || back === undefined',
        'there === undefined',
        'back === undefined',
      ],
      why: 'whoever asks knows that the slot has a loop; the tests are for the type checker',
    })),
    {
      at: 'return found !== undefined && found.slot > first && found.slot < last ? found.statement : undefined;',
      becomes: ['found.slot >= first'],
      why: 'what stands before a loop in its slot is put there again',
    },
    {
      at: 'return found !== undefined && found.slot > first && found.slot < last ? found.statement : undefined;',
      becomes: ['true', 'found.slot <= last'],
      of: ['found.slot < last'],
      why: 'a loop uses nothing that is bound after it',
    },
    {
      at: "if (atom.tag !== 'variable') continue;",
      becomes: ['false'],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/optimise/join.ts': [
    ...[
      "if (back.tag !== 'for' || back.pair === undefined) return;",
      "slots.at(slot).some((each) => each.tag === 'for' && each.pair === back.pair),",
      "return !readsChanging(statement) && (statement.array.tag === 'constant' || !shadows.has(statement.array.id));",
    ].map((at) => ({
      at,
      becomes: ['true', 'false'],
      of: ["back.tag !== 'for'", "each.tag === 'for'", "statement.array.tag === 'constant'"],
      why: 'the way back is a counted loop, and a constant has no number; the tests are for the type checker',
    })),
    {
      at: 'if (earlier.length === 0 || !addsUp(back)) return;',
      becomes: ['false'],
      of: ['earlier.length === 0'],
      why: 'without an earlier loop none is found',
    },
    {
      at: 'const there = first === undefined ? undefined : places.loopAt(first);',
      becomes: ['false'],
      why: 'no slot has no number; the test is for the type checker',
    },
    {
      at: 'if (first === undefined || there === undefined) return;',
      becomes: ['false', 'first === undefined && there === undefined'],
      of: ['first === undefined', 'there === undefined', 'first === undefined || there === undefined'],
      why: 'the slots that are found hold loops; the tests are for the type checker',
    },
    {
      at: 'for (let i = body.statements.length - 1; i >= 0; i--) {',
      becomes: ['body.statements.length + 1'],
      why: 'there is no statement after the last',
    },
    {
      at: 'if (statement === undefined || target === undefined || !sameAtom(sum, target)) continue;',
      becomes: ['false'],
      of: ['statement === undefined'],
      why: 'there is a statement; the test is for the type checker',
    },
    {
      at: "if (statement.tag !== 'operation' || statement.operation !== 'add') return false;",
      becomes: ['false'],
      of: ["statement.tag !== 'operation'"],
      why: 'other statements have no operation; the test is for the type checker',
    },
    {
      at: "if (made?.tag !== 'operation' || made.operation !== 'add') return false;",
      becomes: ['false'],
      of: ["made.operation !== 'add'"],
      why: 'what is found to be no sum here is found so later',
    },
    {
      at: 'const statements: readonly Statement[] = makesData({ statements: rounds, results: [] })',
      becomes: ['["Stryker was here"]'],
      why: 'results make no data',
    },
  ],
  'src/compile/optimise/whole.ts': [
    {
      at: "if (kept === undefined || first?.tag !== 'pop') return;",
      becomes: ['false'],
      of: ["first?.tag !== 'pop'"],
      why: 'if the other loop of the pair keeps values, this one begins by taking them',
    },
    {
      at: "return atom?.tag === 'variable' && this.whole.has(atom.id);",
      becomes: ['true'],
      of: ["atom?.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'return isWhole && given.absentIsZero === true ? { ...given, absentIsZero: false } : given;',
      becomes: ['true'],
      of: ['given.absentIsZero === true'],
      why: 'it is false where it is absent',
    },
  ],
  'src/compile/optimise/dead.ts': [
    {
      at: 'for (let at = statements.length - 1; at >= 0; at--) {',
      becomes: ['statements.length + 1'],
      why: 'there is no statement after the last',
    },
    {
      at: 'if (statement === undefined) continue;',
      becomes: ['false'],
      why: 'each place has a statement; the test is for the type checker',
    },
    {
      at: 'const known = parameters.map(() => false);',
      becomes: ['() => undefined'],
      why: 'only true is asked for',
    },
    {
      at: 'while (spread());',
      becomes: ['false'],
      why: 'the parameters are then found one after the other, with a round for each, which takes longer',
    },
    {
      at: "if (statement.tag !== 'operation') return this.part(statement);",
      becomes: ['true'],
      why: 'an operation without a live target has no part either, which takes longer to find',
    },
    {
      at: "...(statement.tag === 'for' ? { targets: chosen(statement.targets, stays) } : {}),",
      becomes: ['true'],
      why: 'those of other loops are chosen afterwards',
    },
    { at: 'default:', becomes: ['default:'], why: 'no value counts as false' },
    {
      at: "return count.tag === 'constant' && Number(count.value) >= 0;",
      becomes: ['true'],
      of: ["count.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
    {
      at: "if (inside.length === 0 && given.tag !== 'move') return given;",
      becomes: ['false'],
      why: 'all of its parts are chosen again',
    },
    {
      at: 'if (known === undefined) {',
      becomes: ['true'],
      why: 'the cached value would be made again',
    },
  ],
  'src/compile/optimise/fuse.ts': [
    {
      at: 'export function fuse(block: Block, numbers: Numbers, beside: readonly Atom[] = []): Block {',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no atom',
    },
    {
      at: "if (statement.tag !== 'build' || statement.targets.length !== 1) return;",
      becomes: ['false'],
      of: ["statement.tag !== 'build'"],
      why: 'what is in the slot is asked again',
    },
    ...['if (uses > 1 || (uses === 1 && place >= 0)) return [];', 'if (uses === 1) place = user;'].map((at) => ({
      at,
      becomes: ['true'],
      of: ['uses === 1'],
      why: 'what comes after an array has not changed yet: its users use it',
    })),
    {
      at: 'slots.uses(place, [build]);',
      becomes: ['[]'],
      why: 'what the loop uses was made before it, and nobody asks for its users again',
    },
    {
      at: "if (build?.tag === 'build') tests.push(...withoutArray(slots, slot, build, results, numbers));",
      becomes: ['true'],
      why: 'a slot that made an array still does; the test is for the type checker',
    },
    {
      at: 'if (array === undefined || results.some((result) => sameAtom(result, array))) return [];',
      becomes: ['false'],
      of: ['array === undefined'],
      why: 'there is one target; the test is for the type checker',
    },
    {
      at: 'if (uses > 1 || (uses === 1 && place >= 0)) return [];',
      becomes: ['place > 0'],
      why: 'the first statement makes the array or comes before it',
    },
    {
      at: "if (count.tag === 'constant' && Number(count.value) >= 0 && Number(count.value) <= MOST_ITEMS) return [];",
      becomes: ['true'],
      of: ["count.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
    {
      at: "slots ??= new Slots(statements, ({ kind }) => typeof kind === 'object');",
      becomes: ['true'],
      why: 'nobody asks who uses a number',
    },
  ],
  'src/compile/optimise/simplify.ts': [
    {
      at: 'return sum === statement ? undefined : this.known.get(hashOf(sum), sum);',
      becomes: ['false'],
      of: ['sum === statement'],
      why: 'the sum itself has been looked for before',
    },
    {
      at: 'private readonly before: (readonly [number, Atom | undefined])[] = [];',
      becomes: ['["Stryker was here"]'],
      why: 'a block only takes what was added inside it',
    },
    {
      at: "const changes = (atom: Atom): boolean => atom.tag === 'variable' && this.shadows.has(atom.id);",
      becomes: ['true'],
      of: ["each.tag === 'variable'", "atom.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "return count.tag === 'constant' && count.value === 0;",
      becomes: ['true'],
      of: ["count.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
    {
      at: 'private readonly flat: Change = { atom: this.atom, bind: (variable) => variable, block: (inner) => inner };',
      becomes: ['() => undefined'],
      of: ['(inner) => inner'],
      why: 'it is for statements without blocks',
    },
    {
      at: 'const statement = innerBlocks(given).length === 0 ? rebuilt(given, this.flat) : this.withBlocks(given);',
      becomes: ['false'],
      why: 'without blocks both do the same',
    },
    {
      at: "if (given.tag !== 'while') return known.inside(() => rebuilt(given, this.nested));",
      becomes: ['false'],
      why: 'no other statement has a header; the test is for the type checker',
    },
    {
      at: "const goes = left?.tag === 'variable' && (right?.tag !== 'variable' || left.id > right.id);",
      becomes: ['true'],
      of: ["left?.tag === 'variable'"],
      why: 'a constant has no number, and of two constants neither goes; the test is for the type checker',
    },
    {
      at: "const goes = left?.tag === 'variable' && (right?.tag !== 'variable' || left.id > right.id);",
      becomes: ['left.id >= right.id'],
      why: 'a variable that equals itself stands for itself',
    },
    { at: 'default:', becomes: ['default:'], why: 'the switch ends without a value, or with one that is false' },
    ...[
      'if (result === undefined || first === undefined) return true;',
      'if (first === undefined || second === undefined || !sameAtom(first, second)) return true;',
    ].map((at) => ({
      at,
      becomes: ['false', 'result === undefined && first === undefined', 'first === undefined && second === undefined'],
      of: [
        'true',
        'result === undefined',
        'first === undefined',
        'second === undefined',
        'result === undefined || first === undefined',
        'first === undefined || second === undefined',
      ],
      why: 'there are as many results as parameters or targets; the tests are for the type checker',
    })),
    {
      at: "return statement.tag === 'item' && !statement.checked ? 1 : 0;",
      becomes: ['true'],
      of: ["statement.tag === 'item'"],
      why: 'of two other statements that compute the same, neither lacks a test',
    },
  ],
  'src/compile/optimise/known-data.ts': [
    {
      at: "else if (statement.tag === 'field') this.fields.set(id, statement);",
      becomes: ['true'],
      of: ["statement.tag === 'field'"],
      why: 'what has no index is no field of data',
    },
    {
      at: "const known = fields.map((field) => (field.tag === 'variable' ? this.fields.get(field.id) : undefined));",
      becomes: ['true'],
      of: ["field.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (typeof value !== 'object' || at < 0 || at >= (value.count ?? 0)) return undefined;",
      becomes: ['false'],
      of: ["typeof value !== 'object'"],
      why: 'a number has no items; the test is for the type checker',
    },
    { at: 'default:', becomes: ['default:'], why: 'the switch ends without a value' },
  ],
  'src/compile/optimise/arithmetic.ts': [
    {
      at: "if (applied.tag === 'problem' || row.result === 'string' || typeof applied.value === 'string') return undefined;",
      becomes: ['false'],
      of: ["row.result === 'string'", "typeof applied.value === 'string'"],
      why: 'no operation of the representation gives a string; the tests are for the type checker',
    },
    {
      at: 'if (first === undefined || second === undefined) return undefined;',
      becomes: ['false', 'first === undefined && second === undefined'],
      why: 'operations with one argument have no case; the tests are for the type checker',
    },
    {
      at: "for (let i = 0; i < given.length; i++) if (given[i]?.tag === 'variable') return undefined;",
      becomes: ['false', 'i <= given.length', 'i >= given.length'],
      why: 'what follows says the same, which takes longer',
    },
    {
      at: "if (each.tag !== 'constant' || typeof each.value === 'object') return undefined;",
      becomes: ['false'],
      of: ["each.tag !== 'constant'"],
      why: 'there is no variable any more; the test is for the type checker',
    },
    {
      at: "if (first.tag === 'variable' && second.tag === 'variable' && first.id !== second.id) return undefined;",
      becomes: ['false'],
      of: ["first.tag === 'variable' && second.tag === 'variable' && first.id !== second.id"],
      why: 'what follows says the same, which takes longer',
    },
    { at: 'default:', becomes: ['default:'], why: 'it ends without a value' },
  ],
  'src/compile/optimise/fresh.ts': [
    {
      at: 'for (const id of unused.size === 0 ? [] : usedIn(given)) {',
      becomes: ['false', '["Stryker was here"]'],
      of: ['unused.size === 0', '[]'],
      why: 'where no shadow is unused, none is found, which takes longer; a text is no number of a variable',
    },
    {
      at: 'const polynomial = polynomialsIn(loop, [], (atom) => this.polynomial(atom));',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no variable',
    },
    {
      at: "if (target.kind !== 'int') return;",
      becomes: ['false'],
      why: 'only operations on ints are combined, which takes longer',
    },
    ...[
      'if (found === undefined || target === undefined) continue;',
      'if (target !== undefined) unused.set(target.id, { at: made.length, shadow: statement });',
      'if (target === undefined) return;',
      'if (made !== undefined) this.ints.set(target.id, made);',
      'if (count !== undefined) for (const { id } of statement.targets) this.lengths.set(id, count);',
      'if (first === undefined || first < 0 || first > MOST_SINGLE) return undefined;',
    ].map((at) => ({
      at,
      becomes: ['true', 'false', 'found === undefined && target === undefined'],
      of: [
        'found === undefined || target === undefined',
        'found === undefined',
        'target === undefined',
        'target !== undefined',
        'made !== undefined',
        'count !== undefined',
        'first === undefined',
      ],
      why: 'what is undefined is the same as what is not there; the tests are for the type checker',
    })),
    ...[
      "if (known === undefined || statement.array.tag !== 'variable') return;",
      'if (additions === undefined || length === undefined || count === undefined) return undefined;',
      'return at === undefined || index === undefined ? undefined : constantOf(plus(at, index, -1));',
    ].map((at) => ({
      at,
      becomes: ['false', "known === undefined && statement.array.tag !== 'variable'"],
      of: [
        "known === undefined || statement.array.tag !== 'variable'",
        'known === undefined',
        "statement.array.tag !== 'variable'",
        'count === undefined',
        'index === undefined',
      ],
      why: 'a variable and a constant are polynomials, and nobody asks for the length of a constant by its number',
    })),
    ...[
      "return (atom.tag === 'variable' ? this.ints.get(atom.id) : undefined) ?? polynomialOf(atom);",
      "return array.tag === 'variable' ? this.lengths.get(array.id) : undefined;",
      "if (statement.tag !== 'accumulate' || !own.has(statement)) return [statement];",
      "const at = place.tag === 'item' ? polynomial(place.index) : undefined;",
      "statement.tag === 'accumulate' && statement.shadow.tag === 'variable' && statement.shadow.id === shadow.id,",
      "const parts = new Set(additions.map(({ place }) => place.tag === 'item' && place.part));",
      "for (const atom of atoms) if (atom.tag === 'variable') used.add(atom.id);",
    ].map((at) => ({
      at,
      becomes: ['true', 'false'],
      of: [
        "atom.tag === 'variable'",
        "array.tag === 'variable'",
        "statement.tag !== 'accumulate'",
        "place.tag === 'item'",
        "statement.shadow.tag === 'variable'",
      ],
      why: 'a constant has no number, and an array has items; the tests are for the type checker',
    })),
  ],
  'src/compile/optimise/tabulate.ts': [
    ...[
      'if (!outside.atom(loop.count) || !isDear(fixedIn(loop, outside, []))) return { same: [], rest: loop };',
      'const tables = withTable(others, fixedIn(others, outside, []), numbers);',
      'const plain = new Set(fixedIn(loop, outside, []));',
    ].map((at) => ({ at, becomes: ['["Stryker was here"]'], of: ['[]'], why: 'a text is no parameter' })),
    {
      at: "return !used.has(id) && result?.tag === 'variable' && known.has(result.id);",
      becomes: ['true'],
      of: ["result?.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/optimise/halves.ts': [
    ...[
      'const open: Call[] = [];',
      'const pairs: (readonly [Call, Call])[] = [];',
      'private kept: readonly Atom[] = [];',
    ].map((at) => ({ at, becomes: ['["Stryker was here"]'], why: 'a text is no call, and what is kept is set first' })),
    {
      at: "statement.tag === 'operation'",
      becomes: ['false'],
      why: 'an operation has no blocks; without the test it takes longer',
    },
    {
      at: "if (statement.tag !== 'call') continue;",
      becomes: ['false'],
      why: 'only a call has a callee; the test is for the type checker',
    },
  ],
  'src/compile/optimise/shared-calls.ts': [
    {
      at: 'if (all.length < 2) return given;',
      becomes: ['false'],
      why: 'of fewer calls no two are the same, which takes longer',
    },
  ],
  'src/compile/optimise/merge.ts': [
    {
      at: 'if (arrays.length === 0 || (shadows !== undefined && !onlyComputes(loop, shadows))) return;',
      becomes: ['false'],
      of: ['arrays.length === 0'],
      why: 'no loop reads the same arrays, which takes longer',
    },
    ...[
      'if (earlier !== undefined) {',
      'if (earlier === undefined || later === undefined) return undefined;',
      "if (each.tag === 'accumulate' && each.shadow.tag === 'variable') added.push(each.shadow.id);",
      "return atom.tag === 'variable' && variables.has(atom.id);",
      "(statement.mark.tag === 'constant' || places.boundBetween(statement.mark.id, first, last) === undefined);",
    ].map((at) => ({
      at,
      becomes: ['true', 'false', 'earlier === undefined && later === undefined'],
      of: [
        'earlier !== undefined',
        'earlier === undefined || later === undefined',
        'earlier === undefined',
        'later === undefined',
        "each.shadow.tag === 'variable'",
        "atom.tag === 'variable'",
        "statement.mark.tag === 'constant'",
      ],
      why: 'both slots have a loop, and a constant has no number; the tests are for the type checker',
    })),
    {
      at: 'for (let slot = first + 1; slot < last; slot++) if (places.slots.at(slot).some(frees)) return true;',
      becomes: ['slot <= last'],
      why: 'the last slot has only the loop',
    },
  ],
  'src/compile/optimise/branches.ts': [
    {
      at: 'return gone.size === 0 ? block : { statements: statements.filter((each) => !gone.has(each)), results };',
      becomes: ['false'],
      why: 'the same statements in another block',
    },
    {
      at: 'if (mark === undefined || makesData({ statements: statements.slice(first, last), results: [] })) return;',
      becomes: ['["Stryker was here"]'],
      why: 'nobody asks for these results',
    },
    ...[
      ["!block.statements.some(({ tag }) => tag === 'if')", "tag === 'if'"],
      ["!block.statements.some(({ tag }) => tag === 'pop')", "tag === 'pop'"],
      ["!statements.some(({ tag }) => tag === 'release')", "tag === 'release'"],
    ].map((of) => ({
      at: `if (${of[0]}) return block;`,
      becomes: ['true', 'false', String(of[1]).replace('===', '!==')],
      of,
      why: 'what follows finds none, which takes longer',
    })),
    {
      at: 'const [first = -1, second = -1] = sum.arguments.map((each) =>',
      becomes: ['+1'],
      why: 'a sum has two arguments; the numbers are for the type checker',
    },
    {
      at: 'for (let first = 0; first < statements.length; first++) {',
      becomes: ['first <= statements.length'],
      why: 'after the last statement there is no branch',
    },
    ...[
      "const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);",
      "if (needed.some((each) => atomsIn(each).some((atom) => atom.tag === 'variable' && known.has(atom.id))))",
      "for (const atom of atomsIn(statement)) if (atom.tag === 'variable') used.add(atom.id);",
      "data.tag === 'variable' && shadows.has(data.id) && statement.targets.some(({ kind }) => kind === 'real');",
      "taken.set(id, value.tag === 'variable' ? (taken.get(value.id) ?? value) : value);",
    ].map((at) => ({
      at,
      becomes: ['true'],
      of: ["each.tag === 'variable'", "atom.tag === 'variable'", "data.tag === 'variable'", "value.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    })),
    {
      at: "if (sum.tag !== 'operation' || sum.operation !== 'add' || !sum.derivative) continue;",
      becomes: ['false'],
      of: ["sum.tag !== 'operation'"],
      why: 'only an operation has a name; the test is for the type checker',
    },
    {
      at: "if (one?.tag === 'constant' && one.value === 0) return other;",
      becomes: ['true'],
      of: ["one?.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
    {
      at: 'first: first + needed.length,',
      becomes: ['first - needed.length'],
      why: 'from an earlier statement on, the same branches are found',
    },
    {
      at: 'for (let at = statements.length - 1; at >= 0; at--) {',
      becomes: ['statements.length + 1'],
      why: 'after the last statement there is none',
    },
    { at: "case 'length':", becomes: ["case 'length':"], why: 'it goes on with what follows, and is not finite' },
    { at: 'default:', becomes: ['default:'], why: 'it ends without a value, which is false' },
    {
      at: "if (statement.tag === 'operation') return false;",
      becomes: ['false'],
      why: 'what follows says the same, which takes longer',
    },
  ],
  'src/compile/optimise/tail-calls.ts': [
    {
      at: "if (tail?.tag !== 'if' || endOf(body, isOwn) !== 'some') return given;",
      becomes: ['false'],
      of: ["tail?.tag !== 'if'"],
      why: 'some ends of a block are calls only if it ends in a branch; the test is for the type checker',
    },
  ],
  'src/compile/optimise/inline.ts': [
    ...["if (statement.tag === 'call' && statement.callee !== id)", "if (statement.tag === 'call') {"].map((at) => ({
      at,
      becomes: ['true'],
      of: ["statement.tag === 'call'"],
      why: 'other statements have no callee; the test is for the type checker',
    })),
    {
      at: "const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/optimise/neighbours.ts': [
    {
      at: "if (statement.tag !== 'accumulate' || statement.present !== true || statement.place.tag !== 'item') continue;",
      becomes: ['false'],
      of: ["statement.tag !== 'accumulate'", "statement.place.tag !== 'item'"],
      why: 'only additions can be present, and the index of a field is no polynomial; the tests are for the type checker',
    },
    {
      at: "if (shadow.tag !== 'variable' || isOwn(shadow)) continue;",
      becomes: ['false'],
      of: ["shadow.tag !== 'variable'"],
      why: 'a shadow that is there is no constant; the test is for the type checker',
    },
    {
      at: 'const after = new Builder(numbers, last.origin, true);',
      becomes: ['false'],
      why: 'no comparison is tested',
    },
  ],
  'src/compile/optimise/preaccumulate.ts': [
    {
      at: "if (name?.tag === 'variable' && inside.has(name.id) && !own.has(name.id)) own.set(name.id, variable);",
      becomes: ['true'],
      of: ["name?.tag === 'variable'"],
      why: 'what is moved or kept has a name, and a constant no number; the test is for the type checker',
    },
    {
      at: 'const made = [...way, ...copyBlock({ statements: moved, results: [] }, numbers, names).statements];',
      becomes: ['["Stryker was here"]'],
      why: 'the results are not asked for',
    },
    ...[
      "const own = there.tag === 'build' ? [] : there.parameters;",
      "const use: Statement = { tag: 'push', values: rest.results, targets: [], origin: pop.origin };",
    ].map((at) => ({ at, becomes: ['["Stryker was here"]'], why: 'a text has no number' })),
    ...[
      "return atom.tag === 'variable' && shadows.has(atom.id);",
      "const atom = (each: Atom): Atom => (each.tag === 'variable' ? (names.get(each.id) ?? each) : each);",
    ].map((at) => ({
      at,
      becomes: ['true'],
      of: ["atom.tag === 'variable'", "each.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    })),
    {
      at: "atom.tag === 'constant' || known.has(atom.id) || !(late.has(atom.id) || isLate(atom.id));",
      becomes: ['false'],
      of: ["atom.tag === 'constant'"],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/optimise/pairs.ts': [
    {
      at: 'return place >= first && place < last;',
      becomes: ['true', 'place <= last'],
      of: ['place < last'],
      why: 'a loop uses nothing that is bound after it',
    },
    {
      at: "if ((each.tag !== 'for' && each.tag !== 'build' && each.tag !== 'while') || each.pair === undefined) return;",
      becomes: ['false'],
      of: ["each.tag !== 'for' && each.tag !== 'build' && each.tag !== 'while'"],
      why: 'other statements have no pair; the test is for the type checker',
    },
    {
      at: 'if (first === undefined || last === undefined || more.length > 0) continue;',
      becomes: ['false', 'first === undefined && last === undefined'],
      of: ['first === undefined', 'last === undefined', 'first === undefined || last === undefined'],
      why: 'no slot has no number; the tests are for the type checker',
    },
    {
      at: "if (there?.tag !== 'for' && there?.tag !== 'build' && there?.tag !== 'while') continue;",
      becomes: ['false'],
      why: 'other statements are in no slot; the test is for the type checker',
    },
  ],
  'src/compile/optimise/real-counters.ts': [
    {
      at: 'if (operation === undefined || counter === undefined || next === undefined || !isWhole(first)) return undefined;',
      becomes: ['false'],
      of: ['counter === undefined', 'next === undefined'],
      why: 'without a counter, what it begins with is no whole number either; the tests are for the type checker',
    },
    {
      at: 'const isCounter = (atom: Atom | undefined): boolean => atom !== undefined && sameAtom(atom, counter);',
      becomes: ['true'],
      of: ['atom !== undefined'],
      why: 'sums and differences have two sides; the test is for the type checker',
    },
    {
      at: "if (atom?.tag !== 'constant') return false;",
      becomes: ['false'],
      of: ["atom?.tag !== 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    },
  ],
  'src/compile/optimise/known.ts': [
    ...[
      ['this.found = new Array<Statement>(room);', 'new Array()'],
      ['this.hashes = new Array<number>(room);', 'new Array()'],
      ['this.before = new Array<number>(room);', 'new Array()'],
    ].map(([at, becomes]) => ({ at, becomes: [becomes], why: 'a list without room grows' })),
    {
      at: 'return statement.arguments.reduce(mixed, 7 + 1024 * statement.callee);',
      becomes: ['7 - 1024 * statement.callee'],
      why: 'other functions still have other numbers',
    },
    {
      at: 'return statement.lists.reduce((hash, { ahead }) => hash + ahead, atomsIn(statement).reduce(mixed, 8));',
      becomes: ['hash - ahead'],
      why: 'other steps still have other numbers',
    },
    ...[
      "return holds === undefined ? [] : this.argumentsOf('equalInt', holds);",
      "return statement?.tag === 'operation' && statement.operation === operation ? statement.arguments : [];",
    ].map((at) => ({ at, becomes: ['["Stryker was here"]'], why: 'a text is no atom' })),
    {
      at: "return holds?.tag === 'variable' ? holds : undefined;",
      becomes: ['true'],
      why: 'what negates a constant is computed before the run; the test is for the type checker',
    },
    {
      at: "const statement = bool.tag === 'variable' ? this.definition(bool.id) : undefined;",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'return right !== undefined && sameAtom(left, right);',
      becomes: ['true'],
      of: ['right !== undefined'],
      why: 'two operations, or calls of one function, have as many arguments; the test is for the type checker',
    },
    { at: "case 'tag':", becomes: ["case 'tag':"], why: 'it has another hash' },
    ...[
      ["right.tag === 'operation' &&", "right.tag === 'operation'"],
      ["right.tag === 'field' &&", "right.tag === 'field'"],
      [
        "return right.tag === 'item' && isSame(left.array, right.array) && isSame(left.index, right.index);",
        "right.tag === 'item'",
      ],
      ["right.tag === 'call' &&", "right.tag === 'call'"],
      ["right.tag === 'if' &&", "right.tag === 'if'"],
    ].map(([at, of]) => ({
      at,
      becomes: ['true'],
      of: [of],
      why: 'no other statement has these parts; the test is for the type checker',
    })),
    {
      at: 'if (this.hashes[at] === hash && found !== undefined && computesSame(found, statement)) return found;',
      becomes: ['true'],
      of: ['found !== undefined'],
      why: 'there are as many statements as hashes; the test is for the type checker',
    },
    {
      at: 'return Math.imul(name.charCodeAt(0) + 31 * name.charCodeAt(name.length - 1) + 1024 * name.length, 0x9e3779b1);',
      becomes: [
        'name.charCodeAt(0) + 31 * name.charCodeAt(name.length - 1) - 1024 * name.length',
        'name.charCodeAt(0) - 31 * name.charCodeAt(name.length - 1)',
        '31 / name.charCodeAt(name.length - 1)',
        '1024 / name.length',
      ],
      why: 'two names may have the same number, which takes longer',
    },
    {
      at: "if (statement.targets[0]?.kind !== 'bool') return undefined;",
      becomes: ['false'],
      why: 'other operations have no opposite, which would be looked up',
    },
  ],
  'src/compile/optimise/slots.ts': [
    {
      at: 'return this.changed.get(slot) ?? (first === undefined ? [] : [first]);',
      becomes: ['false'],
      why: 'a slot that is asked for is there; the test is for the type checker',
    },
    {
      at: 'for (; slot < this.statements.length; slot++) this.eachUse(this.at(slot), see);',
      becomes: ['slot <= this.statements.length'],
      why: 'there is no slot after the last',
    },
    {
      at: "if (statement.tag === 'operation') continue;",
      becomes: ['false'],
      why: 'an operation has no blocks inside',
    },
  ],
  'src/compile/optimise/unroll.ts': [
    {
      at: "if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) sum += sizeOf(inner.block);",
      becomes: ['true'],
      why: 'an operation has no blocks inside',
    },
    {
      at: "if (statement.tag === 'operation') continue;",
      becomes: ['false'],
      why: 'an operation has no blocks inside',
    },
    {
      at: "return count.tag === 'constant' ? Number(count.value) : Infinity;",
      becomes: ['true'],
      why: 'a variable has no value; the test is for the type checker',
    },
  ],
  'src/compile/optimise/scalars.ts': [
    {
      at: "return typeof array.value === 'object' ? array.value.count : undefined;",
      becomes: ['true'],
      why: 'a constant array is an object; the test is for the type checker',
    },
    {
      at: "return made?.tag === 'operation' && made.operation === operation ? made.arguments : [];",
      becomes: ['["Stryker was here"]'],
      why: 'a text is no atom',
    },
    {
      at: "if (loop.tag === 'while' || isKnown) return read(before);",
      becomes: ['false'],
      of: ["loop.tag === 'while'"],
      why: 'before such a loop the length is known; the test is for the type checker',
    },
  ],
  'src/compile/optimise/hoist.ts': [
    ...[
      "if (loop.count.tag === 'constant' && Number(loop.count.value) <= 0) return loop;",
      "if (distance.tag === 'constant' && distance.value === 0) fail(before, (each) => isLonger(each, count));",
      "return distance.tag === 'constant' && Number(distance.value) < 0 ? undefined : distance;",
    ].map((at) => ({
      at,
      becomes: ['true'],
      of: ["loop.count.tag === 'constant'", "distance.tag === 'constant'"],
      why: 'a variable has no value; the test is for the type checker',
    })),
    {
      at: "const isOutside = (atom: Atom): boolean => atom.tag === 'constant' || !inside.has(atom.id);",
      becomes: ['false'],
      of: ["atom.tag === 'constant'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'const before = new Builder(numbers, loop.origin, true);',
      becomes: ['false'],
      why: 'no comparison is tested',
    },
    {
      at: "const atom = (each: Atom): Atom => (each.tag === 'variable' ? (names.get(each.id) ?? each) : each);",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
    { at: 'default:', becomes: ['default:'], why: 'no value counts as false' },
    {
      at: "return data.tag === 'variable' && shadows?.has(data.id) === true && targets.some(({ kind }) => kind === 'real');",
      becomes: ['true'],
      of: ["data.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (statement.tag !== 'item' || !statement.checked || !isOutside(statement.array)) return statement;",
      becomes: ['false'],
      of: ["statement.tag !== 'item'"],
      why: 'only items are checked; the test is for the type checker',
    },
  ],
  'src/compile/optimise/lists.ts': [
    {
      at: 'export function listsToArrays(block: Block, numbers: Numbers, kinds: Kinds, beside: readonly Atom[] = []): Block {',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no variable',
    },
    {
      at: "if (statement.tag !== 'for' || cellOf(statement, kinds) === undefined) return;",
      becomes: ['false'],
      of: [
        "statement.tag !== 'for' || cellOf(statement, kinds) === undefined",
        'cellOf(statement, kinds) === undefined',
      ],
      why: 'what makes no list is left below, which takes longer to find',
    },
    {
      at: "return atom.tag === 'constant' && typeof atom.value === 'object' && atom.value.constructor_ === 0;",
      becomes: ['true', "atom.tag === 'constant' || typeof atom.value === 'object'"],
      of: [
        "atom.tag === 'constant' && typeof atom.value === 'object'",
        "atom.tag === 'constant'",
        "typeof atom.value === 'object'",
      ],
      why: 'nothing else has a constructor; the tests are for the type checker',
    },
    {
      at: "const cell = loop?.tag === 'for' ? cellOf(loop, kinds) : undefined;",
      becomes: ['true'],
      why: 'a loop stays one; the test is for the type checker',
    },
    {
      at: "if (loop?.tag === 'for' && cell !== undefined) asArray({ slots, slot, loop, cell }, results, numbers, kinds);",
      becomes: ['true', "loop?.tag === 'for' || cell !== undefined"],
      why: 'a loop that makes a list still does; the test is for the type checker',
    },
    {
      at: "if (!isEmpty(first) || made?.tag !== 'construct' || made.constructor_ !== 1) return undefined;",
      becomes: ['false'],
      of: ['made.constructor_ !== 1'],
      why: 'an empty list has no rest',
    },
    {
      at: 'if (rest === undefined || !sameAtom(rest, list) || usesIn(body, list) !== 1 || usesIn(body, result) !== 1) {',
      becomes: ['false'],
      of: ['rest === undefined'],
      why: 'a cell has a rest; the test is for the type checker',
    },
    {
      at: 'for (let i = 0; i < found.length; i++) {',
      becomes: ['i <= found.length'],
      why: 'there is no statement after the last slot',
    },
    {
      at: 'const later = slots.usersOf(target.id).filter((slot) => !found.includes(slot));',
      becomes: ['slots.usersOf(target.id)'],
      why: 'a slot that is found twice changes once',
    },
  ],
  'src/compile/optimise/list-reading.ts': [
    ...[
      ["return this.isRest(atom) || (atom.tag === 'variable' && this.spines.has(atom.id));", "atom.tag === 'variable'"],
      ["return atom.tag === 'variable' && this.rests.has(atom.id);", "atom.tag === 'variable'"],
      [
        "const asks = operation === 'equalInt' && left?.tag === 'variable' && this.tags.has(left.id);",
        "left?.tag === 'variable'",
      ],
      [
        "return (atom.tag === 'variable' ? this.places.get(atom.id) : undefined) ?? missing();",
        "atom.tag === 'variable'",
      ],
      ["const end = atom.tag === 'variable' ? this.ends.get(atom.id) : undefined;", "atom.tag === 'variable'"],
    ].map(([at, of]) => ({
      at,
      becomes: ['true'],
      of: [of],
      why: 'a constant has no number; the test is for the type checker',
    })),
  ],
  'src/compile/optimise/lengths.ts': [
    {
      at: "const read: Length = { tag: 'length', array, targets: [], origin: NOWHERE };",
      becomes: ['["Stryker was here"]'],
      why: 'what a statement computes does not depend on its targets',
    },
    ...[
      [
        "const found = array.tag === 'variable' ? this.counts.get(array.id) : undefined;",
        'true',
        "array.tag === 'variable'",
      ],
      [
        "if (atom.tag === 'constant' || !this.statements.has(atom.id)) return this.lengths.of(atom);",
        'false',
        "atom.tag === 'constant'",
      ],
    ].map(([at, becomes, of]) => ({
      at,
      becomes: [becomes],
      of: [of],
      why: 'a constant has no number; the test is for the type checker',
    })),
    {
      at: 'if (kept.size === 0) return;',
      becomes: ['false'],
      why: 'of no arrays nothing is found, which takes longer',
    },
    {
      at: 'if (next === undefined || count === undefined || !sameAtom(next, count)) kept.delete(id);',
      becomes: ['false'],
      of: ['count === undefined'],
      why: 'without a number before there is none after; the test is for the type checker',
    },
    {
      at: 'if (count === undefined) return;',
      becomes: ['false'],
      why: 'of an array without a number nothing is recorded either way',
    },
    { at: 'default:', becomes: ['default:'], why: 'it ends without a value' },
    {
      at: "if (typeof kind === 'object') kept.set(id, this.of(atomAt(initial, i)));",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'nobody asks for the length of a real, and an int that stays the same is no parameter afterwards',
    },
  ],
  'src/compile/optimise/walks.ts': [
    {
      at: "if (!contains(body, ({ tag }) => tag === 'spine')) return body;",
      becomes: ['true', 'false', "tag !== 'spine'"],
      of: ["!contains(body, ({ tag }) => tag === 'spine')", "tag === 'spine'"],
      why: 'without a spine nothing is found, which takes longer',
    },
    {
      at: "if (statement.tag === 'item' && !statement.checked && statement.index === index) items.push(statement);",
      becomes: ['true'],
      of: ["statement.tag === 'item'"],
      why: 'what else has an index reads no cell of a list, so that none is followed',
    },
    {
      at: "const fields = typeof list === 'object' && list.tag === 'variant' ? list.constructors[1]?.fields : undefined;",
      becomes: ['true', "typeof list === 'object' || list.tag === 'variant'"],
      why: 'a cell is a variant; the tests are for the type checker',
    },
  ],
  'src/compile/optimise/unboxed.ts': [
    {
      at: "given.tag === 'operation' ? given : this.statement(given),",
      becomes: ['false'],
      why: 'an operation stays as it is, which takes longer to find',
    },
    {
      at: 'return whole.size === 0 ? body : new Unboxer(whole, flow.made, numbers).block(body);',
      becomes: ['false'],
      why: 'where nothing is split, nothing changes, which takes longer',
    },
    {
      at: 'private readonly edges: (readonly [from: Atom, to: Variable])[] = [];',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no pair of variables',
    },
    ...[
      ["if (from.tag === 'variable') whole.delete(from.id);", 'true', "from.tag === 'variable'"],
      [
        "for (const atom of atoms) if (atom.tag === 'variable') this.escaped.add(atom.id);",
        'true',
        "atom.tag === 'variable'",
      ],
      [
        "if (atom.tag === 'constant' || !this.whole.has(atom.id)) return undefined;",
        'false',
        "atom.tag === 'constant'",
      ],
    ].map(([at, becomes, of]) => ({
      at,
      becomes: [becomes],
      of: [of],
      why: 'a constant has no number; the test is for the type checker',
    })),
    {
      at: "return typeof kind === 'object' && kind.tag === 'variant';",
      becomes: ['true', "typeof kind === 'object' || kind.tag === 'variant'"],
      of: ["typeof kind === 'object' && kind.tag === 'variant'", "typeof kind === 'object'"],
      why: 'a number has no tag; the test is for the type checker',
    },
  ],
  'src/compile/optimise/shapes.ts': [
    ...[
      "return typeof array.value === 'object' ? shapeOf(array.value) : undefined;",
      "all.push(typeof value === 'object' ? shapeOf(value) : undefined);",
    ].map((at) => ({ at, becomes: ['true'], why: 'a number has no items; the test is for the type checker' })),
    {
      at: 'if (part !== undefined) this.known.set(id, part);',
      becomes: ['true'],
      why: 'no shape is known either way',
    },
    { at: 'if (shape === undefined) {', becomes: ['true'], why: 'the cached shape would be made again' },
    {
      at: 'const width = count === 0 ? 0 : parts.length / count;',
      becomes: ['false'],
      of: ['count === 0'],
      why: 'an array of NaN items has none',
    },
    {
      at: "return typeof constant?.value === 'object' && constant.value.count !== undefined;",
      becomes: ['true', "typeof constant?.value === 'object' || constant.value.count !== undefined"],
      why: 'constants that are no arrays have no shape in common, which takes longer to find',
    },
    {
      at: 'if (found === undefined || other === undefined) return undefined;',
      becomes: ['false'],
      of: ['found === undefined'],
      why: 'the first shape is one of all; the test is for the type checker',
    },
    {
      at: 'if (other !== found) found = both(found, other);',
      becomes: ['true'],
      why: 'a shape has everything in common with itself',
    },
  ],
  'src/compile/ir/copy.ts': [
    {
      at: 'return made === statement ? { ...made } : made;',
      becomes: ['true'],
      why: 'what has been made anew is copied again',
    },
    { at: 'if (isNew) bound.set(variable.id, true);', becomes: ['false'], of: ['true'], why: 'any value counts' },
    {
      at: 'return made === statement && statement.targets.length === 0 ? { ...made } : made;',
      becomes: ['true'],
      of: ['made === statement'],
      why: 'what has been made anew is copied again',
    },
    {
      at: "atom: (atom: Atom): Atom => (atom.tag === 'variable' ? (atoms.get(atom.id) ?? atom) : atom),",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
  ],
  'src/compile/ir/by-id.ts': [
    {
      at: 'while (this.pages.length <= at) this.pages.push(EMPTY);',
      becomes: ['this.pages.length < at'],
      why: 'the last page is added where it is written',
    },
  ],
  'src/compile/flatten/bound.ts': [
    { at: 'get isGlobal(): boolean {', becomes: ['{}'], why: 'names are found in a copy of the global scope too' },
    {
      at: 'return this.outer === undefined;',
      becomes: ['false'],
      why: 'names are found in a copy of the global scope too',
    },
    {
      at: 'has(name: string): boolean {',
      becomes: ['{}'],
      why: 'global names would be captured too, and have the same values in every scope',
    },
    {
      at: 'return this.values.has(name) || this.codes?.has(name) === true;',
      becomes: ['false'],
      of: ['this.values.has(name) || this.codes?.has(name) === true', 'this.codes?.has(name) === true'],
      why: 'global names would be captured too, and have the same values in every scope',
    },
    {
      at: 'return this.values.has(name) || this.codes?.has(name) === true;',
      becomes: ['this.values.has(name) && this.codes?.has(name) === true'],
      why: 'global names would be captured too, and have the same values in every scope',
    },
    {
      at: 'if (scope.isGlobal) return `g${code.id}[${held.map(key).join()}]`;',
      becomes: ['false'],
      why: 'a function of the global scope captures nothing; only its key would be longer',
    },
    { at: 'if (codes === undefined) {', becomes: ['true'], why: 'the key of a function would be written out again' },
    {
      at: 'if (before !== undefined) return `#${before}[${held.map(key).join()}]`;',
      becomes: ['false'],
      why: 'the key of a function would be written out again',
    },
    {
      at: 'codes.set(code.id, functions++);',
      becomes: ['functions--'],
      why: 'negative numbers differ from each other too',
    },
    {
      at: "case 'constant':",
      becomes: ["case 'constant':"],
      why: 'a constant has no number, so it stays the same',
    },
    { at: 'if (copies === undefined) {', becomes: ['true'], why: 'a scope would be copied again' },
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'a scope would be copied again' },
    {
      at: "if (typeof value !== 'object') return Object.is(value, -0) ? '-0' : `${value}`;",
      becomes: ['+0'],
      why: '0 and -0 still differ',
    },
    { at: 'id = dataCount++;', becomes: ['dataCount--'], why: 'negative numbers differ from each other too' },
    {
      at: 'return bound.parts.length === 0 ? NO_ATOMS : joined(bound.parts.map(atomsOf));',
      becomes: ['false'],
      why: 'nothing is joined to nothing',
    },
  ],
  'src/compile/flatten/flatten.ts': [
    {
      at: 'const program = watches.length === 0 ? plain : withWatchingCalls(plain);',
      becomes: ['false'],
      why: 'without a watch, no call is marked',
    },
    { at: 'const parts: Bound[] = [];', becomes: ['["Stryker was here"]'], why: 'every field of a record has a value' },
    {
      at: "if (term.intrinsic.startsWith('Delta.') || first === undefined) throw ofDelta(term.origin);",
      becomes: ['false'],
      of: ['first === undefined'],
      why: 'every intrinsic has an argument; the test is for the type checker',
    },
    {
      at: "if (operationRow(name).result !== 'string' || first === undefined) return builder.operation(name, ...given);",
      becomes: ['false'],
      of: ['first === undefined'],
      why: 'every operation that makes a text has an argument; the test is for the type checker',
    },
    {
      at: "if (type.tag !== 'sequence' || kind === undefined || typeof kind === 'string') {",
      becomes: ['false'],
      of: ['kind === undefined', "typeof kind === 'string'"],
      why: 'a sequence has a layout; the test is for the type checker',
    },
  ],
  'src/compile/flatten/flattener.ts': [
    {
      at: 'const names = new Set(functions.map(({ name }) => name));',
      becomes: ['() => undefined'],
      why: 'a function finds the functions of its group before what it captures',
    },
    { at: 'if (scope.isGlobal) return [];', becomes: ['false'], why: 'no name of the global scope is captured' },
    {
      at: 'if (scope.isGlobal) return [];',
      becomes: ['["Stryker was here"]'],
      why: 'what a global function captures is never read',
    },
    {
      at: 'for (const name of freeVariables(lambda)) if (!names.has(name) && !this.globals.has(name)) captured.add(name);',
      becomes: ['true', '!names.has(name) || !this.globals.has(name)'],
      why: 'a function finds its group and global names without capturing them',
    },
    {
      at: 'return { id: this.codeCount++, name, parameters, body, lambda, captured, group };',
      becomes: ['this.codeCount--'],
      why: 'negative numbers differ from each other too',
    },
    { at: 'default:', becomes: ['default:'], why: 'the function ends without a value anyway' },
    {
      at: 'if (callee === undefined || point === undefined || functionType_ === undefined) return missing();',
      becomes: [
        'false',
        '(callee === undefined || point === undefined) && functionType_ === undefined',
        'callee === undefined && point === undefined',
      ],
      why: 'taylor has three parameters; the test is for the type checker',
    },
    {
      at: "const found = n === undefined ? 'computed' : n < 0 ? 'below 0' : `above ${HIGHEST_TAYLOR}`;",
      becomes: ['n <= 0'],
      why: 'the order is not 0 there',
    },
    {
      at: 'if (holdsFunction(type)) {',
      becomes: ['true'],
      why: 'values without functions pass a branch in the same way',
    },
    {
      at: 'if (consequent === undefined || alternative === undefined) return missing();',
      becomes: ['false', 'consequent === undefined && alternative === undefined'],
      why: 'there are two arms; the test is for the type checker',
    },
  ],
  'src/compile/flatten/kinds.ts': [
    {
      at: "const layout: ArrayLayout = { tag: 'array', id: this.layouts++, item: [] };",
      becomes: ['["Stryker was here"]'],
      why: 'nothing reads it before it is set',
    },
    {
      at: "const layout: VariantLayout = { tag: 'variant', id: this.layouts++, name: key, constructors: [] };",
      becomes: ['["Stryker was here"]'],
      why: 'nothing reads it before it is set',
    },
  ],
  'src/compile/flatten/parts.ts': [
    {
      at: "return (bound.tag === 'parts' ? bound.parts[index] : undefined) ?? internalError('a product has parts');",
      becomes: ['true'],
      why: 'nothing else has parts; the test is for the type checker',
    },
    {
      at: "return type.tag === 'record' ? type.fields.findIndex((field) => field.name === name) : -1;",
      becomes: ['true'],
      of: ["type.tag === 'record'"],
      why: 'nothing else has fields; the test is for the type checker',
    },
    {
      at: "return type.tag === 'record' ? type.fields.findIndex((field) => field.name === name) : -1;",
      becomes: ['+1'],
      why: 'nothing else has fields; the test is for the type checker',
    },
    {
      at: "for (let i = 0; i < count; i++) if (result.tag === 'function') result = result.result;",
      becomes: ['true'],
      why: 'only functions are applied; the test is for the type checker',
    },
  ],
  'src/compile/flatten/sequences.ts': [
    {
      at: "if (list.type.tag === 'sequence' && list.type.container === 'array') return atomsOf(list.bound)[0] ?? missing();",
      becomes: ['true'],
      of: ["list.type.tag === 'sequence'"],
      why: 'a list is a sequence; the test is for the type checker',
    },
    {
      at: "const item = pairs.type.tag === 'sequence' ? pairs.type.item : missing();",
      becomes: ['true'],
      why: 'a list is a sequence; the test is for the type checker',
    },
    {
      at: "return layout === undefined || typeof layout === 'string' ? missing() : layout;",
      becomes: ['false', "layout === undefined && typeof layout === 'string'"],
      why: 'a sequence has a layout; the test is for the type checker',
    },
  ],
  'src/compile/flatten/watching.ts': [
    {
      at: "return made.tag === 'call' && watching.has(made.callee) ? { ...made, watches: true } : made;",
      becomes: ['true'],
      of: ["made.tag === 'call'"],
      why: 'nothing else has a callee; the test is for the type checker',
    },
  ],
  'src/compile/emit/allocation.ts': [
    {
      at: 'for (const local of [bytes, place, end]) code.release(local);',
      becomes: ['[]'],
      why: 'only more locals are taken',
    },
  ],
  'src/compile/emit/branchless.ts': [
    {
      at: "if (!isEither(result, other, steps)) writer.atom(other).code.get(runs).op('select');",
      becomes: ['true'],
      why: 'the value is the same in both cases',
    },
    {
      at: "return isTaken(result, steps) && other.tag === 'constant' && Object.is(Number(other.value), 0);",
      becomes: ['true'],
      of: ["other.tag === 'constant'"],
      why: 'a variable is not 0',
    },
    { at: "if (atom.tag !== 'variable') return false;", becomes: ['false'], why: 'nothing takes a constant' },
    {
      at: "if (bytes === 0) code.op('global.get', runtime.top).set(top);",
      becomes: ['true'],
      why: 'the top of memory is still the same',
    },
  ],
  'src/compile/emit/code.ts': [
    {
      at: "private readonly around: ('block' | 'loop' | 'if')[] = [];",
      becomes: ['["Stryker was here"]'],
      why: 'only differences between depths count',
    },
  ],
  'src/compile/emit/constructors.ts': [
    { at: 'if (only === undefined) {', becomes: ['false'], why: 'a constructor without fields is below every address' },
    {
      at: '} else if (withFields.length === constructors.length) {',
      becomes: ['false'],
      why: 'the constructor is found by its address, or at it',
    },
  ],
  'src/compile/emit/data.ts': [
    {
      at: "return this.placed(Object.is(value, -0) ? '-0' : value, [value]);",
      becomes: ['+0'],
      why: '0 and -0 still differ',
    },
    {
      at: 'if (!this.addresses.has(value)) this.place(constant);',
      becomes: ['true'],
      why: 'what has its place is not placed again',
    },
    {
      at: "if (typeof data !== 'object' || this.addresses.has(data)) continue;",
      becomes: ['false'],
      of: ["typeof data !== 'object'"],
      why: 'numbers are not placed; the test is for the type checker',
    },
    {
      at: "for (const part of data.parts.toReversed()) if (typeof part.value === 'object') pending.push(part);",
      becomes: ['true'],
      why: 'numbers are passed over later',
    },
    {
      at: 'if (start > 0) this.bytes.setUint32(at, isArray(kind) ? count : constructor_, true);',
      becomes: ['true', 'start >= 0'],
      why: 'the first field is written there afterwards',
    },
    {
      at: "else if (type === 'i32') this.bytes.setUint32(at, value, true);",
      becomes: ['false'],
      of: ["type === 'i32'"],
      why: 'a word has eight bytes',
    },
    {
      at: 'if (this.length > this.bytes.byteLength) {',
      becomes: ['this.length >= this.bytes.byteLength'],
      why: 'memory only grows earlier',
    },
    {
      at: "return typeof kind === 'object' && kind.tag === 'array';",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'nothing else is an array; the test is for the type checker',
    },
  ],
  'src/compile/emit/finite.ts': [
    {
      at: "if (exponent?.tag === 'constant') return Number(exponent.value) > 0 ? [0] : [];",
      becomes: ['["Stryker was here"]'],
      why: 'a text is no place',
    },
    {
      at: "if (atom?.tag === 'variable') seen.add(atom.id);",
      becomes: ['true'],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: 'for (let i = block.statements.length - 1; i >= 0; i--) {',
      becomes: ['block.statements.length + 1'],
      why: 'there is no statement there; the test is for the type checker',
    },
    {
      at: 'else if (statement !== undefined) visit(statement, seen, mark, needed, depth + 1);',
      becomes: ['true'],
      why: 'there is no statement there; the test is for the type checker',
    },
    { at: 'statement.parameters.map(() => false),', becomes: ['() => undefined'], why: 'no value counts as false' },
    { at: 'untested(statement.header, [false], needed, depth);', becomes: ['[]'], why: 'no value counts as false' },
    { at: 'untested(statement.header, [false], needed, depth);', becomes: ['true'], why: 'the condition is no real' },
    { at: 'statement.body.results.map(() => false),', becomes: ['() => undefined'], why: 'no value counts as false' },
    {
      at: "if (result?.tag !== 'variable' || result.kind !== 'real') return false;",
      becomes: ['false', "result?.tag !== 'variable' && result.kind !== 'real'"],
      why: 'no operation carries an int, and a constant is no target',
    },
    {
      at: 'const made = statements.find(({ targets }) => targets.some(({ id }) => id === result.id));',
      becomes: ['targets.every(({ id }) => id === result.id)'],
      why: 'operations have one target',
    },
    {
      at: 'let candidates = depth > DEEPEST ? tested.map(() => false) : tested;',
      becomes: ['() => undefined'],
      why: 'no value counts as false',
    },
  ],
  'src/compile/emit/formula.ts': [
    { at: 'private readonly taken: Local[] = [];', becomes: ['["Stryker was here"]'], why: 'a text has no local' },
    { at: 'release(): void {', becomes: ['{}'], why: 'only more locals are taken' },
  ],
  'src/compile/emit/function.ts': [
    { at: 'body.results.map(() => false),', becomes: ['() => undefined'], why: 'no value counts as false' },
    {
      at: "if (typeof kind === 'object' && kind.tag === 'variant') {",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'nothing else is a variant; the test is for the type checker',
    },
    { at: 'if (takesRoom) {', becomes: ['true'], of: ['takesRoom'], why: 'the beginning is not used' },
  ],
  'src/compile/emit/instructions.ts': [
    {
      at: "const { opcode, alignment, isUpper, isPlain } = op === 'local.get' ? GET : codingOf(op);",
      becomes: ['false'],
      why: 'the coding is found by its name too',
    },
  ],
  'src/compile/emit/memory.ts': [
    {
      at: "if (hasHeader(variantOf(kind))) code.get(place).i32(statement.constructor_).op('i32.store', 0);",
      becomes: ['true'],
      why: 'the first field is written there afterwards',
    },
    { at: 'if (more.length === 0) {', becomes: ['false', '{}'], why: 'the address would go through a local' },
  ],
  'src/compile/emit/operation.ts': [
    {
      at: "if (first !== undefined && second?.tag === 'constant' && byPowerOfTwo(writer, operation, first, second, made)) return;",
      becomes: ['true'],
      of: ["first !== undefined && second?.tag === 'constant'", 'first !== undefined'],
      why: 'only divisions go on, and they have two arguments',
    },
    {
      at: "if (first !== undefined && second?.tag === 'constant' && byPowerOfTwo(writer, operation, first, second, made)) return;",
      becomes: ["first !== undefined || second?.tag === 'constant'"],
      why: 'only divisions go on, and they have two arguments',
    },
    {
      at: "if (first !== undefined && second?.tag === 'constant' && byPowerOfTwo(writer, operation, first, second, made)) return;",
      becomes: ['true'],
      of: ["second?.tag === 'constant'"],
      why: 'a variable has no value',
    },
    {
      at: "if (isKept && first?.tag === 'variable' && second?.tag === 'constant') {",
      becomes: ['true'],
      of: ["first?.tag === 'variable'"],
      why: 'a constant can be the base too',
    },
    {
      at: "if (isKept && first?.tag === 'variable' && second?.tag === 'constant') {",
      becomes: ['true'],
      of: ["second?.tag === 'constant'"],
      why: 'a variable has no value',
    },
    {
      at: "if (operation === 'equalInt' && first?.tag === 'variable' && second?.tag === 'constant') {",
      becomes: ['true'],
      of: ["first?.tag === 'variable'"],
      why: 'a constant has no number; the test is for the type checker',
    },
    {
      at: "if (made.kind === 'real' && writer.needsTest.has(made.id)) writer.testFinite(place);",
      becomes: ['true'],
      of: ["made.kind === 'real'"],
      why: 'only reals need a test',
    },
    {
      at: "if (made.kind === 'int' && canOverflow(operation) && !derivative) {",
      becomes: ["made.kind === 'int' || canOverflow(operation)"],
      why: 'the results of other operations on ints are in range',
    },
    {
      at: "if (made.kind === 'int' && canOverflow(operation) && !derivative) {",
      becomes: ['true'],
      of: ["made.kind === 'int'"],
      why: 'only ints can overflow',
    },
    {
      at: 'if (!Number.isInteger(bits) || bits < 0 || bits > 52) return false;',
      becomes: ['false'],
      of: ['bits < 0', 'bits > 52'],
      why: 'no int is such a divisor',
    },
    {
      at: 'else if (op !== undefined) writer.code.op(op, immediate);',
      becomes: ['true'],
      why: 'a token has an argument or an instruction; the test is for the type checker',
    },
    { at: 'if (forms === undefined) {', becomes: ['true'], why: 'the code would be parsed again' },
  ],
  'src/compile/emit/recursion.ts': [
    {
      at: 'if (first === undefined) continue;',
      becomes: ['false'],
      why: 'every component has a function; the test is for the type checker',
    },
    {
      at: 'const isCircle = component.length > 1 || called.includes(first);',
      becomes: ['false'],
      of: ['component.length > 1'],
      why: 'a function of a larger circle is called by another one',
    },
    {
      at: 'return (this.heights.get(id) ?? 0) > 0;',
      becomes: ['true', '(this.heights.get(id) ?? 0) >= 0'],
      why: 'a function that leads to no recursion would take the room in vain',
    },
    {
      at: 'if (circle === undefined || own === undefined) return undefined;',
      becomes: ['circle === undefined && own === undefined'],
      why: 'a function of a circle has a number in it; the test is for the type checker',
    },
    {
      at: 'if (circle === undefined || own === undefined) return undefined;',
      becomes: ['false'],
      of: ['circle === undefined', 'own === undefined'],
      why: 'a function of a circle has a number in it; the test is for the type checker',
    },
    {
      at: "live: liveAt(body, ({ tag }) => tag === 'call'),",
      becomes: ['true'],
      why: 'what is live elsewhere is not asked for',
    },
    {
      at: "if (last.tag === 'call') tails.add(last);",
      becomes: ['true'],
      why: 'only calls are asked for; the test is for the type checker',
    },
  ],
  'src/compile/emit/runtime.ts': [
    {
      at: 'constructor(data: ConstantData, limits: Limits, refuelled = false) {',
      becomes: ['true'],
      why: 'the compiler gives it',
    },
    {
      at: "return OWN + this.functions.push({ name: '', parameters: [], results: [], slots: [], slotOf: [], body: [] }) - 1;",
      becomes: ['{}', '["Stryker was here"]'],
      why: 'it is replaced when the function is written',
    },
    { at: '.i32(2 * WORD - 1)', becomes: ['2 * WORD + 1'], why: 'a few bytes more are taken' },
    { at: 'if (known !== undefined) return known;', becomes: ['false'], why: 'a function would be written again' },
  ],
  'src/compile/emit/writer.ts': [
    {
      at: "room: () => void = () => internalError('no room is known');",
      becomes: ['() => undefined'],
      why: 'it is replaced before it is called',
    },
    {
      at: 'const others = new Set([...this.places.entries()].flatMap(([id, local]) => (variables.has(id) ? [] : [local])));',
      becomes: ['["Stryker was here"]'],
      why: 'locals are numbers',
    },
    { at: 'leave({ statements }: Block): void {', becomes: ['{}'], why: 'only more locals are taken' },
    { at: 'if (local === undefined) continue;', becomes: ['false'], why: 'nothing would be released' },
  ],
  'src/compile/emit/data-functions.ts': [
    {
      at: 'function isAllReal({ item }: ArrayLayout): boolean {',
      becomes: ['{}'],
      why: 'the reals would be handled one by one',
    },
    {
      at: "return item.every((kind) => kind === 'real');",
      becomes: ['() => undefined', 'false'],
      why: 'the reals would be handled one by one',
    },
    { at: "if (tag === 'array') return false;", becomes: ['false'], why: 'no array is below the first address' },
    { at: 'items: (visit, layout) => {', becomes: ['{}'], why: 'the reals would be handled one by one' },
    {
      at: 'if (!isAllReal(layout)) return false;',
      becomes: ['true'],
      of: ['!isAllReal(layout)'],
      why: 'the reals would be handled one by one',
    },
    { at: 'return true;', becomes: ['false'], of: ['true'], why: 'the reals would be set to 0 again' },
    {
      at: "if (tag === 'array' && !isLenient) return false;",
      becomes: ['false'],
      why: 'no array is below the first address',
    },
    {
      at: 'for (const local of [all, two, one]) code.release(local);',
      becomes: ['[]'],
      why: 'only more locals are taken',
    },
  ],
  'src/compile/emit/copy.ts': [
    {
      at: "follows: (kind) => typeof kind === 'object',",
      becomes: ['true'],
      why: 'walks follow only data; the test is for the type checker',
    },
    { at: '.i32(2 * WORD - 1)', becomes: ['2 * WORD + 1'], why: 'a few bytes more are taken' },
  ],
  'src/compile/emit/forgetting.ts': [
    {
      at: 'for (const local of [from, bound, size, ...data.map(({ moved }) => moved)]) code.release(local);',
      becomes: ['[]', '() => undefined'],
      why: 'only more locals are taken',
    },
    { at: 'const end = (): void => {', becomes: ['{}'], why: 'only more locals are taken' },
    {
      at: 'for (const local of [base, most]) code.release(local);',
      becomes: ['[]'],
      why: 'only more locals are taken',
    },
  ],
  'src/compile/emit/loops.ts': [
    { at: 'writer.forget([index]);', becomes: ['[]'], why: 'only more locals are taken' },
    { at: 'if (arrays.length === 0) {', becomes: ['true'], why: 'an array of a negative length stops the run too' },
    {
      at: "if (size > 0) code.get(next).i32(size).op('i32.add').set(next);",
      becomes: ['true', 'size >= 0'],
      why: 'nothing would be added',
    },
  ],
  'src/compile/emit/pauses.ts': [
    { at: 'private inside: readonly Block[] = [];', becomes: ['["Stryker was here"]'], why: 'a text is no block' },
    { at: 'if (written.length === 0) return;', becomes: ['false'], why: 'an empty condition would be written' },
    {
      at: "if (statement.tag !== 'for' && statement.tag !== 'while') {",
      becomes: ['false', '{}'],
      why: 'other statements would be passed over one by one',
    },
    { at: 'this.count++;', becomes: ['this.count--'], why: 'negative numbers differ from each other too' },
    { at: 'this.inside = [];', becomes: ['["Stryker was here"]'], why: 'a text is no block' },
    {
      at: 'return first !== undefined && this.inside.includes(first);',
      becomes: ['true'],
      of: ['first !== undefined'],
      why: 'there is always a block; the test is for the type checker',
    },
    {
      at: 'if (this.moves.length === 0) return;',
      becomes: ['false'],
      why: 'memory would be reserved that nothing uses',
    },
  ],
  'src/compile/emit/program.ts': [
    {
      at: 'const entries = new Set(exports.flatMap(([name, index]) => (name === RESUME ? [] : [index - OWN])));',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no number of a function',
    },
  ],
  'src/compile/emit/small.ts': [
    {
      at: "if (start > 0) code.get(place).get(value).op('i32.load', 0).op('i32.store', 0);",
      becomes: ['true', 'start >= 0'],
      why: 'the first field is written there afterwards',
    },
    {
      at: 'for (let k = 0; k < small.words; k++) {',
      becomes: ['k <= small.words'],
      why: 'no constructor has that field',
    },
    {
      at: "if (bits > 1) code.i32(bits).op('i32.mul');",
      becomes: ['true', 'bits >= 1'],
      why: 'a product with 1 is the same',
    },
  ],
  'src/compile/emit/walk.ts': [
    {
      at: 'const name = `${walk.name}${layouts.reduce((least, { id }) => Math.min(least, id), layout.id)}`;',
      becomes: ['Math.max(least, id)'],
      why: 'a circle would be named by another of its layouts',
    },
    {
      at: "of.tag === 'array' ? of.item : of.constructors.flatMap(({ fields }) => fields.slice(0, -1));",
      becomes: ['fields'],
      why: 'the list of what is left is empty',
    },
    { at: 'const isMade = walk.makes !== undefined;', becomes: ['true'], why: 'an entry would only be larger' },
    {
      at: 'this.entry = [...cursors, ...(isMade ? [this.slot] : []), ...(circle.layouts.length > 1 ? [this.which] : [])];',
      becomes: ['true', 'circle.layouts.length >= 1'],
      why: 'an entry would only be larger',
    },
    { at: 'if (branches) {', becomes: ['true'], why: 'the list of what is left is empty' },
    {
      at: "return this.visit.cursors[0] ?? internalError('a cursor');",
      becomes: ["this.visit.cursors[0] && internalError('a cursor')"],
      why: 'the first local is 0, the first cursor',
    },
    {
      at: 'if (start > 0 && this.walk.makes !== undefined) {',
      becomes: ['true'],
      of: ['start > 0'],
      why: 'the first field is written there afterwards',
    },
    {
      at: 'if (start > 0 && this.walk.makes !== undefined) {',
      becomes: ['start >= 0'],
      why: 'the first field is written there afterwards',
    },
    {
      at: 'const goesOn = last !== undefined && this.isInside(last);',
      becomes: ['true'],
      of: ['last !== undefined'],
      why: 'a constructor that is visited has fields; the test is for the type checker',
    },
    {
      at: 'const isDone = walk.items?.(visit, layout) === true;',
      becomes: ['false'],
      of: ['walk.items?.(visit, layout) === true'],
      why: 'the items would be handled one by one',
    },
    { at: 'if (left.length > 0) {', becomes: ['true', 'left.length >= 0'], why: 'the loop would do nothing' },
    {
      at: 'for (const each of [this.value, ...(walk.makes === undefined ? [] : [made])]) {',
      becomes: ['false'],
      why: 'nothing reads it',
    },
    { at: 'if (this.walk.makes === undefined) return;', becomes: ['false'], why: 'nothing reads it' },
    {
      at: "return typeof kind === 'object' && this.walk.follows(kind);",
      becomes: ['true'],
      of: ["typeof kind === 'object'"],
      why: 'walks follow only data; the test is for the type checker',
    },
    {
      at: 'return WORD * Math.ceil(this.entry.length / 2);',
      becomes: ['this.entry.length * 2'],
      why: 'an entry would only be larger',
    },
  ],
  'src/compile/emit/resumable.ts': [
    {
      at: 'private readonly sizes: number[] = [];',
      becomes: ['["Stryker was here"]'],
      why: 'a text is no place in the code',
    },
    { at: 'let last = statements.length - 1;', becomes: ['statements.length + 1'], why: 'there is no statement there' },
    {
      at: 'while (last >= 0 && this.countIn(statements[last]) === 0) last--;',
      becomes: ['false'],
      why: 'the last call would be tested for too',
    },
    {
      at: 'while (last >= 0 && this.countIn(statements[last]) === 0) last--;',
      becomes: ['last > 0'],
      why: 'there is no statement there',
    },
    { at: 'if (skipped.length === 0) return;', becomes: ['false'], why: 'an empty condition would be written' },
    {
      at: 'if (statement === undefined || count === 0) continue;',
      becomes: ['false'],
      of: ['statement === undefined'],
      why: 'there is a statement; the test is for the type checker',
    },
    {
      at: 'if (statement === undefined || count === 0) continue;',
      becomes: ['false', 'statement === undefined && count === 0'],
      why: 'a statement without calls would be passed over by itself',
    },
    { at: 'if (i === last) write(statement);', becomes: ['false'], why: 'the last call would be tested for too' },
    {
      at: 'if (blocks.every((block) => this.count(block) === 0)) {',
      becomes: ['false', '() => undefined', '{}'],
      why: 'what is not entered again would be tested for too',
    },
    {
      at: 'if (others.every((other) => this.count(other) === 0)) {',
      becomes: ['false', '() => undefined', '{}'],
      why: 'what is not entered again would be tested for too',
    },
    {
      at: 'if (blocks.every((block) => this.count(block) === 0)) return;',
      becomes: ['false', '() => undefined'],
      why: 'without calls inside, the function runs there',
    },
    {
      at: 'if (count + this.count(second) === 0) {',
      becomes: ['false', '{}'],
      why: 'without calls inside, the function runs there',
    },
    { at: 'return true;', becomes: ['false'], of: ['true'], why: 'what follows a return does not run' },
    {
      at: 'const own = new Set([0, this.resumed, this.frame]);',
      becomes: ['[]'],
      why: 'its own locals would be kept too',
    },
    {
      at: 'const locals = this.places.localsFor(this.calls.live.get(call) ?? new Set()).filter((local) => !own.has(local));',
      becomes: ['this.places.localsFor(this.calls.live.get(call) ?? new Set())'],
      why: 'its own locals would be kept too',
    },
    {
      at: "const isSmall = (local: number): boolean => this.typeOfLocal(local) === 'i32';",
      becomes: ['() => undefined', 'false'],
      why: 'a small local would take eight bytes',
    },
    {
      at: 'if (statement === undefined) return 0;',
      becomes: ['false'],
      why: 'there is a statement; the test is for the type checker',
    },
  ],
};
