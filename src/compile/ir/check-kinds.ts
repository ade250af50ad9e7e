import { assertNever } from '../../language/source/internal-error';
import { operationRow } from '../../language/operations/table';
import { rootsOf } from './roots';
import type { ArrayLayout, Kind, VariantLayout } from './kind';
import type { Atom, Statement } from './tree';
import type { IrProgram } from './program';

type Kinded = readonly { readonly kind: Kind }[];

/** Returns which atoms of a statement have kinds that do not fit, or are too many or too few. */
export function kindProblems(statement: Statement, program: IrProgram): readonly string[] {
  const problems: string[] = [];
  const { tag, targets } = statement;
  const fit = (atoms: Kinded, kinds: readonly Kind[], what: string): void => {
    if (atoms.length !== kinds.length) problems.push(`${what}: ${atoms.length} atoms for ${kinds.length}`);
    else if (atoms.some(({ kind }, i) => !isSame(kind, kinds[i]))) problems.push(`${what}: kinds differ`);
  };
  const are = (atoms: readonly Atom[], ...kinds: readonly Kind[]): void => {
    fit(atoms, kinds, tag);
  };
  const gives = (...kinds: readonly Kind[]): void => {
    fit(targets, kinds, `targets of ${tag}`);
  };
  const array = ({ kind }: { readonly kind: Kind }): ArrayLayout | undefined => {
    if (typeof kind === 'object' && kind.tag === 'array') return kind;
    problems.push(`${tag}: no array`);
    return undefined;
  };
  const variant = ({ kind }: { readonly kind: Kind }): VariantLayout | undefined => {
    if (typeof kind === 'object' && kind.tag === 'variant') return kind;
    problems.push(`${tag}: no variant`);
    return undefined;
  };
  const [target] = targets;
  switch (tag) {
    case 'move':
      fit(statement.values, kindsOf(targets), tag);
      break;
    case 'operation': {
      const { parameters, result } = operationRow(statement.operation);
      const kinds = parameters.map((kind): Kind => (kind === 'string' ? { tag: 'string' } : kind));
      fit(statement.arguments, kinds, statement.operation);
      if (result === 'string') problems.push(`${statement.operation} gives a string`);
      else gives(result);
      break;
    }
    case 'construct': {
      const fields = (target === undefined ? undefined : variant(target))?.constructors[statement.constructor_]?.fields;
      if (fields === undefined) problems.push(`${tag}: no such constructor`);
      else are(statement.fields, ...fields);
      if (targets.length !== 1) problems.push(`${tag}: ${targets.length} targets`);
      break;
    }
    case 'tag':
      variant(statement.value);
      gives('int');
      break;
    case 'field': {
      const field = variant(statement.value)?.constructors[statement.constructor_]?.fields[statement.index];
      if (field === undefined) problems.push(`${tag}: no such field`);
      else gives(field);
      break;
    }
    case 'array': {
      const layout = target === undefined ? undefined : array(target);
      for (const item of statement.items) are(item, ...(layout?.item ?? []));
      if (targets.length !== 1) problems.push(`${tag}: ${targets.length} targets`);
      break;
    }
    case 'length': {
      const { kind } = statement.array;
      if (typeof kind !== 'object' || kind.tag === 'string') problems.push(`${tag}: no array or list`);
      gives('int');
      break;
    }
    case 'item':
      are([statement.index], 'int');
      gives(...(array(statement.array)?.item ?? []));
      break;
    case 'build':
      are([statement.count, statement.index], 'int', 'int');
      fit(
        statement.body.results,
        targets.flatMap((each) => array(each)?.item ?? []),
        'body of build',
      );
      break;
    case 'append':
      are([statement.left, statement.right], ...kindsOf([...targets, ...targets]));
      break;
    case 'show':
      are([statement.number], 'real');
      fit(targets, [{ tag: 'string' }], tag);
      break;
    case 'spine':
      variant(statement.list);
      fit([statement.list], (target === undefined ? undefined : array(target))?.item ?? [], tag);
      if (statement.most !== undefined) are([statement.most], 'int');
      break;
    case 'spines':
      for (const list of statement.lists) variant(list);
      fit(
        statement.lists,
        targets.flatMap((each) => array(each)?.item ?? []),
        tag,
      );
      are([statement.count], 'int');
      break;
    case 'steps':
      for (const { list } of statement.lists) variant(list);
      if (statement.most !== undefined) are([statement.most], 'int');
      gives('int');
      break;
    case 'rest':
      variant(statement.list);
      are([statement.after], 'int');
      gives(statement.list.kind);
      break;
    case 'link':
      variant(statement.cell);
      are([statement.rest], statement.cell.kind);
      gives();
      break;
    case 'if':
      are([statement.condition], 'bool');
      fit(statement.consequent.results, kindsOf(targets), 'if');
      fit(statement.alternative.results, kindsOf(targets), 'else');
      break;
    case 'for': {
      const kinds = kindsOf(statement.parameters);
      are([statement.count, statement.index], 'int', 'int');
      fit(statement.initial, kinds, 'for');
      fit(statement.body.results, kinds, 'body of for');
      gives(...kinds);
      break;
    }
    case 'while': {
      const kinds = kindsOf(statement.parameters);
      fit(statement.initial, kinds, 'while');
      fit(statement.header.results, ['bool'], 'header of while');
      fit(statement.body.results, kinds, 'body of while');
      fit(statement.exit.results, kindsOf(targets), 'exit of while');
      break;
    }
    case 'call': {
      const callee = program.functions.get(statement.callee);
      if (callee === undefined) problems.push(`no function ${statement.callee}`);
      else {
        fit(statement.arguments, kindsOf(callee.parameters), `call of ${callee.name}`);
        fit(targets, kindsOf(callee.body.results), `results of ${callee.name}`);
        const roots = statement.updates && rootsOf(callee.body);
        for (const { argument, result } of statement.updates ?? []) {
          const made = callee.body.results[result];
          const root = made?.tag === 'variable' ? (roots?.get(made.id) ?? made) : undefined;
          if (root?.id === undefined || root.id !== callee.parameters[argument]?.id) {
            problems.push(`result ${result} of ${callee.name} is not its parameter ${argument}`);
          }
        }
      }
      break;
    }
    case 'derivative': {
      const { operator, parameters, point, direction, withValue, body } = statement;
      const [own, results] = [kindsOf(parameters), kindsOf(body.results)];
      fit(point, own, `point of ${operator}`);
      fit(direction, operator === 'rd' ? results : own, `direction of ${operator}`);
      gives(...(operator === 'rd' ? own : results), ...(withValue ? results : []));
      break;
    }
    case 'fail':
    case 'pop':
    case 'push':
    case 'watched':
      break;
    case 'shadow':
      gives(statement.of.kind);
      break;
    case 'accumulate': {
      const { shadow, place } = statement;
      are([statement.amount], 'real');
      if (place.tag === 'item') are([place.index], 'int');
      const kind =
        place.tag === 'item'
          ? array(shadow)?.item[place.part]
          : variant(shadow)?.constructors[place.constructor_]?.fields[place.index];
      if (kind !== 'real') problems.push(`${tag}: no real`);
      break;
    }
    case 'addAll':
      are([statement.value, statement.like], statement.shadow.kind, statement.shadow.kind);
      break;
    case 'note':
      break;
    case 'mark':
      gives('int');
      break;
    case 'release':
      are([statement.mark], 'int');
      break;
    case 'tape':
      are([statement.count], 'int');
      if (target !== undefined) array(target);
      break;
    case 'keep':
      are([statement.index], 'int');
      are(statement.values, ...(array(statement.array)?.item ?? []));
      break;
    case 'update':
      are([statement.index], 'int');
      are(statement.values, ...(array(statement.array)?.item ?? []));
      gives(statement.array.kind);
      break;
    default:
      assertNever(statement);
  }
  return problems;
}

function kindsOf(atoms: Kinded): readonly Kind[] {
  return atoms.map(({ kind }) => kind);
}

function isSame(left: Kind, right: Kind | undefined): boolean {
  if (left === right) return true;
  return typeof left === 'object' && typeof right === 'object' && left.tag === 'string' && right.tag === 'string';
}
