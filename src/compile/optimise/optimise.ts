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
  const simple = (body: Block): Block => simplify(body, numbers);
  return eachBody(program, (body) => {
    const loops = withoutDead(simple(counted(simple(body), numbers, kinds)));
    const arrays = simple(withoutTests(simple(listsToArrays(loops, numbers, kinds))));
    const fused = simple(withoutTests(simple(fuse(arrays, numbers))));
    return simple(hoist(simple(withoutTests(fused)), numbers, NONE));
  });
}

/** What is done to a program whose derivatives are written out. */
export function afterDerivatives(
  { program, shadows }: { readonly program: IrProgram; readonly shadows: ReadonlySet<number> },
  numbers: Numbers,
): IrProgram {
  const simple = (body: Block): Block => simplify(body, numbers, shadows);
  return eachBody(program, (body) => {
    const joined = simple(join(withoutDead(simple(body)), numbers));
    const factored = withoutDead(simple(factorsOut(joined, numbers)));
    const hoisted = simple(withoutTests(simple(hoist(factored, numbers, shadows))));
    return tapes(withoutDead(withoutAbsence(hoisted)), numbers);
  });
}

const NONE: ReadonlySet<number> = new Set();

function eachBody({ functions, entries }: IrProgram, change: (body: Block) => Block): IrProgram {
  const made = [...functions].map(([id, each]) => [id, { ...each, body: change(each.body) }] as const);
  return { functions: new Map(made), entries };
}
