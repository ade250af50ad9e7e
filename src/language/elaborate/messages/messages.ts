import { error, type Diagnostic, type RelatedPlace } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import type { Expression, SurfacePattern } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { sameType } from '../../types/structure';
import type { Kind, Type } from '../../types/type';
import { describe, messagePrinter, naming } from './describe';
import type { Printer } from './describe';
import type { Reason } from './reason';
import type { Conflict, PartConflict } from '../types/unify';
import { adviceOn, curriedFunction } from './advice';
import type { Mismatch } from './mismatch';
import { noSuchPart } from './parts';

type Binary = Extract<Expression, { tag: 'binary' }>;
export type Argued = Extract<Reason, { tag: 'argument' }>;

interface Parameters {
  readonly parameters: readonly SurfacePattern[];
  readonly origin: Span;
}

export function mismatch(meeting: Mismatch): Diagnostic {
  const print = messagePrinter();
  const { conflict, place, reason } = meeting;
  const related = origins(meeting, print);
  switch (conflict.tag) {
    case 'kind':
      return kindError(meeting, conflict, print, related);
    case 'infinite':
      return error(
        'infinite-type',
        place,
        `${subject(reason)} would need a type that contains itself: ${print(conflict.variable)} would be ${print(conflict.type)}`,
        { hint: 'is a function applied to itself, or an argument missing?', related },
      );
    case 'too-large':
      return typeTooLarge(place);
    case 'part':
      return partError(meeting, conflict, print, related);
    case 'mismatch': {
      const { expected, found } = meeting;
      const text = `${sentence(reason, naming(expected, print), naming(found, print))}${difference(meeting, conflict, print)}`;
      return error('type-mismatch', place, text, { ...adviceOn(meeting), related });
    }
  }
}

/** Returns the message for a place, its expected type and the type found. */
function sentence(reason: Reason, expected: string, found: string): string {
  switch (reason.tag) {
    case 'free':
      return `this should be ${expected}, but it is ${found}`;
    case 'argument':
      if (reason.result === true)
        return `the function passed as ${ordinal(reason)} should return ${expected}, but this is ${found}`;
      return `${ordinal(reason)} should be ${expected}, but this is ${found}`;
    case 'operand':
      return reason.other === undefined
        ? `\`${reason.operator}\` takes ${expected} here, but this is ${found}`
        : `the operands of \`${reason.operator}\` should have one type: this should be ${expected}, but it is ${found}`;
    case 'exponent':
      return `an exponent must be an int or a real, but this is ${found}`;
    case 'condition':
      return `the condition of \`if\` should be ${expected}, but this is ${found}`;
    case 'branch':
      return `the branches of \`if\` should have one type: the first is ${expected}, but this is ${found}`;
    case 'annotation':
      return `this is annotated as ${expected}, but it is ${found}`;
    case 'input':
    case 'data':
      return `the value of the ${reason.tag} \`${reason.name}\` should be ${expected}, but this is ${found}`;
    case 'field':
      return `the field \`${reason.name}\` is ${expected}, but this is ${found}`;
    case 'item':
      return reason.first === undefined
        ? `the items should be ${expected}, but this is ${found}`
        : `the items of a list or array should have one type: the first is ${expected}, but this is ${found}`;
    case 'arm':
      return `the arms of \`match\` should have one type: the first is ${expected}, but this is ${found}`;
    case 'fold':
      return reason.part === 'sequence'
        ? `\`fold\` goes over a list or an array, but this is ${found}`
        : `the body of \`fold\` should have the type of its start value, ${expected}, but this is ${found}`;
    case 'index':
      return `an index must be an int, but this is ${found}`;
    case 'indexed':
      return `only arrays can be indexed, but this is ${found}`;
    case 'action':
      return `a statement of \`do\` should be ${expected}, but this is ${found}`;
    case 'pattern':
      return `this pattern matches ${found}, but the value is ${expected}`;
  }
}

/** Returns the beginning of a message that names no types. */
function subject(reason: Reason): string {
  switch (reason.tag) {
    case 'argument':
      return ordinal(reason);
    case 'operand':
      return `this operand of \`${reason.operator}\``;
    case 'exponent':
      return 'this exponent';
    case 'branch':
      return 'this branch';
    case 'pattern':
      return 'this pattern';
    default:
      return 'this';
  }
}

function ordinal(reason: Argued): string {
  const callee = reason.callee === undefined ? 'this function' : `\`${reason.callee}\``;
  return reason.count === 1 ? `the argument of ${callee}` : `argument ${reason.position} of ${callee}`;
}

/** Returns the places that the expected type comes from. */
function origins({ reason, expected }: Mismatch, print: Printer): RelatedPlace[] {
  switch (reason.tag) {
    case 'argument':
      return reason.definition === undefined || reason.callee === undefined
        ? []
        : [{ message: `\`${reason.callee}\` is defined here`, span: reason.definition }];
    case 'operand':
      return reason.other === undefined
        ? []
        : [{ message: `this operand is ${naming(expected, print)}`, span: reason.other }];
    case 'branch':
      return [{ message: `the first branch is ${naming(expected, print)}`, span: reason.first }];
    case 'annotation':
      return [{ message: 'annotated here', span: reason.span }];
    case 'arm':
      return [{ message: `the first arm is ${naming(expected, print)}`, span: reason.first }];
    case 'item':
      return reason.first === undefined
        ? []
        : [{ message: `the first item is ${naming(expected, print)}`, span: reason.first }];
    case 'input':
    case 'data':
      return [{ message: 'its type is declared here', span: reason.span }];
    default:
      return [];
  }
}

/** Returns the innermost parts that differ, unless they are the whole types. */
function difference(
  { expected, found }: Mismatch,
  conflict: Extract<Conflict, { tag: 'mismatch' }>,
  print: Printer,
): string {
  if (sameType(conflict.expected, expected) || sameType(conflict.found, found)) return '';
  const [left, right] = [print(conflict.expected), print(conflict.found)];
  return left === right ? '' : ` (\`${left}\` does not match \`${right}\`)`;
}

const KIND_ERRORS = {
  any: { code: 'type-mismatch', needs: 'a type' },
  watched: { code: 'not-differentiable', needs: 'a picture, or a type without functions' },
  diff: { code: 'not-differentiable', needs: 'a type without functions' },
  joined: { code: 'type-mismatch', needs: 'a string or a sequence' },
  eq: { code: 'not-comparable', needs: 'real, int, bool or string' },
  num: { code: 'not-a-number', needs: 'a number, real or int' },
  additive: { code: 'not-a-number', needs: 'a number, or a value made of reals' },
  vector: { code: 'not-a-number', needs: 'a real, or a value made of reals' },
} satisfies Record<Kind, { code: string; needs: string }>;

function kindError(
  meeting: Mismatch,
  conflict: Extract<Conflict, { tag: 'kind' }>,
  print: Printer,
  related: readonly RelatedPlace[],
): Diagnostic {
  const { place, found, expected, reason } = meeting;
  const { code, needs } = KIND_ERRORS[conflict.kind];
  const culprit = print(conflict.type);
  // One of the two types has a variable of the kind in the place where the other has the culprit.
  const whole = resolve(found).tag === 'variable' ? expected : found;
  const inside = sameType(conflict.type, whole) ? culprit : `${print(whole)}, which contains ${culprit}`;
  switch (conflict.kind) {
    case 'watched':
    case 'diff': {
      const isJoined = [expected, found].some((open) => isJoinedType(resolve(open)));
      const hint = isJoined
        ? 'to join sequences of functions, annotate a parameter, as in `(fs : list (real -> real))`'
        : conflict.type.tag === 'function'
          ? 'differentiate with respect to numbers only; the function itself can be captured'
          : undefined;
      const advice = curriedFunction(meeting) ?? { hint };
      return error(code, place, `${differentiated(reason)} needs ${needs}, but this is ${inside}`, {
        ...advice,
        related,
      });
    }
    case 'eq': {
      const operator = reason.tag === 'operand' ? `\`${reason.operator}\`` : '`=`';
      const hint =
        conflict.type.tag === 'product'
          ? 'compare the components'
          : conflict.type.tag === 'function'
            ? 'compare results of the functions instead'
            : undefined;
      return error(code, place, `${operator} compares ${needs}, but this is ${inside}`, { hint, related });
    }
    case 'joined': {
      const nested = !sameType(conflict.type, found) && !sameType(conflict.type, expected);
      const detail = nested ? ` (${culprit} is not ${needs})` : '';
      const text = `${sentence(reason, naming(expected, print), naming(found, print))}${detail}`;
      return error(code, place, text, { ...adviceOn(meeting), related });
    }
    case 'any':
    case 'num':
    case 'additive':
    case 'vector': {
      const arithmetic = reason.tag === 'operand' && reason.operator !== '&&' && reason.operator !== '||';
      if (arithmetic && resolve(expected).tag === 'variable') {
        const text = `\`${reason.operator}\` takes ${reason.operator === '/' ? 'reals' : 'numbers'}, but this is ${naming(found, print)}`;
        const isText = reason.operator === '+' && resolve(found).tag === 'string';
        return error(code, place, text, isText ? { hint: 'join strings with `++`' } : adviceOn(meeting));
      }
      const nested = !sameType(conflict.type, found) && !sameType(conflict.type, expected);
      const lacks = conflict.kind === 'vector' ? 'not real' : 'not a number';
      const detail = nested ? ` (${culprit} is ${lacks})` : '';
      const text = `${sentence(reason, naming(expected, print), naming(found, print))}${detail}`;
      return error('type-mismatch', place, text, { ...adviceOn(meeting), related });
    }
  }
}

/** Whether the type is an open one of values that `++` joins. */
function isJoinedType(type: Type): boolean {
  return type.tag === 'variable' && type.variable.kind === 'joined';
}

/** Returns the error for a value without a part that is selected from it: where it is selected, or where a function that selects it is used. */
function partError(
  meeting: Mismatch,
  { type, part, required, found }: PartConflict,
  print: Printer,
  related: readonly RelatedPlace[],
): Diagnostic {
  const needed = typeof part === 'number' ? `a component ${part}` : `a field \`${part}\``;
  const name = typeof part === 'number' ? `component ${part}` : `\`${part}\``;
  const selected = {
    message: `${name} is selected here`,
    span: required.span,
  };
  if (found !== undefined) {
    const text = `${subject(meeting.reason)} should have ${needed} of type ${print(required.type)}, but its ${name} is ${naming(found, print)}`;
    return error('type-mismatch', meeting.place, text, { related: [selected, ...related] });
  }
  const where = noSuchPart(type, part, required.place, required.span);
  if (!required.isInstance) return where;
  const text = `${subject(meeting.reason)} should have ${needed}, but this is ${naming(type, print)}`;
  const hint = where.code === 'field-of-no-record' ? where.hint : undefined;
  return error(where.code, meeting.place, text, { hint, related: [selected, ...related] });
}

function differentiated(reason: Reason): string {
  return reason.tag === 'argument' && reason.callee !== undefined ? `\`${reason.callee}\`` : 'this';
}

export function typeTooLarge(span: Span): Diagnostic {
  return error('type-too-large', span, 'this type is too large', {
    hint: 'nested tuples can double in size at every step; a function can take a tuple or a record instead of many arguments',
  });
}

export function tooDeep(span: Span): Diagnostic {
  return error('too-deep', span, 'this is nested too deeply', {
    hint: 'name some of the parts with `let`',
  });
}

/** The message for a value of an input, in the program or from outside. */
export function outsideRange(value: number, input: string): string {
  return `${value} is outside the range of \`${input}\``;
}

interface Callee {
  readonly label: string | undefined;
  readonly span: Span;
  readonly definition: Span | undefined;
}

function definedHere({ label, definition }: Callee): RelatedPlace[] {
  return label === undefined || definition === undefined
    ? []
    : [{ message: `\`${label}\` is defined here`, span: definition }];
}

/** `infix` is a function between two arguments, as in `5 mod 2`. */
export function notAFunction(callee: Callee, open: Type, given: readonly Expression[], infix?: string): Diagnostic {
  const count = given.length;
  const type = resolve(open);
  const what = callee.label === undefined ? 'this' : `\`${callee.label}\``;
  if (type.tag === 'variable' && (type.variable.kind === 'diff' || type.variable.kind === 'watched')) {
    return error(
      'not-differentiable',
      callee.span,
      `${what} is applied like a function, but a value that is differentiated or watched cannot contain functions`,
      { related: definedHere(callee) },
    );
  }
  const [first] = given;
  const isIndex = type.tag === 'sequence' && first?.tag === 'sequence' && first.items.length === 1;
  const hint =
    infix !== undefined
      ? `write the function first: \`${infix} a b\``
      : isIndex
        ? 'to select an item, write the index without a space: `xs[0]`'
        : callee.label === undefined
          ? 'is an operator missing between the two?'
          : `is an operator missing after \`${callee.label}\`?`;
  return error(
    'not-a-function',
    callee.span,
    `${what} is ${describe(type)}, not a function, but is applied to ${count === 1 ? 'an argument' : `${count} arguments`}`,
    { hint, related: definedHere(callee) },
  );
}

export function tooManyArguments(callee: Callee, takes: number, given: number, extra: Span): Diagnostic {
  const what = callee.label === undefined ? 'this function' : `\`${callee.label}\``;
  return error(
    'too-many-arguments',
    extra,
    `${what} takes ${takes === 1 ? 'one argument' : `${takes} arguments`}, but is applied to ${given}`,
    {
      hint: 'put parentheses around an argument that is an application or a negative number',
      related: definedHere(callee),
    },
  );
}

export function functionAsOperand(expression: Expression, operator: string, type: Type): Diagnostic {
  const what = expression.tag === 'variable' ? `\`${expression.name}\`` : 'this';
  if (operator === '=' || operator === '/=') {
    return error(
      'not-comparable',
      expression.span,
      `\`${operator}\` compares real, int, bool or string, but ${what} is ${describe(type)}`,
      {
        hint: 'compare results of the functions instead',
      },
    );
  }
  return error(
    'function-as-operand',
    expression.span,
    `\`${operator}\` takes numbers, but ${what} is ${describe(type)}`,
    {
      hint: 'is an argument missing?',
    },
  );
}

export function subtractedFromFunction(operation: Binary, type: Type): Diagnostic {
  const { left, right, operatorSpan, span } = operation;
  const name = left.tag === 'variable' ? left.name : 'f';
  const text = left.tag === 'variable' ? `\`${name}\`` : 'the left side';
  return error('function-minus', span, `\`-\` subtracts here, but ${text} is ${describe(type)}`, {
    hint: `to pass a negative number, add parentheses: \`${name} (-1)\``,
    fix: {
      tag: 'edit',
      title: 'Add parentheses',
      edits: [
        { span: { ...operatorSpan, end: operatorSpan.start }, text: '(' },
        { span: { ...right.span, start: right.span.end }, text: ')' },
      ],
    },
  });
}

/** Returns the error for `fun a b -> ...` in place of a function of a pair. */
export function argumentsApart(reason: Argued, { parameters, origin }: Parameters): Diagnostic {
  const count = parameters.length;
  const what = count === 2 ? 'a pair' : `a tuple of ${count}`;
  const message = `${ordinal(reason)} should be a function of ${what}, but this takes ${count} arguments`;
  const edits = parameters.map(({ span }, index) => {
    const isLast = index === count - 1;
    return { span: { ...span, start: span.end }, text: isLast ? ')' : ',' };
  });
  const opening = parameters.slice(0, 1).map(({ span }) => ({ span: { ...span, end: span.start }, text: '(' }));
  const fix = { tag: 'edit', title: 'Take a tuple', edits: [...opening, ...edits] } as const;
  return error('type-mismatch', origin, message, {
    hint: count === 2 ? 'write `fun (a, b) -> ...`' : 'write the parameters in parentheses, with commas between them',
    fix,
  });
}
