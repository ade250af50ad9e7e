import type { Kinds } from '../flatten/kinds';
import type { Numbers } from '../ir/builder';
import type { Block, IrProgram } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { factorsOut } from './factors';
import { fuse } from './fuse';
import { hoist } from './hoist';
import { join } from './join';
import { listsToArrays } from './lists';
import { simplify } from './simplify';
import { tapes } from './tape';
import { withoutAbsence } from './whole';

/** What is done to a program with derivatives. */
export function beforeDerivatives(program: IrProgram, numbers: Numbers, kinds: Kinds): IrProgram {
  return eachBody(program, (body) => {
    const loops = simplify(counted(simplify(body), numbers, kinds));
    const arrays = simplify(listsToArrays(loops, numbers, kinds));
    const fused = simplify(withoutTests(simplify(fuse(arrays, numbers))));
    return simplify(hoist(simplify(withoutTests(fused)), numbers, NONE));
  });
}

/** What is done to a program whose derivatives are written out. */
export function afterDerivatives(
  { program, shadows }: { readonly program: IrProgram; readonly shadows: ReadonlySet<number> },
  numbers: Numbers,
): IrProgram {
  return eachBody(program, (body) => {
    const simple = withoutDead(simplify(body, shadows));
    const joined = simplify(join(simple, numbers), shadows);
    const factored = withoutDead(simplify(factorsOut(joined, numbers), shadows));
    const hoisted = simplify(hoist(factored, numbers, shadows), shadows);
    return tapes(withoutDead(withoutAbsence(simplify(withoutTests(hoisted), shadows))), numbers);
  });
}

const NONE: ReadonlySet<number> = new Set();

function eachBody({ functions, entries }: IrProgram, change: (body: Block) => Block): IrProgram {
  const made = [...functions].map(([id, each]) => [id, { ...each, body: change(each.body) }] as const);
  return { functions: new Map(made), entries };
}
