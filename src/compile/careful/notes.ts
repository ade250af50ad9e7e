import type { OperationName } from '../../language/operations/names';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { canOverflow, staysFinite } from '../emit/finite';
import { contains, withBlocks } from '../ir/blocks';
import { intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, FunctionId, Note, Statement } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import type { Cause, Sites } from './sites';

/** The operation that an origin belongs to. Each operation has an origin of its own, which its derivatives share. */
export type Origins = Map<Span, OperationName>;

/**
 * Adds a note before each statement that can stop the run. The functions get a parameter more, the site that called them:
 * the machine reports what happens in the prelude at the call in the reader's text that led there.
 */
export function withNotes(program: IrProgram, sites: Sites, origins: Origins, numbers: Numbers): IrProgram {
  const ids = new Map([...program.functions.keys()].map((id): [FunctionId, FunctionId] => [id, numbers.functionId()]));
  const idOf = (id: FunctionId): FunctionId => ids.get(id) ?? internalError('a function');
  const entries = new Set(program.entries.values());
  const functions = [...program.functions.values()].map((given): [FunctionId, IrFunction] => {
    const id = idOf(given.id);
    const parameter = numbers.variable('int');
    const isEntry = entries.has(given.id);
    const writer = new NoteWriter(sites, origins, numbers, idOf, isEntry ? intConstant(0) : parameter);
    const parameters = isEntry ? given.parameters : [parameter, ...given.parameters];
    return [id, { ...given, id, parameters, body: writer.block(given.body) }];
  });
  return {
    functions: new Map(functions),
    entries: new Map([...program.entries].map(([name, id]) => [name, idOf(id)])),
  };
}

class NoteWriter {
  private readonly sites: Sites;
  private readonly origins: Origins;
  private readonly numbers: Numbers;
  private readonly idOf: (id: FunctionId) => FunctionId;
  private readonly caller: Atom;

  constructor(sites: Sites, origins: Origins, numbers: Numbers, idOf: (id: FunctionId) => FunctionId, caller: Atom) {
    this.sites = sites;
    this.origins = origins;
    this.numbers = numbers;
    this.idOf = idOf;
    this.caller = caller;
  }

  block({ statements, results }: Block): Block {
    return { statements: statements.flatMap((each) => this.statement(each)), results };
  }

  private statement(given: Statement): readonly Statement[] {
    const statement = withBlocks(given, (inner) => this.block(inner));
    switch (statement.tag) {
      case 'operation': {
        const { operation } = statement;
        const origin = { ...statement.origin };
        this.origins.set(origin, operation);
        const own = { ...statement, origin };
        return canFail(operation) ? [this.note({ tag: 'operation', operation }, own, statement.arguments), own] : [own];
      }
      case 'item': {
        if (!statement.checked) return [statement];
        const { array, index, origin } = statement;
        const length = this.numbers.variable('int');
        return [
          { tag: 'length', array, targets: [length], origin },
          this.note({ tag: 'index' }, statement, [index, length]),
          statement,
        ];
      }
      case 'build':
        return [this.note({ tag: 'length' }, statement, [statement.count]), statement];
      case 'fail': {
        const { reason } = statement;
        if (reason === undefined) return [statement];
        return [this.note({ tag: 'fail', code: reason.code, message: reason.message }, statement, []), statement];
      }
      case 'derivative': {
        // The shape of a tangent is tested first, and that of a cotangent after the function has run.
        const { operator, body, parameters, point } = statement;
        if (operator === 'fd') {
          const shape = this.note({ tag: 'shape', given: 'tangent' }, statement, []);
          // With derivatives inside, each of which would be written twice, the program would grow exponentially.
          if (contains(body, ({ tag }) => tag === 'derivative')) return [shape, statement];
          // The machine runs the function before it computes tangents, so what stops the function comes first.
          const atoms = new Map(parameters.map(({ id }, i) => [id, point[i] ?? internalError('a point')]));
          const { statements } = copyBlock(body, this.numbers, atoms);
          return [...statements, shape, statement];
        }
        const note = this.note({ tag: 'shape', given: 'cotangent' }, statement, []);
        return [{ ...statement, body: { ...body, statements: [...body.statements, note] } }];
      }
      case 'call': {
        const { origin, callee } = statement;
        const site = origin.cell >= 0 ? intConstant(this.sites.number({ tag: 'call' }, origin)) : this.caller;
        return [{ ...statement, callee: this.idOf(callee), arguments: [site, ...statement.arguments] }];
      }
      default:
        return [statement];
    }
  }

  private note(cause: Cause, { origin }: Statement, values: readonly Atom[]): Note {
    const site = this.sites.number(cause, origin);
    const caller = origin.cell >= 0 ? undefined : this.caller;
    return { tag: 'note', site, caller, values, targets: [], origin };
  }
}

function canFail(operation: OperationName): boolean {
  return WASM[operation].within !== undefined || canOverflow(operation) || !staysFinite(operation);
}
