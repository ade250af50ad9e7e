import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';

/** WebAssembly's types of numbers, and of all values. */
export type NumberType = 'i32' | 'i64' | 'f64';
export type ValueType = NumberType | 'v128';

export const TYPE_BYTES = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b } as const;

/** Opcodes by the instructions' names. */
export const OPCODES = {
  unreachable: [0x00],
  block: [0x02],
  loop: [0x03],
  if: [0x04],
  else: [0x05],
  end: [0x0b],
  br: [0x0c],
  br_if: [0x0d],
  return: [0x0f],
  call: [0x10],
  drop: [0x1a],
  select: [0x1b],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'global.get': [0x23],
  'global.set': [0x24],
  'i32.load': [0x28],
  'i64.load': [0x29],
  'f64.load': [0x2b],
  'i32.store': [0x36],
  'i64.store': [0x37],
  'f64.store': [0x39],
  'i32.load16_u': [0x2f],
  'i32.store16': [0x3b],
  'memory.size': [0x3f, 0],
  'memory.grow': [0x40, 0],
  'i32.const': [0x41],
  'i64.const': [0x42],
  'f64.const': [0x44],
  'i32.eqz': [0x45],
  'i32.eq': [0x46],
  'i32.ne': [0x47],
  'i32.lt_s': [0x48],
  'i32.lt_u': [0x49],
  'i32.gt_s': [0x4a],
  'i32.gt_u': [0x4b],
  'i32.le_u': [0x4d],
  'i32.ge_u': [0x4f],
  'i64.eqz': [0x50],
  'i64.eq': [0x51],
  'i64.ne': [0x52],
  'i64.lt_s': [0x53],
  'i64.lt_u': [0x54],
  'i64.gt_s': [0x55],
  'i64.gt_u': [0x56],
  'i64.le_s': [0x57],
  'i64.ge_s': [0x59],
  'i64.ge_u': [0x5a],
  'f64.eq': [0x61],
  'f64.ne': [0x62],
  'f64.lt': [0x63],
  'f64.gt': [0x64],
  'f64.le': [0x65],
  'f64.ge': [0x66],
  'i32.clz': [0x67],
  'i32.add': [0x6a],
  'i32.sub': [0x6b],
  'i32.mul': [0x6c],
  'i32.and': [0x71],
  'i32.or': [0x72],
  'i32.xor': [0x73],
  'i32.shl': [0x74],
  'i32.shr_u': [0x76],
  'i64.add': [0x7c],
  'i64.sub': [0x7d],
  'i64.mul': [0x7e],
  'i64.div_s': [0x7f],
  'i64.rem_s': [0x81],
  'i64.and': [0x83],
  'i64.or': [0x84],
  'i64.xor': [0x85],
  'i64.shl': [0x86],
  'i64.shr_s': [0x87],
  'i64.shr_u': [0x88],
  'f64.abs': [0x99],
  'f64.neg': [0x9a],
  'f64.floor': [0x9c],
  'f64.trunc': [0x9d],
  'f64.sqrt': [0x9f],
  'f64.add': [0xa0],
  'f64.sub': [0xa1],
  'f64.mul': [0xa2],
  'f64.div': [0xa3],
  'f64.copysign': [0xa6],
  'i32.wrap_i64': [0xa7],
  'i64.extend_i32_u': [0xad],
  'i64.trunc_f64_s': [0xb0],
  'f64.convert_i32_s': [0xb7],
  'f64.convert_i64_s': [0xb9],
  'i64.reinterpret_f64': [0xbd],
  'f64.reinterpret_i64': [0xbf],
  'memory.copy': [0xfc, 10, 0, 0],
  'memory.fill': [0xfc, 11, 0],
  'v128.load': [0xfd, 0x00],
  'v128.store': [0xfd, 0x0b],
  'v128.load64_lane': [0xfd, 0x57],
  'v128.store64_lane': [0xfd, 0x5b],
  'v128.not': [0xfd, 0x4d],
  'v128.and': [0xfd, 0x4e],
  'v128.or': [0xfd, 0x50],
  'v128.any_true': [0xfd, 0x53],
  'i8x16.shuffle': [0xfd, 0x0d],
  'f64x2.splat': [0xfd, 0x14],
  'f64x2.extract_lane': [0xfd, 0x21],
  'f64x2.replace_lane': [0xfd, 0x22],
  'f64x2.eq': [0xfd, 0x47],
  'f64x2.ne': [0xfd, 0x48],
  'f64x2.lt': [0xfd, 0x49],
  'f64x2.gt': [0xfd, 0x4a],
  'f64x2.le': [0xfd, 0x4b],
  'f64x2.ge': [0xfd, 0x4c],
  'f64x2.abs': [0xfd, 0xec, 0x01],
  'f64x2.neg': [0xfd, 0xed, 0x01],
  'f64x2.sqrt': [0xfd, 0xef, 0x01],
  'f64x2.add': [0xfd, 0xf0, 0x01],
  'f64x2.sub': [0xfd, 0xf1, 0x01],
  'f64x2.mul': [0xfd, 0xf2, 0x01],
  'f64x2.div': [0xfd, 0xf3, 0x01],
  'f64x2.pmin': [0xfd, 0xf6, 0x01],
  'f64x2.pmax': [0xfd, 0xf7, 0x01],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type Opcode = keyof typeof OPCODES;

/** An instruction with its immediate: an index, an offset, a constant, or the result type of a block. */
export interface Instruction {
  readonly op: Opcode;
  readonly immediate?: number | ValueType | undefined;
  /** The place in the reader's text of the statement that it is part of. */
  readonly origin?: Span | undefined;
}

/** Takes bytes. */
interface Bytes {
  push(byte: number): unknown;
}

/** Appends an unsigned integer in LEB128. */
export function unsigned(bytes: Bytes, value: number): void {
  let rest = value >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
}

/** Appends a signed integer, |value| < 2^53, in LEB128. */
export function signed(bytes: Bytes, value: number): void {
  let rest = value;
  for (;;) {
    const low = ((rest % 128) + 128) % 128;
    rest = (rest - low) / 128;
    const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
    bytes.push(isLast ? low : low | 0x80);
    if (isLast) return;
  }
}

const real = new DataView(new ArrayBuffer(8));

/** The alignment of the memory that an instruction reads or writes, as a power of two. Data is aligned to 8 bytes. */
const ALIGNMENTS: Partial<Readonly<Record<Opcode, number>>> = {
  'i32.load16_u': 1,
  'i32.store16': 1,
  'i32.load': 2,
  'i32.store': 2,
  'i64.load': 3,
  'i64.store': 3,
  'f64.load': 3,
  'f64.store': 3,
  'v128.load': 3,
  'v128.store': 3,
  'v128.load64_lane': 3,
  'v128.store64_lane': 3,
};

/** Instructions on memory that read or write the upper of two reals: its number follows the place. */
const UPPER: ReadonlySet<Opcode> = new Set<Opcode>(['v128.load64_lane', 'v128.store64_lane']);

/**
 * The immediate of a shuffle of two vectors that takes two of their four reals, which are numbered from the lower of the
 * first vector to the upper of the second.
 */
export function shuffleOf(lower: number, upper: number): number {
  return 4 * lower + upper;
}

/** Returns the numbers of the 16 bytes that a shuffle takes. */
function shuffled(immediate: number): readonly number[] {
  return [immediate >> 2, immediate & 3].flatMap((real) => Array.from({ length: 8 }, (_, i) => 8 * real + i));
}

const NAMES: ReadonlyMap<string, Opcode> = new Map((Object.keys(OPCODES) as Opcode[]).map((op) => [op, op]));

/** Returns an instruction by its name: the string of the table itself, which is compared with others of it at once. */
export function opcodeOf(name: string): Opcode | undefined {
  return NAMES.get(name);
}

/** How an instruction is written: its opcode, and what follows it. */
interface Coding {
  readonly opcode: readonly number[];
  readonly alignment: number | undefined;
  readonly isUpper: boolean;
  /** Whether at most an index follows. */
  readonly isPlain: boolean;
}

const CONSTANTS: ReadonlySet<Opcode> = new Set<Opcode>(['i32.const', 'i64.const', 'f64.const', 'i8x16.shuffle']);
const BLOCKS: ReadonlySet<Opcode> = new Set<Opcode>(['block', 'loop', 'if']);

const CODINGS: ReadonlyMap<Opcode, Coding> = new Map(
  [...NAMES.values()].map((op) => {
    const alignment = ALIGNMENTS[op];
    const isPlain = alignment === undefined && !CONSTANTS.has(op) && !BLOCKS.has(op);
    return [op, { opcode: OPCODES[op], alignment, isUpper: UPPER.has(op), isPlain }];
  }),
);

function codingOf(op: Opcode): Coding {
  return CODINGS.get(op) ?? internalError('an opcode');
}

/** The instruction of which there are most. */
const GET = codingOf('local.get');

/** Appends the bytes of an instruction. */
export function encode(bytes: Bytes, { op, immediate }: Instruction): void {
  const { opcode, alignment, isUpper, isPlain } = op === 'local.get' ? GET : codingOf(op);
  for (const byte of opcode) bytes.push(byte);
  if (isPlain) {
    if (immediate !== undefined) unsigned(bytes, Number(immediate));
    return;
  }
  switch (op) {
    case 'block':
    case 'loop':
    case 'if':
      bytes.push(typeof immediate === 'string' ? TYPE_BYTES[immediate] : 0x40);
      return;
    case 'i32.const':
      signed(bytes, Number(immediate) | 0);
      return;
    case 'i64.const':
      signed(bytes, Number(immediate));
      return;
    case 'f64.const':
      real.setFloat64(0, Number(immediate), true);
      for (let i = 0; i < 8; i++) bytes.push(real.getUint8(i));
      return;
    case 'i8x16.shuffle':
      for (const byte of shuffled(Number(immediate))) bytes.push(byte);
      return;
    default:
      bytes.push(alignment ?? internalError('an alignment'));
      unsigned(bytes, Number(immediate ?? 0));
      if (isUpper) bytes.push(1);
  }
}

/** Returns the text of an instruction. */
export function show({ op, immediate }: Instruction): string {
  if (immediate === undefined) return op;
  if (typeof immediate === 'string') return `${op} (result ${immediate})`;
  if (op === 'i8x16.shuffle') return `${op} ${shuffled(immediate).join(' ')}`;
  if (op in ALIGNMENTS) return `${op}${immediate === 0 ? '' : ` offset=${immediate}`}${UPPER.has(op) ? ' 1' : ''}`;
  return `${op} ${numberText(immediate)}`;
}

/** Returns a number as the text format writes it. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (Math.abs(value) === Infinity) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}
