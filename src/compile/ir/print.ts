import { internalError } from '../../language/source/internal-error';
import { type CodeLine, textOf } from '../code-line';
import type { Kind } from './kind';
import type { Atom, Block, Call, Data, FunctionId, Statement, Variable } from './tree';
import type { IrProgram } from './program';

/** Prints a program of the intermediate representation, one statement a line. */
export function printProgram(program: IrProgram): string {
  return textOf(programLines(program, [...program.functions.keys()]));
}

/** Returns functions of a program as lines, one statement a line, with an empty line between functions. */
export function programLines({ functions }: IrProgram, ids: readonly FunctionId[]): readonly CodeLine[] {
  const name = (id: number): string => `${functions.get(id)?.name ?? 'function'}.${id}`;
  const lines: CodeLine[] = [];
  for (const id of ids) {
    const { parameters, body } = functions.get(id) ?? internalError('a function');
    const within = name(id);
    const before = lines.at(-1);
    if (before !== undefined) lines.push({ text: '', within: before.within });
    const write: Write = (text, of) => {
      lines.push({ text, within, origin: of?.origin, isDerivative: of !== undefined && isOfDerivative(of) });
    };
    write(`function ${within}(${binders(parameters)})`);
    writeBlock(write, body, 1, name);
  }
  return lines;
}

type NameOf = (id: FunctionId) => string;
/** Writes a line, of a statement if it is its first. */
type Write = (text: string, of?: Statement) => void;

function writeBlock(write: Write, block: Block, depth: number, name: NameOf): void {
  const indent = '  '.repeat(depth);
  for (const statement of block.statements) {
    const { targets } = statement;
    const [head, ...blocks] = partsOf(statement, name);
    let text = `${indent}${targets.length === 0 ? '' : `${all(targets)} = `}${head}`;
    blocks.forEach(([inner, after], i) => {
      write(`${text}{`, i === 0 ? statement : undefined);
      writeBlock(write, inner, depth + 1, name);
      text = `${indent}}${after}`;
    });
    write(text, blocks.length === 0 ? statement : undefined);
  }
  write(`${indent}results ${all(block.results)}`);
}

/** Whether a statement computes an adjoint or a tangent, or moves one. */
function isOfDerivative(statement: Statement): boolean {
  switch (statement.tag) {
    case 'operation':
      return statement.derivative;
    case 'shadow':
    case 'accumulate':
    case 'addAll':
      return true;
    default:
      return false;
  }
}

/** The right side of a statement: its text up to its first block, and each block with the text after it. */
type Parts = readonly [head: string, ...blocks: (readonly [Block, after: string])[]];

function all(atoms: readonly Atom[]): string {
  return atoms.map((atom) => show(atom)).join(', ');
}

function partsOf(statement: Statement, name: NameOf): Parts {
  switch (statement.tag) {
    case 'build':
      return [`build ${show(statement.index)} < ${show(statement.count)} `, [statement.body, '']];
    case 'if':
      return [`if ${show(statement.condition)} `, [statement.consequent, ' else '], [statement.alternative, '']];
    case 'for':
      return [
        `for ${show(statement.index)} < ${show(statement.count)}${statement.down ? ' down' : ''} (${carried(statement)}) `,
        [statement.body, ''],
      ];
    case 'while':
      return [
        `while (${carried(statement)}) `,
        [statement.header, ' exit '],
        [statement.exit, ' body '],
        [statement.body, ''],
      ];
    case 'derivative':
      return [
        `${statement.operator} (${binders(statement.parameters)}) `,
        [statement.body, ` at ${all(statement.point)} along ${all(statement.direction)}`],
      ];
    default:
      return [textOfOne(statement, name)];
  }
}

type Nested = Extract<Statement, { tag: 'build' | 'if' | 'for' | 'while' | 'derivative' }>;

/** The right side of a statement without blocks. */
function textOfOne(statement: Exclude<Statement, Nested>, name: NameOf): string {
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
    case 'update':
      return `update ${show(statement.array)}[${show(statement.index)}] = ${all(statement.values)}`;
    case 'show':
      return `show ${show(statement.number)}`;
    case 'append':
      return `append ${show(statement.left)} ${show(statement.right)}`;
    case 'spine':
      return `spine ${show(statement.list)}${below(statement)}`;
    case 'spines':
      return `spines ${all(statement.lists)} below ${show(statement.count)}`;
    case 'steps': {
      const lists = statement.lists.map(({ list, ahead }) => `${show(list)}${ahead === 0 ? '' : ` after ${ahead}`}`);
      return `steps ${lists.join(', ')}${below(statement)}`;
    }
    case 'rest':
      return `rest ${show(statement.list)} after ${show(statement.after)}`;
    case 'link':
      return `link ${show(statement.cell)} = ${show(statement.rest)}`;
    case 'call':
      return `call ${statement.again === true ? 'again ' : ''}${name(statement.callee)}(${all(statement.arguments)})${updated(statement)}`;
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
}

function below({ most }: { readonly most?: Atom | undefined }): string {
  return most === undefined ? '' : ` below ${show(most)}`;
}

function updated({ updates = [], arguments: given }: Call): string {
  const arrays = updates.flatMap(({ argument }) => given[argument] ?? []);
  return arrays.length === 0 ? '' : ` updates ${all(arrays)}`;
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

/** Returns the name of a variable, or a constant. */
export function show(atom: Atom, depth = 0): string {
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
