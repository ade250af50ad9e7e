import { bracketed, concat, group, line, nest, parenthesised, type Doc } from './layout';
import { PATTERN_LEVEL, TYPE_LEVEL } from './precedence';
import { typeDoc } from './print-types';
import type { Style } from './style';
import type { FieldPattern, SurfaceLiteral, SurfacePattern } from './tree';

/** Prints a pattern where one of at least `level` is required, in parentheses if it binds less tightly. */
export function patternDoc(style: Style, pattern: SurfacePattern, level: number): Doc {
  const bare = barePattern(style, pattern);
  return patternLevel(pattern) < level ? parenthesised(bare) : bare;
}

function patternLevel(pattern: SurfacePattern): number {
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

function barePattern(style: Style, pattern: SurfacePattern): Doc {
  const item = (part: SurfacePattern): Doc => patternDoc(style, part, PATTERN_LEVEL.annotated);
  switch (pattern.tag) {
    case 'variable':
      return pattern.name;
    case 'wildcard':
      return '_';
    case 'unit':
      return '()';
    case 'tuple':
      return bracketed('(', pattern.items.map(item), ')');
    case 'list':
      return pattern.items.length === 0 ? '[]' : bracketed('[', pattern.items.map(item), ']');
    case 'record': {
      const fields = pattern.fields.map((field) => fieldDoc(style, field));
      return bracketed('{', fields, '}', ' ');
    }
    case 'literal':
      return literalText(pattern.literal);
    case 'constructor': {
      const { name, payload } = pattern;
      if (payload === undefined) return name.text;
      return group(concat(name.text, nest(2, concat(line, patternDoc(style, payload, PATTERN_LEVEL.atom)))));
    }
    case 'cons': {
      const head = patternDoc(style, pattern.head, PATTERN_LEVEL.application);
      return group(concat(head, line, ':: ', patternDoc(style, pattern.tail, PATTERN_LEVEL.cons)));
    }
    case 'annotated': {
      const type = typeDoc(pattern.type, TYPE_LEVEL.function);
      const annotated = patternDoc(style, pattern.pattern, PATTERN_LEVEL.cons);
      return group(concat(annotated, nest(2, concat(line, ': ', nest(2, type)))));
    }
  }
}

function fieldDoc(style: Style, { name, pattern }: FieldPattern): Doc {
  const repeated = pattern.tag === 'variable' && pattern.name === name.text;
  const short = !style.asWritten || (repeated && pattern.span.start === name.span.start);
  if (repeated && short) return name.text;
  return concat(name.text, ' = ', patternDoc(style, pattern, PATTERN_LEVEL.annotated));
}

export function literalText(literal: SurfaceLiteral): string {
  switch (literal.tag) {
    case 'number':
      return literal.text;
    case 'boolean':
      return String(literal.value);
    case 'string':
      return JSON.stringify(literal.value);
  }
}
