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
import { scalars } from './scalars';
import { simplify } from './simplify';
import { tapes } from './tape';
import { unroll } from './unroll';
import { withoutAbsence } from './whole';

/** What is done to a program with derivatives. */
export function beforeDerivatives(program: IrProgram, numbers: Numbers, kinds: Kinds): IrProgram {
  const simple = settled((body) => simplify(body, numbers));
  const tested = settled(withoutTests);
  return eachBody(program, (body) => {
    const loops = withoutDead(simple(counted(simple(body), numbers, kinds)));
    const small = withoutDead(parts(loops, numbers, simple));
    const arrays = simple(tested(simple(listsToArrays(small, numbers, kinds))));
    const fused = simple(tested(simple(fuse(arrays, numbers))));
    return simple(hoist(simple(tested(fused)), numbers, NONE));
  });
}

/** The depth to which arrays of arrays become their parts. */
const DEEPEST = 3;

/** Replaces small vectors and matrices by their parts. */
function parts(body: Block, numbers: Numbers, simple: (body: Block) => Block): Block {
  let made = body;
  for (let depth = 0; depth < DEEPEST; depth++) made = simple(scalars(simple(unroll(made, numbers)), numbers));
  return made;
}

/** What is done to a program whose derivatives are written out. */
export function afterDerivatives(
  { program, shadows }: { readonly program: IrProgram; readonly shadows: ReadonlySet<number> },
  numbers: Numbers,
): IrProgram {
  const simple = settled((body) => simplify(body, numbers, shadows));
  return eachBody(program, (body) => {
    const joined = simple(join(withoutDead(simple(body)), numbers));
    const factored = withoutDead(simple(factorsOut(joined, numbers)));
    const hoisted = simple(withoutTests(simple(hoist(factored, numbers, shadows))));
    return tapes(withoutDead(withoutAbsence(hoisted)), numbers);
  });
}

/** Returns a pass that does not run again on a body in which it changed nothing. */
function settled(pass: (body: Block) => Block): (body: Block) => Block {
  const same = new WeakSet<Block>();
  return (body) => {
    if (same.has(body)) return body;
    const made = pass(body);
    if (made === body) same.add(body);
    return made;
  };
}

const NONE: ReadonlySet<number> = new Set();

function eachBody({ functions, entries }: IrProgram, change: (body: Block) => Block): IrProgram {
  const made = [...functions].map(([id, each]) => [id, { ...each, body: change(each.body) }] as const);
  return { functions: new Map(made), entries };
}
