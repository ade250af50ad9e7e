import { contains, withBlocks } from '../ir/blocks';
import { calleesOf } from '../optimise/inline';
import type { Block, FunctionId } from '../ir/tree';
import type { IrProgram } from '../ir/program';

/** Returns a program whose calls say whether the callee evaluates a `watch`, itself or through others. */
export function withWatchingCalls(program: IrProgram): IrProgram {
  const callers = new Map<FunctionId, FunctionId[]>();
  const watching = new Set<FunctionId>();
  for (const { id, body } of program.functions.values()) {
    if (contains(body, ({ tag }) => tag === 'watched')) watching.add(id);
    for (const callee of calleesOf(body)) callers.set(callee, [...(callers.get(callee) ?? []), id]);
  }
  // A set is gone through to its end though it grows.
  for (const id of watching) for (const caller of callers.get(id) ?? []) watching.add(caller);
  const marked = ({ statements, results }: Block): Block => ({
    statements: statements.map((given) => {
      const made = withBlocks(given, marked);
      return made.tag === 'call' && watching.has(made.callee) ? { ...made, watches: true } : made;
    }),
    results,
  });
  return {
    ...program,
    functions: new Map([...program.functions].map(([id, each]) => [id, { ...each, body: marked(each.body) }])),
  };
}
