import type { OperationName } from './names';

/**
 * The WebAssembly code of an operation: instructions separated by spaces, in which `$0` and `$1` are the arguments and a
 * constant is written `f64.const:0`. Reals are f64, ints i64, bools i32, strings addresses. Without code, `call`
 * leads to a function: one of the module (`src/compile/emit/elementary.ts`), or that of the row, which is imported.
 */
export interface WasmForm {
  readonly code: string;
  /** The code for a vector of two reals, if it is not the same instructions on vectors. */
  readonly pair?: string;
  /** Leaves 1 if arguments that are finite are inside the domain; absent if all are. */
  readonly within?: string;
}

const POSITIVE = '$0 f64.const:0 f64.gt';
const OPEN_UNIT = '$0 f64.abs f64.const:1 f64.lt';
const NO_POLE = '$0 f64.const:0 f64.gt $0 f64.floor $0 f64.ne i32.or';
const CALL = '$0 call';

function compared(instruction: string): WasmForm {
  return { code: `$0 $1 ${instruction}` };
}

export const WASM: Readonly<Record<OperationName, WasmForm>> = {
  add: { code: '$0 $1 f64.add' },
  subtract: { code: '$0 $1 f64.sub' },
  multiply: { code: '$0 $1 f64.mul' },
  divide: { code: '$0 $1 f64.div', within: '$1 f64.const:0 f64.ne' },
  negate: { code: '$0 f64.neg' },
  power: { code: '$0 $1 call', within: POSITIVE },
  powerInt: {
    code: '$0 $1 call',
    within: '$0 f64.const:0 f64.ne $1 i64.const:0 i64.ge_s i32.or',
  },
  exp: { code: CALL },
  log: { code: CALL, within: POSITIVE },
  expm1: { code: CALL },
  log1p: { code: CALL, within: '$0 f64.const:-1 f64.gt' },
  sqrt: { code: '$0 f64.sqrt', within: POSITIVE },
  sin: { code: CALL },
  cos: { code: CALL },
  tan: { code: CALL },
  asin: { code: CALL, within: OPEN_UNIT },
  acos: { code: CALL, within: OPEN_UNIT },
  atan: { code: CALL },
  atan2: { code: '$0 $1 call', within: '$0 f64.const:0 f64.ne $1 f64.const:0 f64.ne i32.or' },
  sinh: { code: CALL },
  cosh: { code: CALL },
  tanh: { code: CALL },
  sech: { code: CALL },
  sigmoid: { code: CALL },
  softplus: { code: CALL },
  erf: { code: CALL },
  lgamma: { code: CALL, within: NO_POLE },
  digamma: { code: CALL, within: NO_POLE },
  polygamma: {
    code: '$0 f64.convert_i64_s $1 call',
    within:
      '$1 f64.const:0 f64.gt $1 f64.floor $1 f64.ne i32.or $0 i64.const:0 i64.ge_s i32.and $0 i64.const:1000 i64.le_s i32.and',
  },
  checkPivot: { code: '$1', within: '$1 f64.const:0 f64.gt' },
  abs: { code: '$0 f64.abs' },
  relu: { code: '$0 f64.const:0 $0 f64.const:0 f64.gt select', pair: '$0 $0 f64.const:0 f64.gt v128.and' },
  max: { code: '$1 $0 $1 $0 f64.gt select', pair: '$0 $1 f64x2.pmax' },
  min: { code: '$1 $0 $1 $0 f64.lt select', pair: '$0 $1 f64x2.pmin' },
  sign: { code: '$0 f64.const:0 f64.gt $0 f64.const:0 f64.lt i32.sub f64.convert_i32_s' },
  step: { code: '$0 f64.const:0 f64.gt f64.convert_i32_s' },
  addInt: { code: '$0 $1 i64.add' },
  subtractInt: { code: '$0 $1 i64.sub' },
  // The product of reals tells whether the product of ints is in range.
  multiplyInt: {
    code: '$0 $1 i64.mul',
    within: '$0 f64.convert_i64_s $1 f64.convert_i64_s f64.mul f64.abs f64.const:9007199254740991 f64.le',
  },
  negateInt: { code: 'i64.const:0 $0 i64.sub' },
  // WebAssembly rounds towards 0: the quotient is one too large where the signs differ and there is a remainder.
  div: {
    code: '$0 $1 i64.div_s $0 $1 i64.rem_s i64.const:0 i64.ne $0 $1 i64.xor i64.const:0 i64.lt_s i32.and i64.extend_i32_u i64.sub',
    within: '$1 i64.const:0 i64.ne',
  },
  mod: {
    code: '$0 $1 i64.rem_s $1 i64.const:0 $0 $1 i64.rem_s i64.const:0 i64.ne $0 $1 i64.xor i64.const:0 i64.lt_s i32.and select i64.add',
    within: '$1 i64.const:0 i64.ne',
  },
  maxInt: { code: '$0 $1 $0 $1 i64.gt_s select' },
  minInt: { code: '$0 $1 $0 $1 i64.lt_s select' },
  checkSide: { code: '$0', within: '$0 $1 i64.eq' },
  checkRow: { code: '$0', within: '$0 $1 i64.eq' },
  checkLength: { code: '$0', within: '$0 $1 i64.eq' },
  checkItems: { code: '$0', within: '$0 i64.const:0 i64.gt_s' },
  toReal: { code: '$0 f64.convert_i64_s' },
  floor: {
    code: '$0 f64.floor i64.trunc_f64_s',
    within: '$0 f64.floor f64.abs f64.const:9007199254740991 f64.le',
  },
  // Their text is written by a function of the module, which the host gives one unit after the other.
  showReal: { code: CALL },
  showInt: { code: '$0 f64.convert_i64_s call' },
  uniform: { code: '$0 f64.convert_i64_s $1 f64.convert_i64_s call' },
  less: compared('f64.lt'),
  lessEqual: compared('f64.le'),
  greater: compared('f64.gt'),
  greaterEqual: compared('f64.ge'),
  equal: compared('f64.eq'),
  notEqual: compared('f64.ne'),
  lessSmooth: { code: '$0 $1 f64.lt', within: '$0 $1 f64.ne' },
  greaterSmooth: { code: '$0 $1 f64.gt', within: '$0 $1 f64.ne' },
  lessInt: compared('i64.lt_s'),
  lessEqualInt: compared('i64.le_s'),
  greaterInt: compared('i64.gt_s'),
  greaterEqualInt: compared('i64.ge_s'),
  equalInt: compared('i64.eq'),
  notEqualInt: compared('i64.ne'),
  equalBool: compared('i32.eq'),
  notEqualBool: compared('i32.ne'),
  equalString: { code: '$0 $1 call' },
  notEqualString: { code: '$0 $1 call i32.eqz' },
  not: { code: '$0 i32.eqz' },
};
