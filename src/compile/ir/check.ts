import { atomsIn, innerBlocks } from './blocks';
import { kindProblems } from './check-kinds';
import { checkKept } from './check-kept';
import type { Atom, Block, IrFunction, IrProgram, Statement, Variable } from './tree';

/**
 * Returns what is wrong with a program: variables that are bound twice or used outside their scope, atoms whose kinds or
 * numbers do not fit, and loops of which one keeps what the other does not take.
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
    if (statement.tag === 'while') {
      const { header } = statement;
      bind(statement.parameters);
      header.statements.forEach(see);
      for (const result of header.results) use(result, 'header');
      block(statement.exit, 'exit');
      block(statement.body, 'body');
      leave([...header.statements.flatMap(({ targets }) => targets), ...statement.parameters]);
    } else {
      for (const inner of innerBlocks(statement)) {
        bind(inner.binds);
        block(inner.block, statement.tag);
        leave(inner.binds);
      }
    }
    bind(statement.targets);
  };
  bind(parameters);
  block(body, 'results');
  return problems;
}
