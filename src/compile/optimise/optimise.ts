import type { Numbers } from '../ir/builder';
import type { Block, IrProgram } from '../ir/tree';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { join } from './join';
import { simplify } from './simplify';

/** What is done to a program with derivatives. */
export function beforeDerivatives(program: IrProgram, numbers: Numbers): IrProgram {
  return eachBody(program, (body) => simplify(fuse(simplify(body), numbers)));
}

/** What is done to a program whose derivatives are written out. */
export function afterDerivatives(
  { program, shadows }: { readonly program: IrProgram; readonly shadows: ReadonlySet<number> },
  numbers: Numbers,
): IrProgram {
  return eachBody(program, (body) => {
    const simple = withoutDead(simplify(body, shadows));
    return withoutDead(simplify(join(simple, numbers), shadows));
  });
}

function eachBody({ functions, entries }: IrProgram, change: (body: Block) => Block): IrProgram {
  const made = [...functions].map(([id, each]) => [id, { ...each, body: change(each.body) }] as const);
  return { functions: new Map(made), entries };
}
