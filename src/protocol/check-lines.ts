import { counted } from '../language/source/counted';
import { showNumber } from '../language/source/shown-number';
import type { Check, ChecksPayload } from './terms';

/** The check of a theorem, as the trace panel and the command line show it. */
export interface CheckLine {
  readonly name: string;
  readonly verdict: 'holds' | 'fails' | 'not checked';
  /** The numbers, or why it was not checked. */
  readonly detail: string;
  /** The statement in plain words. */
  readonly statement: string;
}

/** The largest difference in the neighbourhood: program and trace do the same operations there, up to rounding. */
const ROUNDING = 1e-9;

/** With more leaves than this, only the worst one is shown. */
const LEAVES = 3;

export function checkLines({ interpolation, adequacy, neighbourhood, leaves }: ChecksPayload): readonly CheckLine[] {
  return [
    {
      name: 'Interpolation',
      statement:
        'Proposition 3.5: a program has a value if and only if it has a trace with that value. Checked by running both and comparing the values.',
      ...judged(interpolation, ({ holds, difference, of }) => ({
        holds,
        detail: `difference ${showNumber(difference)} ${ofTrace(of)}`,
      })),
    },
    {
      name: 'Adequacy',
      statement:
        'Theorems 6.1 and 6.2: the derivative that evaluation computes is the derivative of the function that the program denotes. Checked against central differences; ± is their estimate of their own error.',
      ...judged(adequacy, ({ holds, differences, errors, of }) => ({
        holds,
        detail: `${byLeaf(leaves, differences, errors)} ${ofTrace(of)}`,
      })),
    },
    {
      name: 'Neighbourhood',
      statement:
        'Theorem 6.2 (2): near the point, trace and program denote the same function. Checked by running both along directions from the point, as far as the program takes the same branches. The radius is sampled, up to 1,024.',
      ...judged(neighbourhood, ({ radius, samples, difference }) =>
        radius === 0
          ? { holds: undefined, detail: 'not checked: the program changes branches at this point' }
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
