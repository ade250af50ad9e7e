import { atomsIn, innerBlocks } from './blocks';
import type { Atom, Block, IrProgram, Kind, Statement, Variable } from './tree';

/** Returns what is wrong with a program: variables that are used outside their scope, or numbers of atoms that do not fit. */
export function checkProgram(program: IrProgram): readonly string[] {
  const problems: string[] = [];
  for (const { name, id, parameters, body } of program.functions.values()) {
    const scope = new Set<number>();
    const bind = (variables: readonly Variable[]): void => {
      for (const variable of variables) scope.add(variable.id);
    };
    const say = (what: string): void => {
      problems.push(`${name}.${id}: ${what}`);
    };
    const use = (atom: Atom, statement: string): void => {
      if (atom.tag === 'variable' && !scope.has(atom.id))
        say(`${statement} uses variable ${atom.id} outside its scope`);
    };
    const block = (inner: Block, where: string): void => {
      const own: Variable[] = [];
      for (const statement of inner.statements) {
        see(statement);
        own.push(...statement.targets);
      }
      for (const result of inner.results) use(result, where);
      for (const variable of own) scope.delete(variable.id);
    };
    const fit = (
      atoms: readonly { readonly kind: Kind }[],
      others: readonly { readonly kind: Kind }[],
      what: string,
    ): void => {
      if (atoms.length !== others.length) say(`${what}: ${atoms.length} atoms for ${others.length}`);
      else if (atoms.some((atom, i) => atom.kind !== others[i]?.kind)) say(`${what}: kinds differ`);
    };
    const see = (statement: Statement): void => {
      for (const atom of atomsIn(statement)) use(atom, statement.tag);
      const { targets } = statement;
      switch (statement.tag) {
        case 'while': {
          const { header, exit, body: round } = statement;
          bind(statement.parameters);
          fit(statement.initial, statement.parameters, 'while');
          fit(round.results, statement.parameters, 'body of while');
          fit(exit.results, targets, 'exit of while');
          header.statements.forEach(see);
          for (const inner of header.statements) bind(inner.targets);
          for (const result of header.results) use(result, 'header');
          block(exit, 'exit');
          block(round, 'body');
          for (const variable of [...header.statements.flatMap((each) => each.targets), ...statement.parameters]) {
            scope.delete(variable.id);
          }
          break;
        }
        default:
          for (const inner of innerBlocks(statement)) {
            bind(inner.binds);
            block(inner.block, statement.tag);
            for (const variable of inner.binds) scope.delete(variable.id);
          }
          if (statement.tag === 'if') {
            fit(statement.consequent.results, targets, 'if');
            fit(statement.alternative.results, targets, 'else');
          } else if (statement.tag === 'for') {
            fit(statement.initial, statement.parameters, 'for');
            fit(statement.body.results, statement.parameters, 'body of for');
            fit(targets, statement.parameters, 'for');
          } else if (statement.tag === 'call') {
            const callee = program.functions.get(statement.callee);
            if (callee === undefined) say(`no function ${statement.callee}`);
            else {
              fit(statement.arguments, callee.parameters, `call of ${callee.name}`);
              fit(targets, callee.body.results, `results of ${callee.name}`);
            }
          } else if (statement.tag === 'move') fit(statement.values, targets, 'move');
      }
      bind(targets);
    };
    bind(parameters);
    block(body, 'results');
  }
  return problems;
}
