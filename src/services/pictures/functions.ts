import { apply, real, int, variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Term } from '../../language/core/tree';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { parse } from '../../language/syntax/parser';
import { INT, REAL } from '../../language/types/type';
import { sampler, type SamplerOutcome } from '../../semantics/sampler';
import type { Budget } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { needed } from '../needed';
import type { InputValues } from '../program';

/** The value of a picture's function: of the mark with the given index, at x and y; a curve has no use for y. */
const VALUE_OF = `fun (picture : Draw.Picture) (index : int) (x : real) (y : real) ->
  let rec value mark =
    match mark with
    | Draw.Curve f -> f x
    | Draw.Field f -> f (x, y)
    | Draw.Contours (_, f) -> f (x, y)
    | Draw.Boundary (_, f) -> f (x, y)
    | Draw.Grouped (_, inner) -> value inner
    | Draw.Shaded (_, inner) -> value inner
    | Draw.Named (_, inner) -> value inner
    | _ -> 0.0
  in
  match picture with Draw.Picture marks -> value marks[index]
`;

let known: Term | undefined;

function valueOf(): Term {
  known ??= read();
  return known;
}

function read(): Term {
  const { program } = elaborate([parse(VALUE_OF, NOWHERE.cell).program]);
  const output = program?.items.at(-1);
  return output?.tag === 'output' ? output.term : internalError('the functions of pictures do not check');
}

/** A program that evaluates a picture once and then its functions at many places. */
export interface Sampled {
  readonly core: CoreProgram;
  /** The names of its last inputs: the index of a mark, x and y. */
  readonly place: readonly string[];
}

/** Returns the program that samples the picture which an item puts out. */
export function samplingOf(core: CoreProgram, picture: Extract<CoreItem, { tag: 'output' }>): Sampled {
  const fresh = freshNames(usedNamesOfProgram(core));
  const { type } = picture.term;
  const name = fresh('picture');
  const place = [fresh('index'), fresh('x'), fresh('y')];
  const [index = '', x = '', y = ''] = place;
  const shown = variable(name, type);
  const value = [variable(index, INT), variable(x, REAL), variable(y, REAL)].reduce<Term>(
    (callee, argument) => apply(callee, argument),
    apply(refresh(valueOf(), fresh), shown),
  );
  const input = (label: string, isIndex: boolean): CoreItem => ({
    tag: 'input',
    name: label,
    type: isIndex ? INT : REAL,
    value: isIndex ? int(0) : real(0),
    range: undefined,
    origin: NOWHERE,
  });
  const { origin } = picture;
  const items: readonly CoreItem[] = [
    ...needed(core, (item) => item === picture).items.slice(0, -1),
    { tag: 'let', pattern: { tag: 'variable', name, type, origin }, value: picture.term, origin },
    { tag: 'output', term: shown, origin },
    ...place.map((label, i) => input(label, i === 0)),
    { tag: 'output', term: value, origin },
  ];
  return { core: { ...core, items }, place };
}

/** Runs the part of the program that does not depend on the place. Its output is the picture. */
export function* startSampling({ core, place }: Sampled, inputs: InputValues, budget: Budget): Task<SamplerOutcome> {
  const given = new Map(
    [...inputs].filter(([name]) => core.items.some((item) => item.tag === 'input' && item.name === name)),
  );
  return yield* sampler(core, place, { budget, inputs: given });
}
