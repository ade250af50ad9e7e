import { internalError } from '../../language/source/internal-error';
import type { Atom, Block, Data, IrFunction, IrProgram, Kind, Statement, Variable } from './tree';

/** Prints a program of the intermediate representation, one statement a line. */
export function printProgram({ functions }: IrProgram): string {
  const name = (id: number): string => `${functions.get(id)?.name ?? 'function'}.${id}`;
  return [...functions.values()].map((each) => printFunction(each, name)).join('\n');
}

function printFunction({ id, parameters, body }: IrFunction, name: (id: number) => string): string {
  return `function ${name(id)}(${binders(parameters)})\n${lines(body, 1, name)}`;
}

function lines(block: Block, depth: number, name: (id: number) => string): string {
  const indent = '  '.repeat(depth);
  const own = block.statements.map((statement) => `${indent}${line(statement, depth, name)}\n`);
  return `${own.join('')}${indent}results ${block.results.map((atom) => show(atom)).join(', ')}\n`;
}

function line(statement: Statement, depth: number, name: (id: number) => string): string {
  const nested = (block: Block): string => `{\n${lines(block, depth + 1, name)}${'  '.repeat(depth)}}`;
  const all = (atoms: readonly Atom[]): string => atoms.map((atom) => show(atom)).join(', ');
  const right = ((): string => {
    switch (statement.tag) {
      case 'move':
        return `${statement.finite ? 'finite ' : ''}${all(statement.values)}`;
      case 'operation': {
        // Operations of derivatives on reals are never tested.
        const isUntested = statement.derivative && statement.targets[0]?.kind === 'int';
        return `${statement.operation} ${all(statement.arguments)}${isUntested ? ' untested' : ''}`;
      }
      case 'construct':
        return `new ${constructorName(statement.targets[0]?.kind, statement.constructor_)}(${all(statement.fields)})`;
      case 'tag':
        return `tag ${show(statement.value)}`;
      case 'field':
        return `field ${show(statement.value)} ${constructorName(statement.value.kind, statement.constructor_)}.${statement.index}`;
      case 'array':
        return `array [${statement.items.map(all).join('; ')}]`;
      case 'length':
        return `length ${show(statement.array)}`;
      case 'item':
        return `item ${show(statement.array)}[${show(statement.index)}]${statement.checked ? '' : ' unchecked'}${statement.absentIsZero === true ? ' or 0' : ''}`;
      case 'build':
        return `build ${show(statement.index)} < ${show(statement.count)} ${nested(statement.body)}`;
      case 'update':
        return `update ${show(statement.array)}[${show(statement.index)}] = ${all(statement.values)}`;
      case 'show':
        return `show ${show(statement.number)}`;
      case 'append':
        return `append ${show(statement.left)} ${show(statement.right)}`;
      case 'spine':
        return `spine ${show(statement.list)}${below(statement)}`;
      case 'steps': {
        const lists = statement.lists.map(({ list, ahead }) => `${show(list)}${ahead === 0 ? '' : ` after ${ahead}`}`);
        return `steps ${lists.join(', ')}${below(statement)}`;
      }
      case 'if':
        return `if ${show(statement.condition)} ${nested(statement.consequent)} else ${nested(statement.alternative)}`;
      case 'for':
        return `for ${show(statement.index)} < ${show(statement.count)}${statement.down ? ' down' : ''} (${carried(statement)}) ${nested(statement.body)}`;
      case 'while':
        return `while (${carried(statement)}) ${nested(statement.header)} exit ${nested(statement.exit)} body ${nested(statement.body)}`;
      case 'call':
        return `call ${name(statement.callee)}(${all(statement.arguments)})`;
      case 'derivative':
        return `${statement.operator} (${binders(statement.parameters)}) ${nested(statement.body)} at ${all(statement.point)} along ${all(statement.direction)}`;
      case 'fail':
        return statement.memory === true ? 'fail memory' : 'fail';
      case 'note': {
        const { site, caller, values } = statement;
        return `note ${site}${caller === undefined ? '' : ` at ${show(caller)}`} of ${all(values)}`;
      }
      case 'shadow':
        return `shadow ${show(statement.of)}`;
      case 'accumulate': {
        const { place } = statement;
        const where =
          place.tag === 'item'
            ? `[${show(place.index)}].${place.part}`
            : `${constructorName(statement.shadow.kind, place.constructor_)}.${place.index}`;
        return `accumulate ${show(statement.shadow)} ${where} ${statement.replaces === true ? '=' : '+='} ${show(statement.amount)}${statement.present === true ? ' present' : ''}`;
      }
      case 'addAll':
        return `addAll ${show(statement.shadow)} += ${show(statement.value)}${statement.lenient ? ' or 0' : ''} like ${show(statement.like)}`;
      case 'watched':
        return `watched ${statement.watch} of ${all(statement.values)}`;
      case 'push':
        return `push ${all(statement.values)}`;
      case 'pop':
        return 'pop';
      case 'mark':
        return 'mark';
      case 'release':
        return `release ${show(statement.mark)}`;
      case 'tape':
        return `tape ${show(statement.count)}`;
      case 'keep':
        return `keep ${show(statement.array)}[${show(statement.index)}] = ${all(statement.values)}`;
    }
  })();
  return statement.targets.length === 0 ? right : `${all(statement.targets)} = ${right}`;
}

function below({ most }: { readonly most?: Atom | undefined }): string {
  return most === undefined ? '' : ` below ${show(most)}`;
}

function carried({ parameters, initial }: { parameters: readonly Variable[]; initial: readonly Atom[] }): string {
  return parameters.map((each, i) => `${show(each)} = ${show(initial[i] ?? internalError('no initial'))}`).join(', ');
}

function binders(variables: readonly Variable[]): string {
  return variables.map((each) => `${show(each)} : ${showKind(each.kind)}`).join(', ');
}

export function showKind(kind: Kind): string {
  if (typeof kind === 'string') return kind;
  if (kind.tag === 'string') return 'string';
  return kind.tag === 'array' ? `array${kind.id}` : kind.name;
}

function constructorName(kind: Kind | undefined, index: number): string {
  return (typeof kind === 'object' && kind.tag === 'variant' ? kind.constructors[index]?.name : undefined) ?? '?';
}

const PREFIX = { real: 'r', int: 'n', bool: 'b' } as const;

/** The depth to which constant data is printed: a list can be long. */
const DEEPEST = 8;

function show(atom: Atom, depth = 0): string {
  if (atom.tag === 'variable') {
    const prefix = typeof atom.kind === 'string' ? PREFIX[atom.kind] : 'd';
    return `${prefix}${atom.id}`;
  }
  return typeof atom.value === 'object' ? showData(atom.value, atom.kind, depth) : String(atom.value);
}

function showData({ constructor_, parts, text }: Data, kind: Kind, depth: number): string {
  if (text !== undefined) return JSON.stringify(text);
  if (depth > DEEPEST) return '...';
  const shown = parts.length > 8 ? `${parts.length} parts` : parts.map((part) => show(part, depth + 1)).join(', ');
  return `${typeof kind === 'object' && kind.tag === 'variant' ? constructorName(kind, constructor_) : 'array'}(${shown})`;
}
