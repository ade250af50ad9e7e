import type { Advice } from '../../source/diagnostic';
import { replacement } from '../../source/fix';
import type { TextEdit } from '../../source/text-edit';
import type { Expression } from '../../syntax/tree';
import { resolve, resolveContainer } from '../../types/resolve';
import { sameType, typeParts } from '../../types/structure';
import { REAL } from '../../types/type';
import type { Type } from '../../types/type';
import type { Mismatch } from './mismatch';
import { separated } from './one-by-one';

/**
 * Returns a hint, and a fix if one is certain, from the first rule that recognises the mistake behind a type mismatch.
 */
export function adviceOn(meeting: Mismatch): Advice {
  for (const rule of RULES) {
    const advice = rule(meeting, known(meeting.expected), known(meeting.found));
    if (advice !== undefined) return typeof advice === 'string' ? { hint: advice } : advice;
  }
  return {};
}

/** Returns the type, real for the open type of a quotient. */
function known(open: Type): Type {
  const type = resolve(open);
  return type.tag === 'variable' && type.variable.kind === 'vector' ? REAL : type;
}

type Rule = (meeting: Mismatch, expected: Type, found: Type) => Advice | string | undefined;

const RULES: readonly Rule[] = [
  pairComponentOfTuple,
  vectorForMatrix,
  indexedRecord,
  argumentsOneByOne,
  argumentsAsTuple,
  curriedArgument,
  missingArgument,
  unusedParameter,
  betweenNumbers,
  conditionOfNumber,
  otherContainer,
  vectorAndNumber,
  productOfNumbers,
  itemForSequence,
  unitValue,
];

function pairComponentOfTuple({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || (reason.callee !== 'fst' && reason.callee !== 'snd')) return undefined;
  if (expected.tag !== 'product' || found.tag !== 'product') return undefined;
  return `\`${reason.callee}\` works on pairs only; the components of a larger tuple are \`.1\` to \`.${found.items.length}\``;
}

/** `p[0]` and `p["x"]` where `p` is a record. */
function indexedRecord({ reason, expression }: Mismatch, _: Type, found: Type): string | undefined {
  if (reason.tag !== 'indexed' || found.tag !== 'record') return undefined;
  const name = expression?.tag === 'variable' ? expression.name : 'p';
  return `a field of a record is selected by its name: \`${name}.${found.fields[0]?.name ?? 'x'}\``;
}

/** A vector as the second matrix of the prelude's `matmul`, whose argument 1 then is the matrix. */
function vectorForMatrix({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || reason.callee !== 'matmul' || reason.definition !== undefined) return undefined;
  const item = found.tag === 'sequence' ? known(found.item) : found;
  return reason.position === 2 && expected.tag === 'sequence' && isNumber(item)
    ? '`matvec m v` multiplies a matrix by a vector'
    : undefined;
}

function argumentsOneByOne({ reason, expression }: Mismatch, expected: Type, found: Type): ReturnType<Rule> {
  if (reason.tag !== 'argument' || expression?.tag !== 'tuple' || expected.tag === 'product') return undefined;
  const { takes, position, callee = 'f' } = reason;
  if (takes === position || found.tag !== 'product') return undefined;
  const hint = `pass the arguments of \`${callee}\` one by one, without a comma: \`${[callee, ...letters(takes)].join(' ')}\``;
  if (reason.count > 1 || found.items.length !== takes) return hint;
  const edits = separated(expression, reason.calleeSpan.end);
  return { hint, fix: { tag: 'edit', title: 'Pass the arguments one by one', edits } };
}

function argumentsAsTuple({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || expected.tag !== 'product' || found.tag === 'product') return undefined;
  const size = expected.items.length;
  const what = size === 2 ? 'a pair' : `a tuple of ${size}`;
  const before = letters(reason.position - 1);
  const tuple = letters(size + before.length)
    .slice(before.length)
    .join(', ');
  return `pass ${what}: \`${[reason.callee ?? 'f', ...before, `(${tuple})`].join(' ')}\``;
}

/** A function of several arguments where one of a tuple is wanted, as in `grad loss (1, 2)` with `let loss a b = ...`. */
function curriedArgument(meeting: Mismatch, expected: Type): ReturnType<Rule> {
  if (expected.tag !== 'function' || resolve(expected.result).tag === 'function') return undefined;
  const parameter = resolve(expected.parameter);
  const found = resolve(meeting.found);
  const takesPair = found.tag === 'function' && (sameType(parameter, found.parameter) || parameter.tag === 'product');
  return takesPair ? curriedFunction(meeting) : undefined;
}

/** Returns the advice for a name or a `fun` of several arguments in place of a function of a tuple. */
export function curriedFunction({ reason, expression, place, expected, found }: Mismatch): Advice | undefined {
  const wanted = resolve(expected);
  if (reason.tag !== 'argument' || wanted.tag !== 'function') return undefined;
  let count = 0;
  for (let type = resolve(found); type.tag === 'function'; type = resolve(type.result)) {
    if (resolve(type.parameter).tag === 'function') return undefined;
    count += 1;
  }
  if (count < 2) return undefined;
  const before = reason.position === 1 ? `${reason.callee ?? 'f'} ` : '';
  const what = `pass a function of ${count === 2 ? 'a pair' : `a tuple of ${count}`}: `;
  // Where a function of a tuple is wanted, as by `zipWith`, the later arguments are right; the point of `grad` is not.
  const pairing = resolve(wanted.parameter).tag === 'product' ? [] : tupleEdits(reason.later, count);
  if (expression?.tag === 'function')
    return { hint: `${what}\`${before}(fun (${letters(count).join(', ')}) -> ...)\`` };
  if (expression?.tag !== 'variable') return undefined;
  const { name } = expression;
  const given = letters(count + 1)
    .filter((letter) => letter !== name)
    .slice(0, count);
  const wrapped = `(fun (${given.join(', ')}) -> ${[name, ...given].join(' ')})`;
  const hint = `${what}\`${before}${wrapped}\``;
  const edits = pairing === undefined ? [] : [{ span: place, text: wrapped }, ...pairing];
  return { hint, fix: pairing === undefined ? undefined : { tag: 'edit', title: `Wrap \`${name}\``, edits } };
}

/** Returns the edits that make one tuple of the later arguments, if they are a tuple or its components. */
function tupleEdits(later: readonly Expression[], count: number): readonly TextEdit[] | undefined {
  const [first, ...others] = later;
  if (first === undefined) return undefined;
  if (others.length === 0) return first.tag === 'tuple' && first.items.length === count ? [] : undefined;
  if (later.length !== count || later.some(({ tag }) => tag === 'tuple')) return undefined;
  let end = first.span.end;
  const edits = [{ span: { ...first.span, end: first.span.start }, text: '(' }];
  for (const { span } of others) {
    edits.push({ span: { ...span, start: end, end }, text: ',' });
    ({ end } = span);
  }
  return [...edits, { span: { ...first.span, start: end, end }, text: ')' }];
}

function missingArgument({ expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (found.tag !== 'function' || expected.tag === 'function') return undefined;
  let result = resolve(found.result);
  let count = 1;
  while (result.tag === 'function') {
    result = resolve(result.result);
    count += 1;
  }
  const name = headName(expression);
  const what = name === undefined ? 'the function' : `\`${name}\``;
  return count === 1 ? `is an argument of ${what} missing?` : `are ${count} arguments of ${what} missing?`;
}

function unusedParameter({ expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (expected.tag !== 'function' || found.tag === 'function' || found.tag === 'variable') return undefined;
  const name = expression?.tag === 'variable' ? expression.name : '...';
  return `did you mean the function \`fun x -> ${name}\`?`;
}

function betweenNumbers({ expression, place, reason }: Mismatch, expected: Type, found: Type): ReturnType<Rule> {
  if (expected.tag === 'real' && found.tag === 'int') {
    const isQuotient = reason.tag === 'operand' && reason.operator === '/';
    const otherwise = isQuotient ? '; `div a b` is the quotient of two ints, rounded down' : '';
    return {
      hint: `\`toReal\` converts an int to a real${expression === undefined ? '' : `: \`toReal ${atom(expression)}\``}${otherwise}`,
      fix: { tag: 'apply', function: 'toReal' },
    };
  }
  if (expected.tag === 'int' && found.tag === 'real') {
    if (reason.tag === 'operand') return 'both must be real or both int: `toReal` converts an int to a real';
    if (expression?.tag === 'literal') {
      const text = expression.literal.tag === 'number' ? expression.literal.text : '';
      const whole = /^(\d+)\.0+$/.exec(text)?.[1];
      const fix = whole === undefined ? undefined : replacement(place, whole);
      return { hint: 'write an int without a decimal point', fix };
    }
    return '`floor` rounds a real down to an int';
  }
  return undefined;
}

function conditionOfNumber({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (expected.tag !== 'bool') return undefined;
  const number =
    found.tag === 'real' || found.tag === 'int' || (found.tag === 'variable' && found.variable.kind === 'num');
  if (!number) return undefined;
  return reason.tag === 'condition' ? 'compare it with a value, as in `... > 0`' : undefined;
}

/** A list where an array is wanted, or the reverse. */
function otherContainer({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (expected.tag !== 'sequence' || found.tag !== 'sequence') return undefined;
  const [wanted, given] = [resolveContainer(expected.container), resolveContainer(found.container)];
  if (typeof wanted !== 'string' || typeof given !== 'string' || wanted === given) return undefined;
  // A pattern has the type that is found, and the value the one that is expected.
  const target = reason.tag === 'pattern' ? given : wanted;
  return target === 'array' ? '`toArray` converts a list to an array' : '`toList` converts an array to a list';
}

/** A vector and a number as operands, or two vectors where one operand is a number. */
function vectorAndNumber({ reason, expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'operand' || (expected.tag !== 'sequence' && found.tag !== 'sequence')) return undefined;
  const other = expected.tag === 'sequence' ? found : expected;
  if (!isNumber(other)) return undefined;
  switch (reason.operator) {
    case '+':
    case '-':
      return `\`map (fun x -> x ${reason.operator} 1) v\` works on each item, and \`u ${reason.operator} v\` on two vectors`;
    case '*':
      return reason.other === undefined
        ? 'write the number first, as in `2 * v`; `dot u v` is the product of two vectors'
        : '`toReal` converts an int to a real, as in `toReal n * v`';
    case '/':
      return 'divide by a number, or each item by itself: `map (fun x -> 1 / x) v`';
    case '^':
      return `use \`map\` on the items: \`map (fun x -> x ^ 2) ${expression === undefined ? 'v' : atom(expression)}\``;
    default:
      return undefined;
  }
}

/** A vector as argument of a function whose parameters are numbers only because nothing says otherwise. */
function productOfNumbers({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || reason.definition === undefined || expected.tag !== 'variable') return undefined;
  if (!isNumber(expected) || !isVector(found)) return undefined;
  return `to multiply a vector by a number, annotate a parameter of \`${reason.callee ?? 'the function'}\`, as in \`(c : real)\``;
}

/** Whether the type is made of reals, or of parts that are still open. */
function isVector(open: Type): boolean {
  const type = resolve(open);
  if (type.tag === 'variable' || type.tag === 'real') return true;
  return (
    (type.tag === 'product' || type.tag === 'record' || type.tag === 'sequence') && typeParts(type).every(isVector)
  );
}

function isNumber(type: Type): boolean {
  if (type.tag === 'variable') return type.variable.kind === 'num' || type.variable.kind === 'additive';
  return type.tag === 'real' || type.tag === 'int';
}

function itemForSequence({ reason, expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (expected.tag !== 'sequence' || found.tag === 'sequence' || reason.tag !== 'operand') return undefined;
  if (found.tag === 'string' || found.tag === 'function') return undefined;
  if (reason.operator !== '++' && reason.operator !== '::') return undefined;
  return `write a list of one item in brackets${expression === undefined ? '' : `: \`[${atom(expression)}]\``}`;
}

function unitValue(_meeting: Mismatch, _expected: Type, found: Type): string | undefined {
  return found.tag === 'unit' ? '`()` carries no value' : undefined;
}

function headName(expression: Expression | undefined): string | undefined {
  let head = expression;
  while (head?.tag === 'apply') head = head.function;
  return head?.tag === 'variable' || head?.tag === 'constructor' ? head.name : undefined;
}

function atom(expression: Expression): string {
  if (expression.tag === 'variable') return expression.name;
  return expression.tag === 'literal' && expression.literal.tag === 'number' ? expression.literal.text : '(...)';
}

function letters(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCharCode('a'.charCodeAt(0) + (index % 26)));
}
