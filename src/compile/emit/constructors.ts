import type { Kind, VariantLayout } from '../ir/kind';
import type { Code } from './code';
import { FIRST_ADDRESS, hasHeader, WORD } from './layout';

/** Leaves the index of the constructor of a value, an i32; `value` leaves the value. */
export function constructorOf(code: Code, { constructors }: VariantLayout, value: () => void): void {
  const withFields = constructors.flatMap(({ fields }, i) => (fields.length > 0 ? [i] : []));
  const [only] = withFields;
  if (only === undefined) {
    value();
  } else if (withFields.length === constructors.length) {
    if (constructors.length === 1) code.i32(0);
    else {
      value();
      code.op('i32.load', 0);
    }
  } else if (withFields.length === 1) {
    value();
    code.i32(only);
    value();
    code.i32(FIRST_ADDRESS).op('i32.lt_u').op('select');
  } else {
    value();
    code.i32(FIRST_ADDRESS).op('i32.lt_u').op('if', 'i32');
    value();
    code.op('else');
    value();
    code.op('i32.load', 0).op('end');
  }
}

/**
 * Leaves whether a value has a constructor, an i32, without its index where addresses tell: returns whether they do. `value`
 * leaves the value.
 */
export function hasConstructor(code: Code, { constructors }: VariantLayout, index: number, value: () => void): boolean {
  const withFields = constructors.filter(({ fields }) => fields.length > 0);
  const isAddress = withFields.some((each) => each === constructors[index]);
  if (isAddress && withFields.length > 1) return false;
  value();
  if (isAddress) code.i32(FIRST_ADDRESS).op('i32.ge_u');
  else code.i32(index).op('i32.eq');
  return true;
}

/** Calls `write` for each constructor with fields, in code that runs if `value` has it. */
export function eachConstructor(
  code: Code,
  layout: VariantLayout,
  value: () => void,
  write: (fields: readonly Kind[], start: number) => void,
): void {
  const start = hasHeader(layout) ? WORD : 0;
  layout.constructors.forEach(({ fields }, index) => {
    if (fields.length === 0) return;
    if (start === 0) {
      write(fields, start);
      return;
    }
    value();
    code.op('i32.load', 0).i32(index).op('i32.eq');
    code.when(() => {
      write(fields, start);
    });
  });
}

/** The most fields of a constructor of small data, and the most constructors. */
const MOST = { fields: 4, constructors: 8 };

/** Whether data has few constructors with few fields, of which a walk follows none. */
export function isSmall({ constructors }: VariantLayout, follows: (kind: Kind) => boolean): boolean {
  return (
    constructors.length <= MOST.constructors &&
    constructors.every(({ fields }) => fields.length <= MOST.fields && !fields.some(follows))
  );
}
