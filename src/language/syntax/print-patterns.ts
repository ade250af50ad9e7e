import { concat, fill, type Doc } from './layout';
import { PATTERN_LEVEL, TYPE_LEVEL } from './precedence';
import { typeDoc } from './print-types';
import type { FieldPattern, Literal, Pattern } from './tree';

/** A pattern where one of at least `level` must stand, in parentheses if it is looser. */
export function patternDoc(pattern: Pattern, level: number): Doc {
  return patternLevel(pattern) < level ? concat('(', barePattern(pattern), ')') : barePattern(pattern);
}

function patternLevel(pattern: Pattern): number {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
    case 'unit':
    case 'tuple':
    case 'record':
    case 'list':
      return PATTERN_LEVEL.atom;
    case 'literal':
      return literalText(pattern.literal).startsWith('-') ? PATTERN_LEVEL.application : PATTERN_LEVEL.atom;
    case 'constructor':
      return pattern.payload === undefined ? PATTERN_LEVEL.atom : PATTERN_LEVEL.application;
    case 'cons':
      return PATTERN_LEVEL.cons;
    case 'annotated':
      return PATTERN_LEVEL.annotated;
  }
}

function barePattern(pattern: Pattern): Doc {
  switch (pattern.tag) {
    case 'variable':
      return pattern.name;
    case 'wildcard':
      return '_';
    case 'unit':
      return '()';
    case 'tuple':
      return fill('(', annotatedDocs(pattern.items), ')');
    case 'list':
      return fill('[', annotatedDocs(pattern.items), ']');
    case 'record':
      return fill('{ ', pattern.fields.map(fieldDoc), ' }');
    case 'literal':
      return literalText(pattern.literal);
    case 'constructor':
      return pattern.payload === undefined
        ? pattern.name.text
        : concat(pattern.name.text, ' ', patternDoc(pattern.payload, PATTERN_LEVEL.atom));
    case 'cons':
      return concat(
        patternDoc(pattern.head, PATTERN_LEVEL.application),
        ' :: ',
        patternDoc(pattern.tail, PATTERN_LEVEL.cons),
      );
    case 'annotated':
      return concat(patternDoc(pattern.pattern, PATTERN_LEVEL.cons), ' : ', typeDoc(pattern.type, TYPE_LEVEL.function));
  }
}

function annotatedDocs(items: readonly Pattern[]): readonly Doc[] {
  return items.map((item) => patternDoc(item, PATTERN_LEVEL.annotated));
}

function fieldDoc(field: FieldPattern): Doc {
  const { name, pattern } = field;
  if (pattern.tag === 'variable' && pattern.name === name.text) return name.text;
  return concat(name.text, ' = ', patternDoc(pattern, PATTERN_LEVEL.annotated));
}

export function literalText(literal: Literal): string {
  switch (literal.tag) {
    case 'number':
      return literal.text;
    case 'boolean':
      return String(literal.value);
    case 'string':
      return JSON.stringify(literal.value);
  }
}
