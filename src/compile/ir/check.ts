import { atomsIn, innerBlocks } from './blocks';
import { kindProblems } from './check-kinds';
import { checkKept } from './check-kept';
import type { Atom, Block, If, Statement, Variable } from './tree';
import type { IrFunction, IrProgram } from './program';

/**
 * Returns what is wrong with a program: variables that are bound twice or used outside their scope, atoms whose kinds or
 * numbers do not fit, loops of which one keeps what the other does not take, and items that are read by a name that an
 * array had before it was updated in place.
 */
export function checkProgram(program: IrProgram): readonly string[] {
  const bound = new Set<number>();
  return [
    ...[...program.functions.values()].flatMap((each) => checkFunction(each, program, bound)),
    ...checkKept(program),
  ];
}

function checkFunction(
  { name, id, parameters, body }: IrFunction,
  program: IrProgram,
  bound: Set<number>,
): readonly string[] {
  const problems: string[] = [];
  const scope = new Set<number>();
  /** The arrays that have been updated by now, with the tests that hold where they are, and those that do not. */
  const old = new Map<number, ReadonlyMap<Test, boolean>>();
  /** The tests of the branches around a statement: an arm of another branch by the same test can be out of reach. */
  const around = new Map<Test, boolean>();
  /** How many arms around a statement are out of reach, because another branch by the same test is around them. */
  let unreached = 0;
  const isOld = ({ id }: Variable): boolean => {
    const tests = old.get(id);
    return (
      unreached === 0 &&
      tests !== undefined &&
      [...tests].every(([test, holds]) => (around.get(test) ?? holds) === holds)
    );
  };
  const becomesOld = ({ id }: Variable): void => {
    if (unreached === 0) old.set(id, new Map(around));
  };
  const say = (what: string): void => {
    problems.push(`${name}.${id}: ${what}`);
  };
  const bind = (variables: readonly Variable[]): void => {
    for (const variable of variables) {
      if (bound.has(variable.id)) say(`variable ${variable.id} is bound twice`);
      bound.add(variable.id);
      scope.add(variable.id);
    }
  };
  const leave = (variables: readonly Variable[]): void => {
    for (const variable of variables) scope.delete(variable.id);
  };
  const use = (atom: Atom, where: string): void => {
    if (atom.tag === 'variable' && !scope.has(atom.id)) say(`${where} uses variable ${atom.id} outside its scope`);
  };
  const block = ({ statements, results }: Block, where: string): void => {
    statements.forEach(see);
    for (const result of results) use(result, where);
    leave(statements.flatMap(({ targets }) => targets));
  };
  const see = (statement: Statement): void => {
    for (const atom of atomsIn(statement)) use(atom, statement.tag);
    for (const problem of kindProblems(statement, program)) say(problem);
    if (statement.tag === 'item' || statement.tag === 'update') {
      const { array } = statement;
      if (array.tag === 'variable' && isOld(array)) say(`${statement.tag} uses array ${array.id} by an old name`);
      if (statement.tag === 'update' && array.tag === 'variable') becomesOld(array);
    }
    if (statement.tag === 'call') {
      for (const { argument } of statement.updates ?? []) {
        const array = statement.arguments[argument];
        if (array?.tag !== 'variable') say(`call updates ${argument}, which is no array`);
        else if (isOld(array)) say(`call updates array ${array.id} by an old name`);
        else becomesOld(array);
      }
    }
    if (statement.tag === 'while') {
      const { header } = statement;
      bind(statement.parameters);
      header.statements.forEach(see);
      for (const result of header.results) use(result, 'header');
      // No round follows the exit.
      const before = new Map(old);
      block(statement.exit, 'exit');
      const after = [...old];
      old.clear();
      for (const [id, tests] of before) old.set(id, tests);
      block(statement.body, 'body');
      for (const [id, tests] of after) old.set(id, tests);
      leave([...header.statements.flatMap(({ targets }) => targets), ...statement.parameters]);
    } else {
      const test = statement.tag === 'if' ? testOf(statement) : undefined;
      const outside = test === undefined ? undefined : around.get(test);
      for (const [at, inner] of innerBlocks(statement).entries()) {
        const isReached = outside === undefined || outside === (at === 0);
        if (!isReached) unreached++;
        else if (test !== undefined) around.set(test, at === 0);
        bind(inner.binds);
        block(inner.block, statement.tag);
        leave(inner.binds);
        if (!isReached) unreached--;
      }
      if (test !== undefined && outside === undefined) around.delete(test);
    }
    bind(statement.targets);
  };
  bind(parameters);
  block(body, 'results');
  return problems;
}

/** The variable that a branch tests, or the branch itself if it tests a constant. */
type Test = number | If;

function testOf(branch: If): Test {
  return branch.condition.tag === 'variable' ? branch.condition.id : branch;
}
