import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { joined } from '../ir/same';
import type { ArrayLayout, Kind, StringLayout, VariantLayout } from '../ir/kind';

export const STRING_LAYOUT: StringLayout = { tag: 'string' };

/** The kinds of variables that hold the values of each type. */
export class Kinds {
  readonly variants: readonly VariantDeclaration[];
  private readonly arrays = new Map<string, ArrayLayout>();
  private readonly named = new Map<string, VariantLayout>();
  private readonly lists = new Set<Kind>();
  private layouts = 0;

  constructor(variants: readonly VariantDeclaration[]) {
    this.variants = variants;
  }

  /** Returns the kinds of the parts of a value: products and records are flat, in the order of their fields. */
  of(type: Type): readonly Kind[] {
    switch (type.tag) {
      case 'real':
      case 'int':
      case 'bool':
        return [type.tag];
      case 'string':
        return [STRING_LAYOUT];
      case 'unit':
        return [];
      case 'product':
        return joined(type.items.map((item) => this.of(item)));
      case 'record':
        return joined(type.fields.map((field) => this.of(field.type)));
      case 'sequence':
        return [type.container === 'array' ? this.array(type.item) : this.variant(type)];
      case 'sum':
      case 'named':
      case 'function':
        return [this.variant(type)];
      default:
        return internalError(`no kind for ${showType(type)}`);
    }
  }

  array(item: Type): ArrayLayout {
    const key = showType(item);
    const known = this.arrays.get(key);
    if (known !== undefined) return known;
    const layout: ArrayLayout = { tag: 'array', id: this.layouts++, item: [] };
    this.arrays.set(key, layout);
    layout.item = this.of(item);
    return layout;
  }

  /** Returns the layout of an array of the cells of a list. */
  spine(list: VariantLayout): ArrayLayout {
    const key = `spine ${list.id}`;
    const known = this.arrays.get(key) ?? { tag: 'array', id: this.layouts++, item: [list] };
    this.arrays.set(key, known);
    return known;
  }

  /** Returns the layout of an array of the items of a list. */
  items(list: VariantLayout): ArrayLayout {
    const key = `items ${list.id}`;
    const item = list.constructors[1]?.fields.slice(0, -1) ?? [];
    const known = this.arrays.get(key) ?? { tag: 'array', id: this.layouts++, item };
    this.arrays.set(key, known);
    return known;
  }

  /** Returns the layout of a list whose items have these parts. */
  listOf(parts: readonly Kind[]): VariantLayout {
    const key = `list of ${parts.map((kind) => (typeof kind === 'string' ? kind : 'id' in kind ? kind.id : kind.tag)).join()}`;
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const layout: VariantLayout = { tag: 'variant', id: this.layouts++, name: key, constructors: [] };
    this.named.set(key, layout);
    this.lists.add(layout);
    layout.constructors = [
      { name: '[]', fields: [] },
      { name: '::', fields: [...parts, layout] },
    ];
    return layout;
  }

  isList(kind: Kind): kind is VariantLayout {
    return this.lists.has(kind);
  }

  /** Returns the layout of a sum, a variant or a list; for a function type that of its closures, at first without any. */
  variant(type: Type): VariantLayout {
    const key = showType(type);
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const layout: VariantLayout = { tag: 'variant', id: this.layouts++, name: key, constructors: [] };
    this.named.set(key, layout);
    if (type.tag === 'sequence') this.lists.add(layout);
    layout.constructors = (constructorsOf(type, this.variants) ?? []).map(({ name, payload }) => ({
      name,
      fields: payload === undefined ? [] : this.of(payload),
    }));
    return layout;
  }
}
