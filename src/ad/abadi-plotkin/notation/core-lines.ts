import type { Lambda, Let, Pattern, Term } from '../../../language/core/tree';
import { assertNever } from '../../../language/source/internal-error';
import { nameAsWritten } from '../anf/anf';
import {
  appliedForm,
  binderForm,
  bracketedForm,
  isInfix,
  number,
  operationForm,
  STAR,
  subscript,
  tupleForm,
  typeText,
} from './forms';
import {
  after,
  before,
  type Block,
  block,
  enclosed,
  headed,
  indented,
  joined,
  keyword,
  type Line,
  type Piece,
  piece,
  text,
} from '../../notation/line';

/** How a term is displayed while it is evaluated. */
export interface CoreView {
  /** Returns what replaces a term: the value of an evaluated one, the hole of a context. */
  readonly instead: (term: Term) => Block | undefined;
  /** The redex. */
  readonly redex: Term | undefined;
}

const PLAIN: CoreView = { instead: () => undefined, redex: undefined };

/**
 * Returns a core term in the notation of Abadi & Plotkin; forms that their language lacks are written in the same
 * style.
 */
export function coreLines(term: Term, view: CoreView = PLAIN): Block {
  const value = view.instead(term);
  if (value !== undefined) return value;
  const lines = formLines(term, view);
  return term === view.redex ? marked(lines) : lines;
}

function marked(lines: Block): Block {
  return lines.map((line) => ({ ...line, pieces: line.pieces.map((each) => ({ ...each, mark: 'redex' as const })) }));
}

function formLines(term: Term, view: CoreView): Block {
  const { origin } = term;
  const inner = (part: Term): Block => coreLines(part, view);
  switch (term.tag) {
    case 'variable':
      return block(piece(term.type.tag === 'function' ? 'function' : 'name', nameAsWritten(term), origin));
    case 'literal':
      return literal(term);
    case 'tuple':
      return tupleForm(term.items.map(inner));
    case 'projection': {
      const size = term.tuple.type.tag === 'product' ? term.tuple.type.items.length : 0;
      if (size !== 2) return after(operand(term.tuple, view), [text(`.${term.index + 1}`)]);
      return appliedForm([piece('function', term.index === 0 ? 'fst' : 'snd', origin)], inner(term.tuple));
    }
    case 'record': {
      const fields = term.fields.map(({ name, value }) => before([piece('name', name), text(' = ')], inner(value)));
      return enclosed([text('{')], joined(fields, [text(', ')]), [text('}')]);
    }
    case 'field':
      return after(operand(term.record, view), [text(`.${term.name}`)]);
    case 'construct': {
      const name = piece('function', term.constructorName, origin);
      return term.payload === undefined ? block(name) : appliedForm([name], inner(term.payload));
    }
    case 'match': {
      const arms = term.arms.map(({ constructorName, payload, body }) =>
        headed(
          [
            text('| '),
            piece('function', constructorName),
            ...(payload === undefined ? [] : [text(' '), ...pattern(payload)]),
            text(' → '),
          ],
          inner(body),
          [],
        ),
      );
      const otherwise = term.otherwise === undefined ? [] : [headed([text('| _ → ')], inner(term.otherwise), [])];
      return [
        ...headed([keyword('match ')], inner(term.scrutinee), [keyword(' with')]),
        ...[...arms, ...otherwise].flat(),
      ];
    }
    case 'lambda': {
      const { parameters, body } = peel(term);
      const bound = parameters.flatMap((parameter) => [text(' '), ...annotated(parameter)]);
      return headed([text('λ'), ...bound.slice(1), text('. ')], inner(body), []);
    }
    case 'apply':
      return appliedForm(flat(callee(term.function, view)), inner(term.argument));
    case 'let':
      return letsLines(term, view);
    case 'letrec':
      return [
        ...term.functions.flatMap(({ name, function: lambda }, i) =>
          definition(i === 0 ? 'letrec' : 'and', name, lambda, view),
        ),
        ...before([keyword('in ')], inner(term.body)),
      ];
    case 'if': {
      const [condition, consequent, alternative] = [
        inner(term.condition),
        inner(term.consequent),
        inner(term.alternative),
      ];
      const whole = joined(
        [
          before([keyword('if ')], condition),
          before([keyword('then ')], consequent),
          before([keyword('else ')], alternative),
        ],
        [text(' ')],
      );
      const [first, ...rest] = whole;
      return first === undefined ? whole : [first, ...indented(rest)];
    }
    case 'operation':
      return operationForm(
        term.operation,
        term.arguments.map((part) => (term.arguments.length > 1 ? operand(part, view) : inner(part))),
        origin,
      );
    case 'intrinsic':
      return appliedForm([piece('function', term.intrinsic, origin)], joined(term.arguments.map(inner), [text(', ')]));
    case 'sequence':
      return enclosed([text('[')], joined(term.items.map(inner), [text(', ')]), [text(']')]);
    case 'fold': {
      const head: Piece[] = [
        keyword('fold '),
        text('('),
        ...pattern(term.item),
        text(', '),
        ...pattern(term.accumulator),
        text(') → '),
      ];
      return joined(
        [
          headed(head, inner(term.body), []),
          before([keyword('over ')], inner(term.sequence)),
          before([keyword('from ')], inner(term.start)),
        ],
        [text(' ')],
      );
    }
    // W.rd_V(x : T. N)
    case 'derivative': {
      const head: Piece[] = [
        ...flat(operand(term.direction, view)),
        text('.'),
        { kind: 'function', text: term.operator, span: origin },
        subscript(inner(term.point)),
      ];
      if (term.function.tag !== 'lambda' || view.instead(term.function) !== undefined)
        return appliedForm(head, inner(term.function));
      const { parameter, body } = term.function;
      return enclosed([...head, text('('), ...annotated(parameter), text('. ')], inner(body), [text(')')]);
    }
    case 'watch':
      return appliedForm(
        [piece('function', 'watch', origin), text(' '), ...flat(inner(term.name)), text(' ')],
        inner(term.value),
      );
    case 'fail':
      return block(keyword('fail'));
    case 'pure':
      return appliedForm([piece('function', 'pure', origin)], inner(term.value));
    case 'bind':
      return [...headed([...pattern(term.pattern), text(' ← ')], inner(term.action), [text(';')]), ...inner(term.body)];
    default:
      return assertNever(term);
  }
}

/** Lays out a chain of lets, one per line, until one of them is replaced. */
function letsLines(root: Let, view: CoreView): Block {
  const lines: Line[] = [];
  let term: Term = root;
  for (; term.tag === 'let' && (term === root || isPlain(term, view)); term = term.body) {
    const { pattern: bound, value } = term;
    lines.push(
      ...(bound.tag === 'variable' && value.tag === 'lambda'
        ? after(definition('let', nameAsWritten(bound), value, view), [keyword(' in')])
        : headed(binderForm('let', pattern(bound), typeText(bound.type)), coreLines(value, view), [keyword(' in')])),
    );
  }
  return [...lines, ...coreLines(term, view)];
}

function isPlain(term: Term, view: CoreView): boolean {
  return term !== view.redex && view.instead(term) === undefined;
}

/** `letrec f(x : T) : U = M`. */
export function definition(word: string, name: string, lambda: Lambda, view: CoreView = PLAIN): Block {
  const { parameters, body } = peel(lambda);
  const bound = parameters.flatMap((parameter) => [text('('), ...annotated(parameter), text(')')]);
  const head: Piece[] = [
    keyword(`${word} `),
    piece('function', name, lambda.origin),
    ...bound,
    text(` : ${typeText(body.type)} = `),
  ];
  return headed(head, coreLines(body, view), []);
}

function peel(lambda: Lambda): { readonly parameters: readonly Pattern[]; readonly body: Term } {
  const parameters = [lambda.parameter];
  let { body } = lambda;
  for (; body.tag === 'lambda'; { body } = body) parameters.push(body.parameter);
  return { parameters, body };
}

function callee(term: Term, view: CoreView): Block {
  const lines = coreLines(term, view);
  return term.tag === 'variable' || term.tag === 'apply' || view.instead(term) !== undefined
    ? lines
    : bracketedForm(lines);
}

function operand(term: Term, view: CoreView): Block {
  const lines = coreLines(term, view);
  if (view.instead(term) !== undefined) return isNegative(lines) ? bracketedForm(lines) : lines;
  switch (term.tag) {
    case 'operation':
      return isInfix(term.operation) || isNegative(lines) ? bracketedForm(lines) : lines;
    case 'literal':
      return isNegative(lines) ? bracketedForm(lines) : lines;
    case 'let':
    case 'letrec':
    case 'if':
    case 'lambda':
    case 'match':
    case 'fold':
    case 'bind':
      return bracketedForm(lines);
    default:
      return lines;
  }
}

function isNegative(lines: Block): boolean {
  return lines[0]?.pieces[0]?.text.startsWith('-') === true;
}

function literal(term: Extract<Term, { readonly tag: 'literal' }>): Block {
  const { value, origin } = term;
  switch (typeof value) {
    case 'number':
      return block(number(value, origin));
    case 'boolean':
      return block(piece('keyword', String(value), origin));
    case 'string':
      return block(piece('string', JSON.stringify(value), origin));
    default:
      return STAR;
  }
}

function annotated(of: Pattern): readonly Piece[] {
  return [...pattern(of), text(` : ${typeText(of.type)}`)];
}

export function pattern(of: Pattern): readonly Piece[] {
  switch (of.tag) {
    case 'variable':
      return [piece('name', nameAsWritten(of), of.origin)];
    case 'wildcard':
      return [text('_')];
    case 'tuple':
      return [
        text('⟨'),
        ...of.items.flatMap((item, i) => [...(i === 0 ? [] : [text(', ')]), ...pattern(item)]),
        text('⟩'),
      ];
    case 'record':
      return [
        text('{'),
        ...of.fields.flatMap(({ name, pattern: inner }, i) => [
          ...(i === 0 ? [] : [text(', ')]),
          piece('name', name),
          text(' = '),
          ...pattern(inner),
        ]),
        text('}'),
      ];
    default:
      return assertNever(of);
  }
}

function flat(lines: Block): readonly Piece[] {
  return lines.flatMap(({ pieces }) => pieces);
}
