import type { CoreProgram, Term, VariantDeclaration } from '../language/core/tree';
import { fail } from '../language/core/builders';
import { assertNever } from '../language/source/internal-error';
import { NOWHERE, type Span } from '../language/source/span';
import { FunctionCode, type Instruction, OP, UNBOUNDED } from './code';
import { compileTerm } from './compile-term';
import { type CompileOptions, Compiler, type Goal } from './compiler';
import { type VariableLocation, bindPattern, CodeScope, type Unpacking } from './scope';
import { noValue } from './misfit';
import type { Value } from './value';

export interface Executable {
  readonly program: CoreProgram;
  readonly variants: readonly VariantDeclaration[];
  readonly main: FunctionCode;
  readonly constants: readonly Value[];
  /** The places of the instructions, by `Instruction.origin`. */
  readonly origins: readonly Span[];
  /** The location of each bound name. */
  readonly binders: ReadonlyMap<string, VariableLocation>;
  /** The slot of each term whose value is kept in one; empty without marks. */
  readonly places: ReadonlyMap<Term, number>;
}

/** Compiles core to code, iteratively, because terms can have any depth. */
export function compile(program: CoreProgram, options: CompileOptions = {}): Executable {
  const compiler = new Compiler(compileTerm, options);
  const main = new FunctionCode('the program', [], NOWHERE, compiler.halt);
  const scope = new CodeScope(main, undefined);
  const slots = globals(program, scope);
  const free = main.size;
  const item = (i: number, next: Instruction): void => {
    const current = program.items[i];
    if (current === undefined) {
      main.entry = next;
      return;
    }
    const unpacking = slots[i] ?? { slot: 0, unpacking: [] };
    const { slot } = unpacking;
    const goal: Goal = { scope, run: false, free, target: slot, next };
    switch (current.tag) {
      case 'let': {
        const unpack = compiler.bound(
          current.pattern,
          slot,
          current.value,
          compiler.unpack(unpacking.unpacking, current.value, next),
        );
        compiler.schedule(current.value, { ...goal, next: unpack }, (entry) => {
          item(i - 1, entry);
        });
        return;
      }
      case 'letrec': {
        const letrec = compiler.instruction(OP.letrec, undefined, current.origin);
        letrec.target = slot;
        letrec.codes = compiler.recursive(current.functions, scope);
        letrec.b = options.bound ?? UNBOUNDED;
        letrec.next = next;
        compiler.later(() => {
          item(i - 1, letrec);
        });
        return;
      }
      case 'data': {
        if (current.given !== undefined) {
          const move = compiler.instruction(OP.move, undefined, current.origin);
          move.a = compiler.given(current.given.value);
          move.target = slot;
          move.next = next;
          item(i - 1, move);
          return;
        }
        const label = current.label ?? current.name;
        const value = current.value ?? fail('no-value', noValue(label), current.type, current.origin);
        const begin = compiler.instruction(OP.inputBegin, value, current.origin);
        const end = compiler.instruction(OP.dataEnd, value, current.origin);
        begin.name = end.name = current.name;
        begin.target = end.target = slot;
        end.next = next;
        begin.alternative = end;
        compiler.schedule(value, { ...goal, next: end }, (entry) => {
          begin.next = entry;
          item(i - 1, begin);
        });
        return;
      }
      case 'input': {
        const begin = compiler.instruction(OP.inputBegin, current.value, current.origin);
        const end = compiler.instruction(OP.inputEnd, current.value, current.origin);
        begin.name = end.name = current.name;
        begin.target = end.target = slot;
        end.next = next;
        begin.alternative = end;
        compiler.schedule(current.value, { ...goal, next: end }, (entry) => {
          begin.next = entry;
          item(i - 1, begin);
        });
        return;
      }
      case 'output': {
        const output = compiler.instruction(OP.output, current.term, current.origin);
        output.a = free;
        output.next = next;
        scope.reserve(free + 1);
        compiler.schedule(current.term, { ...goal, trivial: true, target: free, next: output }, (entry) => {
          item(i - 1, entry);
        });
        return;
      }
      default:
        assertNever(current);
    }
  };
  item(program.items.length - 1, compiler.halt);
  compiler.work();
  const { constants, origins, places } = compiler;
  return { program, variants: program.variants, main, constants, origins, binders: scope.binders, places };
}

/** Assigns slots to top-level names. They are used for nothing else, so closures need not capture them. */
function globals(
  program: CoreProgram,
  scope: CodeScope,
): readonly { readonly slot: number; readonly unpacking: readonly Unpacking[] }[] {
  return program.items.map((item) => {
    const slot = scope.code.size;
    switch (item.tag) {
      case 'let':
        scope.reserve(slot + 1);
        return { slot, unpacking: bindPattern(scope, item.pattern, slot, slot + 1, true).unpacking };
      case 'letrec':
        item.functions.forEach((f, k) => {
          scope.bind(f.name, slot + k, true);
        });
        return { slot, unpacking: [] };
      case 'input':
      case 'data':
        scope.bind(item.name, slot, true);
        return { slot, unpacking: [] };
      case 'output':
        return { slot, unpacking: [] };
      default:
        return assertNever(item);
    }
  });
}
