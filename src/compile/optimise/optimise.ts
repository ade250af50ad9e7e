import type { Differentiated } from '../differentiate/differentiated';
import type { Kinds } from '../flatten/kinds';
import type { Numbers } from '../ir/builder';
import type { Block } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import { abreast } from './abreast';
import { withoutTests } from './bounds';
import { joinBranches } from './branches';
import { carriedLists } from './carried-lists';
import { forwardLists } from './chains';
import { counted } from './counted';
import { withoutDead } from './dead';
import { factorsOut } from './factors';
import { fresh } from './fresh';
import { fuse } from './fuse';
import { growing } from './updates/growing';
import { withoutHalves } from './halves';
import { hoist } from './hoist';
import { induction } from './induction';
import { join } from './join';
import { knownCalls } from './known-calls';
import { endWithLists } from './list-ends';
import { listsToArrays } from './lists';
import { merge } from './merge';
import { neighbours } from './neighbours';
import { splitPoints } from './points';
import { preaccumulate } from './preaccumulate';
import { scalars } from './scalars';
import { simplify } from './simplify';
import { addStraight } from './straight';
import { tapes } from './tape';
import { unboxed } from './unboxed';
import { withoutUnread } from './unread';
import { unroll } from './unroll';
import { earlyReads } from './updates/early-reads';
import { updatesInCalls } from './updates/updated-calls';
import { followLists } from './walks';
import { withoutAbsence } from './whole';

/** A change of the body of a function that keeps its meaning. */
interface BodyStep {
  readonly name: string;
  readonly change: (body: Block) => Block;
}

/** A change of a program that keeps its meaning: of one body after the other, or of all functions at once. */
export type Step = BodyStep | { readonly name: string; readonly whole: (program: IrProgram) => IrProgram };

/** The depth to which arrays of arrays become their parts. */
const DEEPEST = 3;

/** What is done to a program with derivatives, in this order. */
export function stepsBefore(numbers: Numbers, kinds: Kinds): readonly Step[] {
  const { simple, dead, unrolled } = repeated(
    (body) => simplify(body, numbers),
    (body) => unroll(body, numbers),
  );
  const bounds: BodyStep = { name: 'bounds', change: settled(withoutTests) };
  const parts: readonly BodyStep[] = [
    unrolled,
    { name: 'points', change: settled((body) => splitPoints(body, numbers)) },
    { name: 'scalars', change: settled((body) => scalars(body, numbers)) },
    simple,
  ];
  const inParts = Array.from({ length: DEEPEST }, () => parts).flat();
  return [
    simple,
    { name: 'counted', change: (body) => counted(body, numbers, kinds) },
    { name: 'unboxed', change: (body) => unboxed(body, numbers) },
    simple,
    ...inParts,
    {
      name: 'known calls',
      whole: (program) =>
        knownCalls(program, numbers, (body) => inParts.reduce((made, { change }) => change(made), body)),
    },
    dead,
    { name: 'carried lists', change: (body) => carriedLists(body, numbers, kinds) },
    simple,
    { name: 'lists', change: (body) => listsToArrays(body, numbers, kinds) },
    simple,
    bounds,
    { name: 'growing', change: (body) => growing(body, numbers) },
    { name: 'early reads', change: earlyReads },
    { name: 'updates', whole: (program) => updatesInCalls(program, numbers) },
    { name: 'fuse', change: (body) => fuse(body, numbers) },
    simple,
    bounds,
    simple,
    { name: 'hoist', change: (body) => hoist(body, numbers) },
    simple,
    { name: 'merge', change: (body) => merge(body) },
    simple,
  ];
}

/** What is done to a program whose derivatives are written out, in this order. `shadows` are its shadows. */
export function stepsAfter(numbers: Numbers, shadows: ReadonlySet<number>): readonly Step[] {
  const { simple, dead, simpleStill } = repeated((body) => simplify(body, numbers, shadows));
  // Tests inside two branches become equal when these are one.
  const branches: readonly BodyStep[] = [
    { name: 'branches', change: settled((body) => joinBranches(body, shadows)) },
    simple,
  ];
  return [
    simple,
    { name: 'unread', change: withoutUnread },
    dead,
    { name: 'join', change: (body) => join(body, numbers, shadows) },
    simple,
    ...branches,
    dead,
    ...branches,
    { name: 'merge', change: (body) => merge(body, shadows) },
    simple,
    { name: 'straight', change: simpleStill(addStraight) },
    { name: 'factors', change: simpleStill((body) => factorsOut(body, numbers)) },
    dead,
    { name: 'hoist', change: (body) => hoist(body, numbers, shadows) },
    { name: 'bounds', change: withoutTests },
    simple,
    { name: 'whole', change: withoutAbsence },
    { name: 'neighbours', change: (body) => neighbours(body, numbers) },
    { name: 'induction', change: (body) => induction(body, numbers) },
    simple,
    { name: 'preaccumulate', change: (body) => preaccumulate(body, numbers, shadows) },
    dead,
    { name: 'tape', change: (body) => tapes(body, numbers) },
    { name: 'chains', change: (body) => forwardLists(body, numbers) },
    { name: 'walks', change: (body) => followLists(body, numbers) },
    { name: 'list ends', change: (body) => endWithLists(body, numbers) },
    { name: 'abreast', change: abreast },
    { name: 'fresh', change: (body) => fresh(body, numbers) },
  ];
}

export function beforeDerivatives(program: IrProgram, numbers: Numbers, kinds: Kinds): IrProgram {
  return changed(program, stepsBefore(numbers, kinds));
}

export function afterDerivatives(differentiated: Differentiated, numbers: Numbers): IrProgram {
  const { program, shadows } = withoutHalves(differentiated, numbers);
  return changed(program, stepsAfter(numbers, shadows));
}

/* The steps go through one function after the other, so what they know of a body is known of the last one. */

/** Returns a pass that does not run again on a body in which it changed nothing. */
function settled(pass: (body: Block) => Block): (body: Block) => Block {
  let same: Block | undefined;
  return (body) => {
    if (body === same) return body;
    const made = pass(body);
    if (made === body) same = body;
    return made;
  };
}

/**
 * Returns the passes that run again and again. None runs on a body that it has made, or in which it changed nothing: it
 * would change nothing more. What `unrolled` leaves is simple. `simpleStill` is for a pass that hardly ever leaves what could
 * be simplified in a body that was simple; `dead` never does.
 */
function repeated(
  simplified: BodyStep['change'],
  writtenOut = simplified,
): {
  readonly simple: BodyStep;
  readonly unrolled: BodyStep;
  readonly dead: BodyStep;
  readonly simpleStill: (pass: BodyStep['change']) => BodyStep['change'];
} {
  let simple: Block | undefined;
  let unrolled: Block | undefined;
  let used: Block | undefined;
  const simpleStill = (pass: BodyStep['change']) => (body: Block) => {
    const made = pass(body);
    if (body === simple) simple = made;
    return made;
  };
  const withoutUnused = simpleStill(withoutDead);
  return {
    simple: { name: 'simplify', change: (body) => (body === simple ? body : (simple = simplified(body))) },
    unrolled: {
      name: 'unroll',
      change: (body) => (body === unrolled ? body : (simple = unrolled = writtenOut(body))),
    },
    dead: { name: 'dead', change: (body) => (body === used ? body : (used = withoutUnused(body))) },
    simpleStill,
  };
}

/** Returns a program after changes. */
export function changed(program: IrProgram, steps: readonly Step[]): IrProgram {
  const at = steps.findIndex((step) => 'whole' in step);
  const [first, step] = [at < 0 ? steps : steps.slice(0, at), steps[at]];
  const made = [...program.functions].map(([id, each]) => {
    const body = first.reduce((done, next) => ('change' in next ? next.change(done) : done), each.body);
    return [id, { ...each, body }] as const;
  });
  const done = { functions: new Map(made), entries: program.entries };
  return step !== undefined && 'whole' in step ? changed(step.whole(done), steps.slice(at + 1)) : done;
}
