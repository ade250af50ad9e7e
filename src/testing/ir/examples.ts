import { Differentiator } from '../../compile/differentiate/differentiate';
import { flatten } from '../../compile/flatten/flatten';
import type { Kinds } from '../../compile/flatten/kinds';
import { visit } from '../../compile/ir/blocks';
import { Builder, Numbers } from '../../compile/ir/builder';
import { checkProgram } from '../../compile/ir/check';
import { copyBlock } from '../../compile/ir/copy';
import { printProgram } from '../../compile/ir/print';
import type { Kind } from '../../compile/ir/kind';
import type { Atom, Block, Variable } from '../../compile/ir/tree';
import type { IrFunction, IrProgram } from '../../compile/ir/program';
import { inline } from '../../compile/optimise/inline';
import { changed, type Step } from '../../compile/optimise/optimise';
import { mainOf } from '../../ad/main';
import type { Main } from '../../ad/engine';
import { checked } from '../checked';
import { stagesOf } from './stages';

/** What a pass may need beside a block. */
export interface Around {
  readonly numbers: Numbers;
  readonly kinds: Kinds;
}

type Pass = (block: Block, around: Around) => Block;

/** Adds statements that use up to four variables, and returns results. */
export type Write = (b: Builder, x: Variable, y: Variable, z: Variable, w: Variable) => readonly Atom[];

/** Makes functions that are written by hand. */
export type Functions = (numbers: Numbers) => readonly Pick<IrFunction, 'name' | 'parameters' | 'body'>[];

/** Prints the value of a program after passes; its derivatives are written out only if a pass does that. */
export function valueAfter(text: string, ...passes: readonly Pass[]): string {
  const flat = flatten(mainIn(text));
  if (flat.tag === 'unsupported') throw flat.reason;
  const { program, numbers, kinds } = flat;
  const inlined = inline(program, numbers, kinds);
  const steps = passes.map((pass): Step => ({ name: 'pass', change: (block) => pass(block, { numbers, kinds }) }));
  const { functions, entries } = changed(inlined, steps);
  const main = functions.get(entries.get('value') ?? -1);
  return main === undefined ? '' : printed(main.parameters, main.body);
}

/** Prints the gradient of a program before a pass and after it. */
export function gradientAround(text: string, pass: string): { readonly before: string; readonly after: string } {
  const stages = stagesOf(mainIn(text));
  const all = stages?.after ?? [];
  const at = all.findIndex((stage) => stage.pass.startsWith(pass));
  const [before, after] = [all[at - 1], all[at]].map((stage) => {
    const main = stage?.program.functions.get(stage.program.entries.get('gradient') ?? -1);
    return main === undefined ? '' : printed(main.parameters, main.body);
  });
  return { before: before ?? '', after: after ?? '' };
}

/** Returns how many counted loops a program has that is printed. */
export function loopsIn(text: string): number {
  return text.match(/\bfor n\d+ </g)?.length ?? 0;
}

/** Returns four variables; if there are fewer, the last is repeated. */
export function four(variables: readonly Variable[]): readonly [Variable, Variable, Variable, Variable] {
  const [x, y = x, z = y, w = z] = variables;
  if (x === undefined || y === undefined || z === undefined || w === undefined) throw new Error('no variable');
  return [x, y, z, w];
}

/** Prints a block that is written by hand, after a pass. */
export function blockAfter(
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
  pass: (block: Block, numbers: Numbers, parameters: readonly Variable[]) => Block,
): string {
  const numbers = new Numbers();
  const parameters = kinds.map((kind) => numbers.variable(kind));
  const builder = new Builder(numbers);
  const results = write(builder, ...parameters);
  return printed(parameters, pass(builder.block(results), numbers, parameters));
}

/** Returns the statements of a block that is printed, in one line. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .join('; ');
}

/**
 * Prints a program that is written by hand after its derivatives are written out. It must be correct; only data is a shadow,
 * and no loop forgets what its rounds made, which the way back needs.
 */
export function derivativesIn(write: Functions): string {
  const numbers = new Numbers();
  const functions = new Map(write(numbers).map((each) => [numbers.functionId(), each] as const));
  const source = { functions: new Map([...functions].map(([id, each]) => [id, { ...each, id }])), entries: new Map() };
  const { program, shadows } = new Differentiator(source, numbers).program(source);
  const problems = [...checkProgram(program)];
  for (const { body } of program.functions.values()) {
    visit(body, (statement) => {
      if ((statement.tag === 'for' || statement.tag === 'while') && statement.forgets) problems.push('a loop forgets');
      if (statement.tag === 'accumulate' && statement.shadow.tag === 'variable' && !shadows.has(statement.shadow.id)) {
        problems.push(`${statement.shadow.id} is no shadow`);
      }
      for (const { id, kind } of statement.targets) {
        if (shadows.has(id) && typeof kind !== 'object') problems.push(`${kind} ${id} is a shadow`);
      }
    });
  }
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printProgram(program)}`);
  return printedWhole(program);
}

/** Prints a program with the numbers of the variables of each function from 0 on. */
export function printedWhole({ functions, entries }: IrProgram): string {
  const own = [...functions].map(([id, each]) => [id, renumbered(each)] as const);
  return printProgram({ functions: new Map(own), entries }).trimEnd();
}

/** Prints a block with the numbers of its variables from 0 on. */
function printed(parameters: readonly Variable[], body: Block): string {
  const made = renumbered({ id: 0, name: 'main', parameters, body });
  const text = printProgram({ functions: new Map([[0, made]]), entries: new Map() });
  return text.replace(/^function main\.0/, 'main').trimEnd();
}

/** Returns a function with the numbers of its variables from 0 on. */
function renumbered(given: IrFunction): IrFunction {
  const numbers = new Numbers();
  const atoms = new Map<number, Atom>();
  const parameters = given.parameters.map((parameter) => {
    const made = numbers.variable(parameter.kind);
    atoms.set(parameter.id, made);
    return made;
  });
  return { ...given, parameters, body: copyBlock(given.body, numbers, atoms) };
}

/** Returns the main expression of a program, which is not run. */
function mainIn(text: string): Main {
  const found = mainOf(checked(`${text}\n`));
  if (found === undefined) throw new Error(`nothing to differentiate\n${text}`);
  return found.main;
}
