import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printNotebook, programOf, type CodeCell } from '../notebook/document';
import { exercisesOf, solved } from '../notebook/exercises';
import { parseNotebook } from '../notebook/parse';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checkBlock } from '../services/exercise/check-block';
import { createLoader } from '../services/loader';
import { json } from '../testing/command-line';

const PARTS = ['a-forward', 'b-reverse', 'c-sharing', 'd-again', 'e-functions', 'f-judge'];
const IDS = PARTS.map((part) => `capstone-${part}`);

const textOf = (id: string): string => readFileSync(`public/notebooks/${id}.md`, 'utf8');

function codeOf(id: string): readonly CodeCell[] {
  return programOf(parseNotebook(textOf(id))).filter((cell) => cell.tag === 'code');
}

function solutionOf(key: string): string {
  const [id = '', exercise = ''] = key.split('/');
  return exercisesOf(parseNotebook(textOf(id))).find((each) => each.id === exercise)?.solution ?? '';
}

/** Returns the text of the cell that defines a name or a type. */
function cellDefining(id: string, name: string): string {
  const found = codeOf(id).filter(({ text }) => new RegExp(`^(let|let rec|type) ${name}\\b`, 'mu').test(text));
  expect(found.length, `${name} in ${id}`).toBeGreaterThan(0);
  return found[0]?.text ?? '';
}

describe('the parts of the capstone', () => {
  test('are about one language, which part E extends', () => {
    const languages = IDS.map((id) => cellDefining(id, 'Expr').replace(/\n\nvalue \([^]*/u, ''));
    expect(new Set(languages.toSpliced(4, 1)).size).toBe(1);
    const [plain = '', extended = ''] = [languages[0], languages[4]].map(
      (text) => text?.match(/^type Expr =([^]*?)\n\n/u)?.[1],
    );
    const constructors = (text: string): readonly string[] =>
      text.match(/[A-Z]\w+(?: real| int| Expr| \(.*?\))/gu) ?? [];
    expect(constructors(extended)).toEqual([...constructors(plain), 'Lam Expr', 'App (Expr * Expr)']);
  });

  test('build on the answers of earlier parts, and hold their solutions', () => {
    const held = IDS.flatMap((id) => codeOf(id)).flatMap(({ text, attributes: { from } }) =>
      from === undefined ? [] : [{ from, text }],
    );
    expect(held.length).toBe(8);
    for (const { from, text } of held) expect(text).toBe(solutionOf(from));
  });
});

describe('the generated programs', () => {
  const WELL_SCOPED = `
let rec isScoped (e, n) =
  match e with
  | Const c -> abs c <= 1
  | Var i -> 0 <= i && i < n
  | Add (a, b) -> isScoped (a, n) && isScoped (b, n)
  | Mul (a, b) -> isScoped (a, n) && isScoped (b, n)
  | Sin a -> isScoped (a, n)
  | Exp a -> isScoped (a, n)
  | Let (a, b) -> isScoped (a, n) && isScoped (b, n + 1)`;
  const FUNCTIONS = '\n  | Lam b -> isScoped (b, n + 1)\n  | App (f, a) -> isScoped (f, n) && isScoped (a, n)';
  const uses = (name: string): string => `
let rec uses e =
  match e with
  | ${name} _ -> true
  | Add (a, b) -> uses a || uses b
  | Mul (a, b) -> uses a || uses b
  | Sin a -> uses a
  | Exp a -> uses a
  | Let (a, b) -> uses a || uses b
  | _ -> false`;

  function status(id: string, helper: string, line: string): string | undefined {
    const cells = [cellDefining(id, 'Expr'), cellDefining(id, 'scoped'), helper];
    const reply = drain(checkBlock(createLoader(), { cells, cell: 2 }, line, PAGE_BUDGET));
    return reply.lines?.[0]?.status;
  }

  test.each(['capstone-a-forward', 'capstone-e-functions'])('of %s are well-scoped, with finite values', (id) => {
    const helper = WELL_SCOPED + (id.includes('-e-') ? FUNCTIONS : '');
    expect(status(id, helper, 'forall e in Expr by scoped, 1000 cases: isScoped (e, 3)')).toBe('passed');
    expect(status(id, helper, 'forall e in Expr, 1000 cases: isScoped (e, 3)')).toBe('not yet');
    const finite = 'forall e in Expr by scoped, 1000 cases: abs (value (e, [0.5, -1.2, 2])) < 1e6';
    expect(status(id, helper, finite)).toBe('passed');
  });

  test.each('Const Var Add Mul Sin Exp Let Lam App'.split(' '))('use %s', (name) => {
    const id = ['Lam', 'App'].includes(name) ? 'capstone-e-functions' : 'capstone-a-forward';
    const line = 'forall e in Expr by scoped, 200 cases: not (uses e)';
    expect(status(id, uses(name), line)).toBe('not yet');
  });
});

test.each([
  ['a-forward', [1.5 * (1 + Math.cos(3)), 2 * (1 + Math.cos(3))]],
  ['b-reverse', [1]],
  ['c-sharing', [1]],
  ['d-again', [6, 4]],
  ['e-functions', [2, 0]],
] as const)('with the solution, the last cell of %s shows what its prose says', async (part, expected) => {
  const solution = printNotebook(solved(parseNotebook(textOf(`capstone-${part}`))));
  const text = solution.replace(/```checks [^]*?```/gu, '');
  const { answer } = await json(text, 'run', 'capstone.md');
  const { cells } = answer as {
    readonly cells: readonly { readonly outputs: readonly { readonly value: unknown }[] }[];
  };
  expect(cells.at(-1)?.outputs[0]?.value).toEqual(expected.map((each) => expect.closeTo(each, 9) as unknown));
});

describe('the steps that the prose states', () => {
  /** Returns how many steps a gradient of `nest n` takes, with the solutions in place. */
  async function steps(id: string, exercise: string, expression: string): Promise<number | undefined> {
    const cells = codeOf(id).flatMap(({ text, attributes }) => (attributes['exercise'] === undefined ? [text] : []));
    const program = [...cells.slice(0, -1), solutionOf(`${id}/${exercise}`), expression].join('\n\n');
    const { answer } = await json(program, 'run', 'nest.pbk', '--steps', '50000000');
    return (answer as { readonly meter?: { readonly steps: number } }).meter?.steps;
  }
  const shown = (count: number): string => count.toLocaleString('en-GB');
  const rounded = (count = NaN): string => shown(1000 * Math.round(count / 1000));

  test('are those of part B, where `nest 19` has enough steps on the page and `nest 20` has not', async () => {
    const count = (n: number): Promise<number | undefined> =>
      steps('capstone-b-reverse', 'unshared', `unshared (nest ${n}, [2])`);
    const text = textOf('capstone-b-reverse');
    const [eight = NaN, nine = NaN, ten = NaN] = [await count(8), await count(9), await count(10)];
    expect(text).toContain(`\`nest 9\` takes about ${rounded(nine)} steps and \`nest 10\` about ${rounded(ten)}.`);
    // Each let doubles the visits, and takes as long to make as any other: steps = visit * 2 ** n + each * n + rest.
    const visit = (ten - 2 * nine + eight) / 2 ** 8;
    const each = nine - eight - visit * 2 ** 8;
    const formula = (n: number): number => visit * (2 ** n - 2 ** 8) + each * (n - 8) + eight;
    expect(await count(12)).toBe(formula(12));
    expect(text).toContain(`\`nest 20\` takes about ${Math.round(formula(20) / 1e6)} million steps`);
    expect(text).toContain(`after ${shown(PAGE_BUDGET.steps)} steps`);
    expect(text).toContain('answer=19');
    expect(formula(19)).toBeLessThan(PAGE_BUDGET.steps);
    expect(formula(20)).toBeGreaterThan(PAGE_BUDGET.steps);
  });

  test('are those of part C', async () => {
    const count = (n: number): Promise<number | undefined> =>
      steps('capstone-c-sharing', 'shared', `shared (nest ${n}, [2])`);
    const [few, more, most] = [await count(50), await count(100), await count(200)];
    expect(textOf('capstone-c-sharing')).toContain(
      `\`nest 50\` takes about ${rounded(few)} steps, \`nest 100\` about ${rounded(more)} and \`nest 200\` about ${rounded(most)}: ${shown(((most ?? NaN) - (more ?? NaN)) / 100)} for each let.`,
    );
  });
});
