import { atomsIn, innerBlocks } from './blocks';
import { kindProblems } from './check-kinds';
import { checkKept } from './check-kept';
import type { Atom, Block, Statement, Variable } from './tree';
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
  /** The arrays that have been updated by now, in other arms of a branch too. */
  const old = new Set<number>();
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
      if (array.tag === 'variable' && old.has(array.id)) say(`${statement.tag} uses array ${array.id} by an old name`);
      if (statement.tag === 'update' && array.tag === 'variable') old.add(array.id);
    }
    if (statement.tag === 'while') {
      const { header } = statement;
      bind(statement.parameters);
      header.statements.forEach(see);
      for (const result of header.results) use(result, 'header');
      block(statement.exit, 'exit');
      block(statement.body, 'body');
      leave([...header.statements.flatMap(({ targets }) => targets), ...statement.parameters]);
    } else {
      const before = [...old];
      for (const inner of innerBlocks(statement)) {
        const arm = statement.tag === 'if' ? [...old].filter((id) => !before.includes(id)) : [];
        for (const id of arm) old.delete(id);
        bind(inner.binds);
        block(inner.block, statement.tag);
        leave(inner.binds);
        for (const id of arm) old.add(id);
      }
    }
    bind(statement.targets);
  };
  bind(parameters);
  block(body, 'results');
  return problems;
}
