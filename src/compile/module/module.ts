import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { type Failure, MISMATCH_OF_COTANGENT, otherShape, outOfMemory, outOfSteps } from '../../semantics/failure';
import { noValue } from '../../semantics/misfit';
import type { Budget } from '../../semantics/outcome';
import type { Type } from '../../language/types/type';
import { careful } from '../careful/careful';
import { finished } from '../finished';
import { emitWithinLimits } from '../emit/limits';
import type { Emitted } from '../emit/program';
import { flatten, type Subject } from '../flatten/flatten';
import { visit } from '../ir/blocks';
import type { IrProgram } from '../ir/program';
import { isHostLimit } from '../run/host-limit';
import { tooDeep, Unsupported } from '../unsupported';
import { Shapes } from './describe';
import type { Description, Input, Place, ShapeParts } from './glue/parts';
import type { ShapeKind } from './glue/shapes';
import { siteTable } from './site-table';
import { holdsReal } from './types';

/** A program to compile to a model: a function of inputs that readers know by their labels. */
export interface ModelSource extends Subject {
  /** One for each parameter, and then one for each data. */
  readonly inputs: readonly { readonly label: string; readonly span: Span; readonly hasDefault: boolean }[];
  readonly placeOf: (span: Span) => Place;
  /** The limits of a call; a model has no clock. */
  readonly budget: Budget;
}

/** A model but for the code that its host brings, and for the values of its inputs. */
export interface CompiledModel {
  readonly emitted: Emitted;
  readonly description: Description;
  /** Undefined if all values of the types have one shape. */
  readonly shape: Omit<ShapeParts, 'sameShape'> | undefined;
}

/** Compiles a program to a model, or returns what it contains that the compiler does not take. */
export function compileModel(source: ModelSource): CompiledModel | Unsupported {
  try {
    return compiledModel(source);
  } catch (thrown) {
    if (isHostLimit(thrown)) return tooDeep(source.body.origin);
    throw thrown;
  }
}

function compiledModel(source: ModelSource): CompiledModel | Unsupported {
  const { parameters, data = [], body, inputs, budget, placeOf } = source;
  const flat = flatten(source);
  if (flat.tag === 'unsupported') return flat.reason;
  const { program, numbers, kinds, fixed } = flat;
  const written = finished(flat, ['value', 'gradient', 'directional'], (fast) => {
    const explaining = careful(program, body.origin, numbers, fixed);
    if (explaining instanceof Unsupported) return explaining;
    const emitted = emitWithinLimits(joined(fast, explaining.program), body.origin);
    return emitted instanceof Unsupported ? emitted : { emitted, sites: explaining.sites };
  });
  if (written instanceof Unsupported) return written;
  const { emitted, sites } = written;
  const shapes = new Shapes(kinds);
  const input = (type: Type, i: number): Input => {
    const { label: name, span, hasDefault } = inputs[i] ?? internalError('an input for each parameter');
    const isData = i >= parameters.length;
    return {
      name,
      type: shapes.number(type),
      moves: !isData && holdsReal(type, source.variants),
      place: placeOf(span),
      ...(hasDefault ? {} : { missing: noValue(name, isData ? 'data' : 'input') }),
    };
  };
  const described = [...parameters, ...data].map(({ type }, i) => input(type, i));
  const output = shapes.number(body.type);
  const isVaried = shapes.all.some(({ kind }) => VARIED.has(kind));
  return {
    emitted,
    shape: isVaried
      ? { cotangent: { code: 'shape', message: MISMATCH_OF_COTANGENT }, tangent: otherShape('tangent') }
      : undefined,
    description: {
      inputs: described,
      fixed: data.length,
      output,
      types: shapes.all,
      size: shapes.sizes,
      limits: { steps: budget.steps, bytes: budget.bytes },
      stops: { steps: withoutHint(outOfSteps(budget)), memory: withoutHint(outOfMemory(budget)) },
      ...siteTable(sites.all, placeOf, hasDerivatives(program)),
    },
  };
}

/** The entries of the careful version, by those of the fast one. */
const EXPLAINING: Readonly<Record<string, string>> = { value: 'explainValue', gradient: 'explainGradient' };

function joined(fast: IrProgram, explaining: IrProgram): IrProgram {
  return {
    functions: new Map([...fast.functions, ...explaining.functions]),
    entries: new Map([
      ...fast.entries,
      ...[...explaining.entries].map(([name, id]) => [EXPLAINING[name] ?? name, id] as const),
    ]),
  };
}

/** The kinds of types whose values have different shapes. */
const VARIED: ReadonlySet<ShapeKind> = new Set<ShapeKind>(['reals', 'array', 'list', 'variant']);

function withoutHint({ code, message }: Failure): Failure {
  return { code, message };
}

function hasDerivatives({ functions }: IrProgram): boolean {
  let found = false;
  for (const { body } of functions.values()) {
    visit(body, ({ tag }) => {
      if (tag === 'derivative') found = true;
    });
  }
  return found;
}
