import { internalError } from '../../language/source/internal-error';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { intConstant, type Numbers } from '../ir/builder';
import { blockOf, mapSame } from '../ir/same';
import type { Kind, VariantLayout } from '../ir/kind';
import type { Atom, Block, Construct, Operation, Statement, Variable } from '../ir/tree';
import { placeholder } from './tail-calls';

/** The most variables that stand for a value. */
const MOST = 8;

/**
 * Splits variants that branches and loops pass on into the index of their constructor and its fields, if they are made where
 * they come from and only matched where they go: what a loop carries as `Open balance` or `Closed` is two numbers then.
 */
export function unboxed(body: Block, numbers: Numbers): Block {
  const flow = new Flow();
  flow.block(body);
  flow.escape(body.results);
  const whole = flow.whole();
  return whole.size === 0 ? body : new Unboxer(whole, flow.made, numbers).block(body);
}

/** Where values of variants come from, and where they go. */
class Flow {
  readonly made = new Map<number, Construct>();
  /** The variables that stand for what comes from elsewhere: results of branches and loops, and parameters of loops. */
  private readonly passed = new Map<number, Variable>();
  private readonly edges: (readonly [from: Atom, to: Variable])[] = [];
  private readonly escaped = new Set<number>();

  /** Returns the variables that can be split, with those from which they come and to which they go. */
  whole(): ReadonlySet<number> {
    const whole = new Set<number>();
    for (const { id, kind } of this.passed.values())
      if (!this.escaped.has(id) && slotsOf(kind).length < MOST) whole.add(id);
    const isKnown = (from: Atom): boolean => from.tag === 'constant' || whole.has(from.id) || this.made.has(from.id);
    for (let before = -1; before !== whole.size;) {
      before = whole.size;
      for (const [from, to] of this.edges) {
        if (whole.has(to.id) && isKnown(from)) continue;
        whole.delete(to.id);
        if (from.tag === 'variable') whole.delete(from.id);
      }
    }
    return whole;
  }

  block({ statements }: Block): void {
    for (const statement of statements) this.statement(statement);
  }

  escape(atoms: readonly Atom[]): void {
    for (const atom of atoms) if (atom.tag === 'variable') this.escaped.add(atom.id);
  }

  private statement(statement: Statement): void {
    const { targets } = statement;
    for (const { block } of innerBlocks(statement)) this.block(block);
    switch (statement.tag) {
      case 'construct':
        for (const { id } of targets) this.made.set(id, statement);
        this.escape(statement.fields);
        return;
      case 'tag':
      case 'field':
        return;
      case 'move':
        if (statement.finite) this.escape(statement.values);
        else this.flows(statement.values, targets);
        return;
      case 'if':
        this.flows(statement.consequent.results, targets);
        this.flows(statement.alternative.results, targets);
        return;
      case 'for':
        this.flows(statement.initial, statement.parameters);
        this.flows(statement.body.results, statement.parameters);
        this.flows(statement.parameters, targets);
        return;
      case 'while':
        this.flows(statement.initial, statement.parameters);
        this.flows(statement.body.results, statement.parameters);
        this.flows(statement.exit.results, targets);
        return;
      default:
        this.escape(atomsIn(statement));
        for (const { block } of innerBlocks(statement)) this.escape(block.results);
    }
  }

  private flows(from: readonly Atom[], to: readonly Variable[]): void {
    to.forEach((variable, i) => {
      if (!isVariant(variable.kind)) return;
      this.passed.set(variable.id, variable);
      this.edges.push([from[i] ?? internalError('a value for each variable'), variable]);
    });
  }
}

function isVariant(kind: Kind): boolean {
  return typeof kind === 'object' && kind.tag === 'variant';
}

/** Returns the kinds of the variables that stand for the fields of a variant: a field uses the first of its kind that is free. */
function slotsOf(kind: Kind): readonly Kind[] {
  if (typeof kind !== 'object' || kind.tag !== 'variant') return internalError('a variant');
  return kind.constructors.reduce<readonly Kind[]>((slots, { fields }) => {
    const most = (each: Kind): number => Math.max(countOf(slots, each), countOf(fields, each));
    const kinds = [...new Set([...slots, ...fields])];
    return kinds.flatMap((each) => Array.from({ length: most(each) }, () => each));
  }, []);
}

function countOf(kinds: readonly Kind[], kind: Kind): number {
  return kinds.filter((each) => each === kind).length;
}

/** Returns which slot a field of a constructor uses. */
function slotAt(slots: readonly Kind[], fields: readonly Kind[], index: number): number {
  const kind = fields[index] ?? internalError('a field');
  return slots.indexOf(kind) + countOf(fields.slice(0, index), kind);
}

class Unboxer {
  private readonly whole: ReadonlySet<number>;
  private readonly made: ReadonlyMap<number, Construct>;
  private readonly numbers: Numbers;
  /** The index of the constructor and the slots of a variable. */
  private readonly parts = new Map<number, readonly Variable[]>();

  constructor(whole: ReadonlySet<number>, made: ReadonlyMap<number, Construct>, numbers: Numbers) {
    this.whole = whole;
    this.made = made;
    this.numbers = numbers;
  }

  block(block: Block): Block {
    const statements = mapSame(block.statements, (given) =>
      given.tag === 'operation' ? given : this.statement(given),
    );
    return blockOf(block, statements, block.results);
  }

  private statement(given: Exclude<Statement, Operation>): Statement {
    const { targets, origin } = given;
    const variables = (of: readonly Variable[]): readonly Variable[] =>
      of.flatMap((each) => this.partsOf(each) ?? [each]);
    const statement = withBlocks(given, (inner) => this.block(inner));
    /** Returns a block whose results go to variables. */
    const giving = ({ statements, results }: Block, to: readonly Variable[]): Block => ({
      statements,
      results: this.values(results, to),
    });
    switch (statement.tag) {
      case 'tag':
      case 'field': {
        const [index, ...slots] = this.partsOf(statement.value) ?? [];
        if (index === undefined) return statement;
        if (statement.tag === 'tag') return { tag: 'move', targets, values: [index], finite: false, origin };
        const { kind } = statement.value;
        const { fields } = constructorOf(kind, statement.constructor_);
        const slot = slots[slotAt(slotsOf(kind), fields, statement.index)] ?? internalError('a slot');
        return { tag: 'move', targets, values: [slot], finite: false, origin };
      }
      case 'move':
        return { ...statement, values: this.values(statement.values, targets), targets: variables(targets) };
      case 'if': {
        const [consequent, alternative] = [statement.consequent, statement.alternative];
        return {
          ...statement,
          consequent: giving(consequent, targets),
          alternative: giving(alternative, targets),
          targets: variables(targets),
        };
      }
      case 'for':
      case 'while': {
        const { parameters, initial, body } = statement;
        const carried = {
          parameters: variables(parameters),
          initial: this.values(initial, parameters),
          body: giving(body, parameters),
          targets: variables(targets),
        };
        if (statement.tag === 'for') return { ...statement, ...carried };
        return { ...statement, ...carried, exit: giving(statement.exit, targets) };
      }
      default:
        return statement;
    }
  }

  /** Returns what goes to variables that may be split. */
  private values(from: readonly Atom[], to: readonly Variable[]): readonly Atom[] {
    return to.flatMap((variable, i) => {
      const atom = from[i] ?? internalError('a value for each variable');
      return this.whole.has(variable.id) ? this.split(atom, variable.kind) : [atom];
    });
  }

  private split(atom: Atom, kind: Kind): readonly Atom[] {
    const parts = this.partsOf(atom);
    if (parts !== undefined) return parts;
    const data = atom.tag === 'variable' ? this.made.get(atom.id) : atom.value;
    const slots = slotsOf(kind);
    const values = slots.map((each): Atom => placeholder(each));
    // What a loop lacks in its last round, nothing looks at.
    if (typeof data !== 'object') return [intConstant(0), ...values];
    const given = 'fields' in data ? data.fields : data.parts;
    const { fields } = constructorOf(kind, data.constructor_);
    given.forEach((field, i) => (values[slotAt(slots, fields, i)] = field));
    return [intConstant(data.constructor_), ...values];
  }

  private partsOf(atom: Atom): readonly Variable[] | undefined {
    if (atom.tag === 'constant' || !this.whole.has(atom.id)) return undefined;
    const known = this.parts.get(atom.id);
    if (known !== undefined) return known;
    const made = (['int', ...slotsOf(atom.kind)] as const).map((kind) => this.numbers.variable(kind));
    this.parts.set(atom.id, made);
    return made;
  }
}

function constructorOf(kind: Kind, index: number): VariantLayout['constructors'][number] {
  if (typeof kind !== 'object' || kind.tag !== 'variant') return internalError('a variant');
  return kind.constructors[index] ?? internalError('a constructor');
}
