import type { Advice } from '../../source/diagnostic';
import { replacement } from '../../source/fix';
import type { Expression } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import type { Type } from '../../types/type';
import type { Mismatch } from './mismatch';

/**
 * Returns a hint, and a fix if one is certain, from the first rule that recognises the mistake behind a type mismatch.
 */
export function adviceOn(meeting: Mismatch): Advice {
  for (const rule of RULES) {
    const advice = rule(meeting, resolve(meeting.expected), resolve(meeting.found));
    if (advice !== undefined) return typeof advice === 'string' ? { hint: advice } : advice;
  }
  return {};
}

type Rule = (meeting: Mismatch, expected: Type, found: Type) => Advice | string | undefined;

const RULES: readonly Rule[] = [
  pairComponentOfTuple,
  argumentsOneByOne,
  argumentsAsTuple,
  curriedArgument,
  missingArgument,
  unusedParameter,
  betweenNumbers,
  conditionOfNumber,
  itemForSequence,
  unitValue,
];

function pairComponentOfTuple({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || (reason.callee !== 'fst' && reason.callee !== 'snd')) return undefined;
  if (expected.tag !== 'product' || found.tag !== 'product') return undefined;
  return `\`${reason.callee}\` works on pairs only; the components of a larger tuple are \`.1\` to \`.${found.items.length}\``;
}

function argumentsOneByOne({ reason, expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || expression?.tag !== 'tuple' || expected.tag === 'product') return undefined;
  if (!reason.takesMore || found.tag !== 'product') return undefined;
  const callee = reason.callee ?? 'the function';
  return `pass the arguments of \`${callee}\` one by one, without a comma: \`${[callee, ...letters(found.items.length)].join(' ')}\``;
}

function argumentsAsTuple({ reason }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || expected.tag !== 'product' || found.tag === 'product') return undefined;
  const size = expected.items.length;
  const what = size === 2 ? 'a pair' : `a tuple of ${size}`;
  return `pass ${what}: \`${reason.callee ?? 'f'} (${letters(size).join(', ')})\``;
}

/** A function of several arguments where one of a tuple is wanted, as in `grad loss (1, 2)` with `let loss a b = ...`. */
function curriedArgument({ reason, expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (reason.tag !== 'argument' || expected.tag !== 'function' || found.tag !== 'function') return undefined;
  if (resolve(expected.result).tag === 'function' || expression?.tag !== 'variable') return undefined;
  let result = resolve(found.result);
  let count = 1;
  while (result.tag === 'function') {
    result = resolve(result.result);
    count += 1;
  }
  if (count === 1) return undefined;
  const what = count === 2 ? 'a pair' : `a tuple of ${count}`;
  return `write \`${expression.name}\` with ${what}: \`${expression.name} (${letters(count).join(', ')})\``;
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
    return {
      hint: `\`toReal\` converts an int to a real${expression === undefined ? '' : `: \`toReal ${atom(expression)}\``}`,
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

function itemForSequence({ reason, expression }: Mismatch, expected: Type, found: Type): string | undefined {
  if (expected.tag !== 'sequence' || found.tag === 'sequence' || reason.tag !== 'operand') return undefined;
  if (found.tag === 'string' || found.tag === 'function') return undefined;
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
