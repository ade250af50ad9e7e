import type { Lambda, Pattern } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { CAPTURED, encode, type FunctionCode, GLOBAL } from './code';

/** The locations of variables in the compiled code of one function. */
export class CodeScope {
  readonly code: FunctionCode;
  readonly parent: CodeScope | undefined;
  /** The bindings of the whole program, shared by all scopes. */
  readonly binders: Map<string, VariableLocation>;
  private readonly captured = new Map<string, number>();
  /** Slots of this activation's copies of bounded functions, which replace those outside (Figure 8). */
  private readonly own = new Map<string, number>();
  /** Functions inside this one, which are compiled once even if a body is compiled in two modes. */
  readonly functions = new Map<Lambda, FunctionCode>();

  constructor(code: FunctionCode, parent: CodeScope | undefined) {
    this.code = code;
    this.parent = parent;
    this.binders = parent === undefined ? new Map<string, VariableLocation>() : parent.binders;
  }

  bind(name: string, slot: number, isGlobal: boolean): void {
    this.binders.set(name, { scope: this, slot, isGlobal });
    this.reserve(slot + 1);
  }

  /** Makes the name refer to a slot inside this function. */
  rebind(name: string, slot: number): void {
    this.own.set(name, slot);
    this.reserve(slot + 1);
  }

  reserve(size: number): void {
    if (size > this.code.size) this.code.size = size;
  }

  /** Returns the operand of a variable; functions on the way to its activation capture it. */
  resolve(name: string): number {
    const binding = this.binders.get(name) ?? internalError(`the variable ${name} is not bound`);
    if (binding.isGlobal && !this.isRebound(name)) return encode(GLOBAL, binding.slot);
    const { between, operand: outer } = this.path(name, binding);
    let operand = outer;
    for (let i = between.length - 1; i >= 0; i--) {
      const scope = between[i];
      if (scope !== undefined) operand = scope.capture(name, operand);
    }
    return operand;
  }

  private isRebound(name: string): boolean {
    return this.own.has(name) || (this.parent?.isRebound(name) ?? false);
  }

  /** Returns the functions from here outwards that do not have the variable yet, and its operand in the next one. */
  private path(
    name: string,
    binding: VariableLocation,
  ): { readonly between: readonly CodeScope[]; readonly operand: number } {
    const between: CodeScope[] = [];
    const seek = (scope: CodeScope | undefined): CodeScope | undefined =>
      scope === undefined || scope.own.has(name) || scope === binding.scope || scope.captured.has(name)
        ? scope
        : undefined;
    let found = seek(this);
    if (found === undefined) between.push(this);
    for (let scope = this.parent; found === undefined && scope !== undefined; scope = scope.parent) {
      found = seek(scope);
      if (found === undefined) between.push(scope);
    }
    if (found === undefined) return internalError(`the variable ${name} is not in scope`);
    const own = found.own.get(name) ?? (found === binding.scope ? binding.slot : undefined);
    return { between, operand: own ?? found.captured.get(name) ?? 0 };
  }

  private capture(name: string, operand: number): number {
    const place = encode(CAPTURED, this.code.captures.length);
    this.code.captures.push(operand);
    this.code.captured.push(name);
    this.captured.set(name, place);
    return place;
  }

  /** Returns the slot of a variable of this activation, unless it is a top-level one. */
  slotOf(name: string): number | undefined {
    const binding = this.binders.get(name);
    return binding?.scope === this && !binding.isGlobal ? binding.slot : undefined;
  }
}

/** The location of a bound name of the program. */
export interface VariableLocation {
  readonly scope: CodeScope;
  readonly slot: number;
  readonly isGlobal: boolean;
}

/** One step of taking a value apart: component `index` of `from` goes to `target`. */
export interface Unpacking {
  readonly from: number;
  readonly index: number;
  readonly target: number;
  /** The pattern that the component is bound to. */
  readonly pattern: Pattern;
}

/** Assigns slots to a pattern whose value is in `slot`; its parts use the slots from `free` on. */
export function bindPattern(
  scope: CodeScope,
  pattern: Pattern,
  slot: number,
  free: number,
  isGlobal = false,
): { readonly unpacking: readonly Unpacking[]; readonly free: number } {
  const unpacking: Unpacking[] = [];
  let next = free;
  const visit = (inner: Pattern, at: number): void => {
    if (inner.tag === 'wildcard') return;
    if (inner.tag === 'variable') {
      scope.bind(inner.name, at, isGlobal);
      return;
    }
    partsOf(inner).forEach(({ pattern: part, index }) => {
      if (part.tag === 'wildcard') return;
      const target = next++;
      unpacking.push({ from: at, index, target, pattern: part });
      visit(part, target);
    });
  };
  visit(pattern, slot);
  scope.reserve(next);
  return { unpacking, free: next };
}

function partsOf(
  pattern: Extract<Pattern, { readonly tag: 'tuple' | 'record' }>,
): readonly { readonly pattern: Pattern; readonly index: number }[] {
  if (pattern.tag === 'tuple') return pattern.items.map((item, index) => ({ pattern: item, index }));
  return pattern.fields.map(({ name, pattern: inner }) => ({
    pattern: inner,
    index: fieldIndex(pattern.type, name),
  }));
}

/** Returns the index of a field. Records are arrays in the order of their types' sorted fields. */
export function fieldIndex(type: Pattern['type'], name: string): number {
  const index = type.tag === 'record' ? type.fields.findIndex((field) => field.name === name) : -1;
  return index >= 0 ? index : internalError(`no field ${name}`);
}
