import { assertNever, internalError } from '../source/internal-error';
import { NOWHERE, type Span } from '../source/span';
import type { Binding, Expression, Item, Statement, SurfaceProgram } from '../syntax/tree';
import {
  all,
  bare,
  call,
  conditional,
  printConstruct,
  failure,
  intrinsicCall,
  isFixedPrint,
  legal,
  printMatch,
  name,
  operationCall,
  settled,
  UNASKED,
  type Printed,
  type Printing,
} from './to-surface-forms';
import { surfaceLiteral } from './to-surface-literal';
import { annotate, isAmbiguous, parameterPattern, plainPattern, type TypeSource } from './to-surface-pattern';
import { usesOf, usesOfItems, type Uses } from './to-surface-uses';
import { identifier, toSurfaceType, typePrinting } from './to-surface-type';
import type { Bind, CoreItem, CoreProgram, Lambda, Pattern, RecursiveFunction, Term, VariantDeclaration } from './tree';

/**
 * Returns the core as surface syntax. Its text parses and elaborates to the same core, so binders are annotated where
 * inference would find another type (see `isAmbiguous`).
 */
export function toSurfaceProgram(program: CoreProgram): SurfaceProgram {
  const printer = newPrinter(usesOfItems(program.items));
  const types = declarationsOf(program.variants).map(typeItem);
  return { items: [...types, ...program.items.map((item) => printer.item(item))], comments: [] };
}

export function toSurfaceExpression(term: Term): Expression {
  return newPrinter(usesOf([term])).closed(term);
}

interface Printer {
  readonly item: (item: CoreItem) => Item;
  readonly closed: (term: Term) => Expression;
}

function newPrinter(uses: Uses): Printer {
  /** Recursive functions whose group is being printed: the types of their results are not determined yet. */
  const open = new Set<string>();

  function run(root: Term): Printed {
    const stack: Printing[] = [node(root)];
    let answer: Printed | undefined;
    for (;;) {
      const top = stack.at(-1) ?? internalError('the printer lost its root');
      // A generator ignores the argument of the first `next`.
      const step = answer === undefined ? top.next(UNASKED) : top.next(answer);
      if (step.done === true) {
        stack.pop();
        if (stack.length === 0) return step.value;
        answer = step.value;
      } else {
        stack.push(node(step.value));
        answer = undefined;
      }
    }
  }

  function closed(term: Term): Expression {
    return settled(run(term), term.type);
  }

  function* node(term: Term): Printing {
    const span = term.origin;
    switch (term.tag) {
      case 'variable':
        return { expression: name(term.name, span), fixed: !open.has(term.name) };
      case 'literal':
        return surfaceLiteral(term);
      case 'tuple': {
        const items = yield* all(term.items);
        return { expression: { tag: 'tuple', items: items.map(bare), span }, fixed: items.every(isFixedPrint) };
      }
      case 'projection': {
        const tuple = settled(yield term.tuple, term.tuple.type);
        return { expression: { tag: 'projection', tuple, index: term.index + 1, span }, fixed: true };
      }
      case 'record': {
        const values = yield* all(term.fields.map((field) => field.value));
        const fields = term.fields.map((field, i) => ({
          name: identifier(field.name),
          value: values[i]?.expression ?? internalError('a field without value'),
        }));
        return { expression: { tag: 'record', fields, span }, fixed: values.every(isFixedPrint) };
      }
      case 'field': {
        const record = settled(yield term.record, term.record.type);
        return { expression: { tag: 'field', record, field: identifier(term.name), span }, fixed: true };
      }
      case 'construct':
        return yield* printConstruct(term.constructorName, term.payload, term.type, span);
      case 'match':
        return yield* printMatch(term);
      case 'lambda':
        return yield* lambda(term, 'free');
      case 'apply': {
        const callee = yield* applied(term.function);
        const argument = yield term.argument;
        const known = callee.fixed || term.function.tag !== 'lambda';
        const value = known ? argument.expression : settled(argument, term.argument.type);
        return { expression: call(callee.expression, [value], span), fixed: callee.fixed };
      }
      case 'let': {
        const binding = yield* letBinding(term.pattern, term.value, span);
        const { expression, fixed } = yield term.body;
        return { expression: { tag: 'let', recursive: false, bindings: [binding], body: expression, span }, fixed };
      }
      case 'letrec': {
        const bindings = yield* recursiveBindings(term.functions);
        const { expression, fixed } = yield term.body;
        return { expression: { tag: 'let', recursive: true, bindings, body: expression, span }, fixed };
      }
      case 'if': {
        const condition = bare(yield term.condition);
        const consequent = yield term.consequent;
        const alternative = yield term.alternative;
        return {
          expression: conditional(condition, consequent.expression, alternative.expression, span),
          fixed: consequent.fixed || alternative.fixed,
        };
      }
      case 'operation':
        return yield* operationCall(term);
      case 'intrinsic':
        return yield* intrinsicCall(term);
      case 'sequence': {
        const items = yield* all(term.items);
        const isArray = term.type.tag === 'sequence' && term.type.container === 'array';
        const fixed = isArray && items.some(isFixedPrint);
        return { expression: { tag: 'sequence', items: items.map(bare), span }, fixed };
      }
      case 'fold': {
        const over = settled(yield term.sequence, term.sequence.type);
        const from = settled(yield term.start, term.start.type);
        const body = bare(yield term.body);
        const item = plainPattern(term.item);
        const accumulator = plainPattern(term.accumulator);
        return { expression: { tag: 'fold', item, accumulator, body, over, from, span }, fixed: true };
      }
      case 'derivative': {
        const callee = yield* applied(term.function);
        const point = yield term.point;
        const at = callee.fixed ? point.expression : settled(point, term.point.type);
        if (term.sugar !== undefined) {
          return { expression: call(name(term.sugar, span), [callee.expression, at], span), fixed: true };
        }
        const direction = yield term.direction;
        const along = callee.fixed ? direction.expression : settled(direction, term.direction.type);
        const fixed = callee.fixed || term.operator === 'rd';
        return { expression: call(name(term.operator, span), [callee.expression, at, along], span), fixed };
      }
      case 'watch': {
        const label = bare(yield term.name);
        const { expression, fixed } = yield term.value;
        return { expression: call(name('watch', span), [label, expression], span), fixed };
      }
      case 'fail':
        return { expression: annotate(failure(term), term.type), fixed: true };
      case 'pure': {
        const { expression, fixed } = yield term.value;
        return { expression: call(name('Delta.pure', span), [expression], span), fixed };
      }
      case 'bind':
        return yield* doBlock(term);
      default:
        return assertNever(term);
    }
  }

  function* lambda(term: Lambda, first: TypeSource): Printing {
    const { parameters, body } = peel(term);
    const { expression, fixed } = yield body;
    const patterns = parameters.map((parameter, i) => parameterPattern(parameter, uses, i === 0 ? first : 'free'));
    return { expression: { tag: 'function', parameters: patterns, body: expression, span: term.origin }, fixed };
  }

  /** Prints a function that stands next to its argument. */
  function* applied(term: Term): Printing {
    return term.tag === 'lambda' ? yield* lambda(term, 'applied') : yield term;
  }

  /** Prints a chain of binds as one `do`. */
  function* doBlock(root: Bind): Printing {
    const statements: Statement[] = [];
    let term: Term = root;
    while (term.tag === 'bind') {
      const expression = settled(yield term.action, term.action.type);
      statements.push({ pattern: plainPattern(term.pattern), expression, span: term.origin });
      term = term.body;
    }
    const { expression, fixed } = yield term;
    statements.push({ pattern: undefined, expression, span: term.origin });
    return { expression: { tag: 'do', statements, span: root.origin }, fixed };
  }

  function* letBinding(pattern: Pattern, value: Term, span: Span): Generator<Term, Binding, Printed> {
    if (pattern.tag === 'variable') return yield* nameBinding(pattern.name, value, false, span);
    const body = settled(yield value, value.type);
    return { tag: 'pattern', pattern: plainPattern(pattern), body, span };
  }

  function* nameBinding(bound: string, value: Term, recursive: boolean, span: Span): Generator<Term, Binding, Printed> {
    const { parameters, body } = value.tag === 'lambda' ? peel(value) : { parameters: [], body: value };
    const { expression, fixed } = yield body;
    const needed = recursive ? !fixed || isAmbiguous(body.type) : !fixed && isAmbiguous(body.type);
    const place = uses.used.has(bound) ? 'called' : 'free';
    return {
      tag: 'function',
      name: { text: legal(bound), span },
      parameters: parameters.map((parameter) => parameterPattern(parameter, uses, place)),
      annotation: needed ? toSurfaceType(body.type) : undefined,
      body: expression,
      span,
    };
  }

  function* recursiveBindings(functions: readonly RecursiveFunction[]): Generator<Term, Binding[], Printed> {
    // An ambiguous result is annotated, so the types of its calls are determined.
    const unknown = functions.filter(({ function: lambda }) => !isAmbiguous(peel(lambda).body.type));
    for (const item of unknown) open.add(item.name);
    const bindings: Binding[] = [];
    for (const item of functions) bindings.push(yield* nameBinding(item.name, item.function, true, item.origin));
    for (const item of unknown) open.delete(item.name);
    return bindings;
  }

  /** Runs a translation that yields subterms, and returns its result. */
  function finish<T>(work: Generator<Term, T, Printed>): T {
    let step = work.next(UNASKED);
    while (step.done !== true) step = work.next(run(step.value));
    return step.value;
  }

  function item(from: CoreItem): Item {
    const span = from.origin;
    switch (from.tag) {
      case 'let':
        return {
          tag: 'let',
          recursive: false,
          bindings: [finish(letBinding(from.pattern, from.value, span))],
          span,
        };
      case 'letrec':
        return { tag: 'let', recursive: true, bindings: finish(recursiveBindings(from.functions)), span };
      case 'input':
        return {
          tag: 'input',
          name: { text: legal(from.name), span },
          type: toSurfaceType(from.type),
          value: run(from.value).expression,
          range: from.range && { ...from.range, span },
          span,
        };
      case 'data':
        return {
          tag: 'data',
          name: { text: legal(from.name), span },
          type: toSurfaceType(from.type),
          value: from.value && run(from.value).expression,
          span,
        };
      case 'output':
        return { tag: 'expression', expression: closed(from.term), span };
      default:
        return assertNever(from);
    }
  }

  return { item, closed };
}

/** Returns `fun x -> fun y -> t` as `fun x y -> t`. */
function peel(lambda: Lambda): { readonly parameters: readonly Pattern[]; readonly body: Term } {
  const parameters = [lambda.parameter];
  let { body } = lambda;
  while (body.tag === 'lambda') {
    parameters.push(body.parameter);
    body = body.body;
  }
  return { parameters, body };
}

/** Returns one declaration for all instances of a parametrised type. */
function declarationsOf(variants: readonly VariantDeclaration[]): readonly VariantDeclaration[] {
  const names = new Set<string>();
  return variants.filter(({ type }) => {
    const bound = type.tag === 'named' ? type.name : '';
    const isNew = !names.has(bound);
    names.add(bound);
    return isNew;
  });
}

function typeItem({ type, constructors, generic }: VariantDeclaration): Item {
  if (type.tag !== 'named') return internalError('a declaration of no variant type');
  if (type.arguments.length > 0 && generic === undefined) return internalError('an instance of an unknown declaration');
  const print = typePrinting(generic?.parameters ?? []);
  return {
    tag: 'type',
    name: identifier(type.name),
    parameters: (generic?.parameters ?? []).map((parameter) => identifier(print.nameOf(parameter))),
    definition: {
      tag: 'variants',
      constructors: (generic?.constructors ?? constructors).map((constructor) => ({
        name: identifier(constructor.name),
        payload: constructor.payload && print.type(constructor.payload),
        span: NOWHERE,
      })),
    },
    span: NOWHERE,
  };
}
