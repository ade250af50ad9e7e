import source from '../../language/prelude/prelude.pbk?raw';
import { ownOperations, showOperation } from '../../ad/own/signature';
import { DELTA_DECLARATION } from '../../language/core/delta';
import { OPERATION_BUILTINS } from '../../language/elaborate/infer/builtin-operations';
import { signature } from '../../language/elaborate/signature';
import type { Operation } from '../../language/operations/operation';
import { OPERATIONS } from '../../language/operations/table';
import { SPELLINGS, UNICODE_WORDS } from '../../language/syntax/spellings';
import { BINARY_OPERATORS, LEVEL } from '../../language/syntax/precedence';
import { KEYWORDS } from '../../language/syntax/token';
import { functionType } from '../../language/types/type';
import { COMMAND_LINE_BUDGET, PAGE_BUDGET } from '../../semantics/outcome';
import type { Budget } from '../../semantics/outcome';
import { newLanguageApi } from '../language';

/** A name that every program can use. */
interface Name {
  readonly name: string;
  readonly signature: string | undefined;
  readonly documentation: string | undefined;
}

/** The lists that the reference takes from the tables of the language, by the name of their marker. */
const LISTS = {
  keywords: () => code([...KEYWORDS].join(' ')),
  spellings,
  foreign,
  precedence,
  operators,
  operations: () => names((name) => OPERATION_NAMES.has(name)),
  builtins: () => names((name) => !OPERATION_NAMES.has(name) && !PRELUDE_NAMES.has(name) && !name.startsWith('Delta.')),
  prelude: () =>
    GROUPS.map(({ heading, defined }) => `${heading}\n\n${names((name) => defined.has(name))}`).join('\n\n'),
  delta: () => [deltaConstructors(), names((name) => name.startsWith('Delta.'))].join('\n'),
  fields,
  budgets: () => [budget('page', PAGE_BUDGET), budget('command line', COMMAND_LINE_BUDGET)].join('\n'),
} satisfies Record<string, () => string>;

/** Returns the document with its lists made again. The examples of their items, which are written by hand, stay. */
export function withLists(text: string): string {
  return Object.entries(LISTS).reduce((document, [name, list]) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
    const [before, rest, ...others] = document.split(open);
    const after = rest?.split(close)[1];
    if (before === undefined || after === undefined || others.length > 0) {
      throw new Error(`the reference needs ${open} and ${close}, once each`);
    }
    return `${before}${open}\n\n${withExamples(list(), rest ?? '')}\n\n${close}${after}`;
  }, text);
}

/** Returns a list with the indented lines that the items of its old text have. */
function withExamples(list: string, old: string): string {
  const items = [...old.matchAll(/^- (`[^`]+`).*((?:\n {2}.*)*)/gmu)];
  const examples = new Map(items.map(([, call = '', example = '']) => [call, example]));
  return list.replace(/^- (`[^`]+`).*/gmu, (item, call: string) => item + (examples.get(call) ?? ''));
}

const OPERATION_NAMES: ReadonlySet<string> = new Set(OPERATION_BUILTINS.map(([name]) => name));

/** The definitions of the prelude, under the comments that head them. */
const GROUPS = source
  .split(/^\{- (?=.* -\}$)/mu)
  .slice(1)
  .map((group, index) => {
    const [comment = '', rest = ''] = group.split(' -}\n');
    const [, title = '', more = ''] = /^([^.]*)\.\s*(.*)$/u.exec(index === 0 ? 'Functions.' : comment) ?? [];
    const defined = new Set([...rest.matchAll(/^let (?:rec )?([\w.']+)/gmu)].map(([, name = '']) => name));
    return { heading: [`### ${title}`, more].filter((part) => part !== '').join('\n\n'), defined };
  });

const PRELUDE_NAMES: ReadonlySet<string> = new Set(GROUPS.flatMap(({ defined }) => [...defined]));

/** The operations that an engine can have, as fields of its record. */
function fields(): string {
  return code(
    ownOperations()
      .map((name) => `${name.padEnd(10)} : ${showOperation(name, false)}`)
      .join('\n'),
  );
}

/** The names that a program without definitions can use. */
export function namesInScope(): readonly Name[] {
  const at = { cell: 0, start: 1, end: 1 };
  const items = newLanguageApi().completions({ revision: 1, cells: ['q'], at })?.items ?? [];
  return items.filter(({ kind }) => kind === 'function' || kind === 'variable');
}

/** Returns a list of names: how each is called, what it is, and its type. */
function names(belongs: (name: string) => boolean): string {
  return namesInScope()
    .filter(({ name }) => belongs(name))
    .map(({ name, signature: type = '', documentation = '' }) => {
      const end = documentation.startsWith(name) ? documentation.indexOf(': ') : -1;
      const [call, text] =
        end < 0 ? [name, documentation] : [documentation.slice(0, end), documentation.slice(end + 2)];
      return `- \`${call}\`: ${sentence(text)} \`${type}\``;
    })
    .join('\n');
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function operators(): string {
  const rows: readonly Operation[] = Object.values(OPERATIONS);
  const infix = rows.filter(({ notation }) => notation.form !== 'function');
  const symbols = [
    ...new Set(infix.map(({ notation: { form, symbol } }) => (form === 'prefix' ? `${symbol}a` : `a ${symbol} b`))),
  ];
  return symbols
    .map((call) => {
      const own = infix.filter(
        ({ notation: { form, symbol } }) => call === (form === 'prefix' ? `${symbol}a` : `a ${symbol} b`),
      );
      const types = own.map(({ parameters }) => parameters.join(' and '));
      const texts = [...new Set(own.map(({ documentation }) => documentation))];
      return `- \`${call}\` (${types.join('; ')}): ${texts.join(' ')}`;
    })
    .join('\n');
}

function spellings(): string {
  const symbols = [...SPELLINGS.values()]
    .flat()
    .filter(({ written, symbol, foreign }) => foreign === undefined && written !== symbol)
    .map(({ written, symbol }) => [written, symbol]);
  const words = [...UNICODE_WORDS].map(([written, { text }]) => [written, text]);
  return [...words, ...symbols].map(([written = '', text = '']) => `\`${written}\` for \`${text}\``).join(', ') + '.';
}

function foreign(): string {
  const found = [...SPELLINGS.values()].flat().filter((spelling) => spelling.foreign !== undefined);
  return found
    .map(({ written, symbol }) => `\`${written}\` for ${symbol === 'comment' ? 'a comment' : `\`${symbol}\``}`)
    .join(', ')
    .concat('.');
}

/** The forms of a level that are no infix operators. */
const FORMS = {
  block: 'fun  let  if  match  case  fold',
  pipe: undefined,
  or: undefined,
  and: undefined,
  comparison: undefined,
  cons: undefined,
  sum: undefined,
  product: undefined,
  negation: '-a',
  power: undefined,
  application: 'f a',
  postfix: 'r.field  t.1  a[i]',
  atom: 'names, literals, brackets',
} satisfies Record<keyof typeof LEVEL, string | undefined>;

const SIDES = {
  left: 'a ? b ? c is (a ? b) ? c',
  right: 'a ? b ? c is a ? (b ? c)',
  none: 'cannot be chained',
} as const;

function precedence(): string {
  const operatorsAt = (level: number) => Object.entries(BINARY_OPERATORS).filter(([, shape]) => shape.level === level);
  const forms = new Map<string, string | undefined>(Object.entries(FORMS));
  const rows = Object.entries(LEVEL).map(([name, level]): readonly [string, string] => {
    const found = operatorsAt(level);
    const [[first, shape] = []] = found;
    if (first === undefined || shape === undefined) return [forms.get(name) ?? '', ''];
    return [found.map(([symbol]) => symbol).join('  '), SIDES[shape.associativity].replaceAll('?', first)];
  });
  const width = Math.max(...rows.map(([form]) => form.length)) + 3;
  return code(rows.map(([form, side]) => (form.padEnd(width) + side).trimEnd()).join('\n'));
}

function deltaConstructors(): string {
  return DELTA_DECLARATION.constructors
    .map(({ name, payload }) => {
      const { type } = DELTA_DECLARATION;
      return `- \`${signature(name, payload === undefined ? type : functionType(payload, type))}\``;
    })
    .join('\n');
}

function budget(place: string, { seconds, steps, bytes }: Budget): string {
  return `- ${place}: ${seconds} s, ${steps.toLocaleString('en')} steps and ${bytes / 1e6} MB of memory`;
}

function code(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
