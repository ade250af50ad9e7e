import { bracketed, concat, fill, group, join, line, nest, parenthesised, type Doc } from './layout';
import { TYPE_LEVEL } from './precedence';
import { render, renderSteps } from './render';
import type { TypeExpression } from './tree';

/** Returns a type on one line, in parentheses if it binds less tightly than `level`. */
export function printType(type: TypeExpression, level: number): string {
  return render(renderSteps(typeDoc(type, level)), Infinity);
}

/** Prints a type where one of at least `level` is required, in parentheses if it binds less tightly. */
export function typeDoc(type: TypeExpression, level: number): Doc {
  return typeLevel(type) < level ? parenthesised(bareType(type)) : bareType(type);
}

function typeLevel(type: TypeExpression): number {
  switch (type.tag) {
    case 'base':
    case 'variable':
    case 'record':
      return TYPE_LEVEL.atom;
    case 'name':
      return type.arguments.length === 0 ? TYPE_LEVEL.atom : TYPE_LEVEL.application;
    case 'sequence':
      return TYPE_LEVEL.application;
    case 'product':
      return TYPE_LEVEL.product;
    case 'sum':
      return TYPE_LEVEL.sum;
    case 'function':
      return TYPE_LEVEL.function;
  }
}

function bareType(type: TypeExpression): Doc {
  switch (type.tag) {
    case 'base':
    case 'variable':
      return type.name;
    case 'name': {
      const parts = type.arguments.map((argument) => typeDoc(argument, TYPE_LEVEL.atom));
      return nest(2, fill([type.name.text, ...parts]));
    }
    case 'sequence':
      return nest(2, fill([type.container, typeDoc(type.item, TYPE_LEVEL.atom)]));
    case 'record': {
      const fields = type.fields.map((field) =>
        concat(field.name.text, ' : ', typeDoc(field.type, TYPE_LEVEL.function)),
      );
      return bracketed('{', fields, '}', ' ');
    }
    case 'product': {
      const items = type.items.map((item) => typeDoc(item, TYPE_LEVEL.application));
      return group(join(items, concat(line, '* ')));
    }
    case 'sum':
      return group(concat(typeDoc(type.left, TYPE_LEVEL.sum), line, '+ ', typeDoc(type.right, TYPE_LEVEL.product)));
    case 'function':
      return group(
        concat(typeDoc(type.parameter, TYPE_LEVEL.sum), ' ->', line, typeDoc(type.result, TYPE_LEVEL.function)),
      );
  }
}
