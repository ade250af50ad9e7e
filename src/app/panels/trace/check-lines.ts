import type { Check, ChecksPayload } from '../../../protocol/terms';
import { counted, showNumber } from '../../kit/format';

/** A theorem, checked: what the trace panel says about it. */
export interface CheckLine {
  readonly name: string;
  readonly verdict: 'holds' | 'fails' | 'not checked';
  /** The numbers, or why it was not checked. */
  readonly detail: string;
  /** The statement in plain words. */
  readonly statement: string;
}

/** Of the neighbourhood: program and trace do the same operations there, so what is left is rounding. */
const ROUNDING = 1e-9;

/** More leaves are told by the worst of them. */
const LEAVES = 3;

export function checkLines({ interpolation, adequacy, neighbourhood, leaves }: ChecksPayload): readonly CheckLine[] {
  return [
    {
      name: 'Interpolation',
      statement:
        'Proposition 3.5: a program has a value exactly if it has a trace with that value. Here program and trace were run, and their values compared.',
      ...judged(interpolation, ({ holds, difference, of }) => ({
        holds,
        detail: `difference ${showNumber(difference)} ${ofTrace(of)}`,
      })),
    },
    {
      name: 'Adequacy',
      statement:
        'Theorems 6.1 and 6.2: the derivative that evaluation gives is the derivative of the function that the program means. Here it was compared with central differences; after ± stands their estimate of their own error.',
      ...judged(adequacy, ({ holds, differences, errors, of }) => ({
        holds,
        detail: `${byLeaf(leaves, differences, errors)} ${ofTrace(of)}`,
      })),
    },
    {
      name: 'Neighbourhood',
      statement:
        'Theorem 6.2 (2): near the point, trace and program mean the same function. Here both were run along directions from the point, as far as the program takes the same branches: the radius is as sampled, and larger than 1,024 is not looked at.',
      ...judged(neighbourhood, ({ radius, samples, difference }) =>
        radius === 0
          ? { holds: undefined, detail: 'not checked: the point is at an edge, where the branches change' }
          : {
              holds: difference <= ROUNDING,
              detail: `radius at least ${showNumber(radius)}, difference ${showNumber(difference)} in ${counted(samples, 'sample')} ${ofTrace('a-normal')}`,
            },
      ),
    },
  ];
}

function judged<T>(
  check: Check<T>,
  say: (checked: Extract<Check<T>, { readonly tag: 'checked' }>) => {
    readonly holds: boolean | undefined;
    readonly detail: string;
  },
): Pick<CheckLine, 'verdict' | 'detail'> {
  if (check.tag === 'not checked') return { verdict: 'not checked', detail: `not checked: ${check.reason.message}` };
  const { holds, detail } = say(check);
  return { verdict: holds === undefined ? 'not checked' : holds ? 'holds' : 'fails', detail };
}

function ofTrace(of: 'literal' | 'a-normal'): string {
  return of === 'literal' ? '(literal trace)' : '(A-normal trace)';
}

function byLeaf(leaves: readonly string[], differences: readonly number[], errors: readonly number[]): string {
  const shown = (at: number): string =>
    `∂${leaves[at] ?? '?'} off by ${showNumber(differences[at] ?? 0, 2)} ± ${showNumber(errors[at] ?? 0, 2)}`;
  if (differences.length <= LEAVES) return differences.map((_, at) => shown(at)).join(', ');
  const worst = differences.reduce((most, value, at) => (value > (differences[most] ?? 0) ? at : most), 0);
  return `${shown(worst)}, the worst of ${differences.length}`;
}
