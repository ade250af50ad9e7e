import type { Span } from '../../language/source/span';
import { type CodeLine, textOf } from '../code-line';
import { IMPORTS } from './host';
import { encode, type Instruction, show, TYPE_BYTES, unsigned, type ValueType } from './instructions';

/** A function of a module; its parameters are the first locals. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly body: readonly Instruction[];
}

export interface WasmImport {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
}

export interface WasmGlobal {
  readonly name: string;
  readonly type: 'i32' | 'i64';
  readonly initial: number;
  /** Whether the host does not see it. */
  readonly isHidden?: boolean;
}

/** A module with one memory, which it exports as `memory`. Imported functions come before its own in the numbering. */
export interface WasmModule {
  readonly imports: readonly WasmImport[];
  readonly functions: readonly WasmFunction[];
  /** Exported under their names unless they are hidden; mutable. */
  readonly globals: readonly WasmGlobal[];
  /** Exported functions: name and index. */
  readonly exports: readonly (readonly [string, number])[];
  readonly pages: number;
  readonly data: readonly { readonly address: number; readonly bytes: Uint8Array }[];
}

const SECTIONS = { type: 1, import: 2, function: 3, memory: 5, global: 6, export: 7, code: 10, data: 11 } as const;

/** Returns the binary form of a module. */
export function encodeModule(module: WasmModule): Uint8Array<ArrayBuffer> {
  const types = new Map<string, number>();
  const typeBytes: number[][] = [];
  const typeOf = ({ parameters, results }: Pick<WasmImport, 'parameters' | 'results'>): number => {
    const key = `${parameters.join()}:${results.join()}`;
    let index = types.get(key);
    if (index === undefined) {
      index = typeBytes.length;
      types.set(key, index);
      const bytes = [0x60];
      for (const side of [parameters, results]) {
        unsigned(bytes, side.length);
        for (const type of side) bytes.push(TYPE_BYTES[type]);
      }
      typeBytes.push(bytes);
    }
    return index;
  };
  const imports = module.imports.map((each) => {
    const bytes = [...name(IMPORTS), ...name(each.name), 0x00];
    unsigned(bytes, typeOf(each));
    return bytes;
  });
  const functions = module.functions.map((each) => {
    const bytes: number[] = [];
    unsigned(bytes, typeOf(each));
    return bytes;
  });
  const memory = [0x00];
  unsigned(memory, module.pages);
  const globals = module.globals.map(({ type, initial }) => {
    const bytes = [TYPE_BYTES[type], 0x01];
    encode(bytes, { op: type === 'i32' ? 'i32.const' : 'i64.const', immediate: initial });
    bytes.push(0x0b);
    return bytes;
  });
  const exported = (called: string, kind: number, index: number): number[] => {
    const bytes = [...name(called), kind];
    unsigned(bytes, index);
    return bytes;
  };
  const exports = [
    exported('memory', 2, 0),
    ...module.exports.map(([called, index]) => exported(called, 0, index)),
    ...module.globals.flatMap(({ name: called, isHidden }, index) =>
      isHidden === true ? [] : [exported(called, 3, index)],
    ),
  ];
  const code = module.functions.flatMap(codeOf);
  const data = module.data.map(({ address, bytes }) => {
    const made = [0x00];
    encode(made, { op: 'i32.const', immediate: address });
    made.push(0x0b);
    unsigned(made, bytes.length);
    return [made, bytes] as const;
  });
  const out = new Bytes();
  out.add([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
  out.section(SECTIONS.type, typeBytes);
  out.section(SECTIONS.import, imports);
  out.section(SECTIONS.function, functions);
  out.section(SECTIONS.memory, [memory]);
  out.section(SECTIONS.global, globals);
  out.section(SECTIONS.export, exports);
  out.section(SECTIONS.code, code, module.functions.length);
  out.section(SECTIONS.data, data.flat(), data.length);
  return out.all();
}

/** Returns the size of a function, and its bytes. */
function codeOf({ parameters, locals, body }: WasmFunction): readonly (readonly number[] | Uint8Array)[] {
  const own = locals.slice(parameters.length);
  const runs: { readonly type: ValueType; count: number }[] = [];
  for (const type of own) {
    const last = runs.at(-1);
    if (last?.type === type) last.count++;
    else runs.push({ type, count: 1 });
  }
  const bytes = new ByteList(body.length);
  unsigned(bytes, runs.length);
  for (const { type, count } of runs) {
    unsigned(bytes, count);
    bytes.push(TYPE_BYTES[type]);
  }
  for (const instruction of body) encode(bytes, instruction);
  bytes.push(0x0b);
  const size: number[] = [];
  unsigned(size, bytes.length);
  return [size, bytes.all()];
}

/** Bytes that grow at their end. */
class ByteList {
  private bytes: Uint8Array;
  length = 0;

  constructor(instructions: number) {
    this.bytes = new Uint8Array(64 + 4 * instructions);
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) {
      const before = this.bytes;
      this.bytes = new Uint8Array(2 * before.length);
      this.bytes.set(before);
    }
    this.bytes[this.length++] = byte;
  }

  all(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

function name(text: string): number[] {
  const bytes: number[] = [];
  unsigned(bytes, text.length);
  for (let i = 0; i < text.length; i++) bytes.push(text.charCodeAt(i));
  return bytes;
}

/** Joins bytes. */
class Bytes {
  private readonly parts: (readonly number[] | Uint8Array)[] = [];
  private length = 0;

  add(part: readonly number[] | Uint8Array): void {
    this.parts.push(part);
    this.length += part.length;
  }

  section(id: number, items: readonly (readonly number[] | Uint8Array)[], count = items.length): void {
    if (count === 0) return;
    const head: number[] = [];
    unsigned(head, count);
    const size: number[] = [];
    unsigned(
      size,
      items.reduce((sum, item) => sum + item.length, head.length),
    );
    this.add([id, ...size, ...head]);
    for (const item of items) this.add(item);
  }

  all(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}

/** Returns the text form of a module. */
export function printModule(module: WasmModule): string {
  return textOf(moduleLines(module));
}

/** Returns the text form of a module as lines. */
export function moduleLines(module: WasmModule): readonly CodeLine[] {
  const signature = ({ parameters, results }: Pick<WasmImport, 'parameters' | 'results'>): string =>
    `${parameters.length > 0 ? ` (param ${parameters.join(' ')})` : ''}${results.length > 0 ? ` (result ${results.join(' ')})` : ''}`;
  const lines: CodeLine[] = [{ text: '(module' }];
  for (const each of module.imports) {
    lines.push({ text: `  (import "${IMPORTS}" "${each.name}" (func $${identifier(each.name)}${signature(each)}))` });
  }
  lines.push({ text: `  (memory (export "memory") ${module.pages})` });
  for (const { name: called, type, initial, isHidden } of module.globals) {
    const shown = isHidden === true ? '' : ` (export "${called}")`;
    lines.push({ text: `  (global $${identifier(called)}${shown} (mut ${type}) (${type}.const ${initial}))` });
  }
  const names = [...module.imports, ...module.functions].map((each) => identifier(each.name));
  const exportedAs = new Map(module.exports.map(([called, index]) => [index, called]));
  module.functions.forEach((each, i) => {
    const exported = exportedAs.get(module.imports.length + i);
    const shown = exported === undefined ? '' : ` (export "${exported}")`;
    const within = each.name;
    const write = (text: string, origin?: Span): void => {
      lines.push({ text, origin, within });
    };
    write(`  (func $${identifier(within)}${shown}${signature(each)}`);
    const own = each.locals.slice(each.parameters.length);
    if (own.length > 0) write(`    (local ${own.join(' ')})`);
    let depth = 2;
    for (const instruction of each.body) {
      const { op, immediate, origin } = instruction;
      if (op === 'end' || op === 'else') depth--;
      const text = op === 'call' ? `call $${names[Number(immediate)] ?? ''}` : show(instruction);
      write(`${'  '.repeat(depth)}${text}`, origin);
      if (op === 'block' || op === 'loop' || op === 'if' || op === 'else') depth++;
    }
    write('  )');
  });
  for (const { address, bytes } of module.data) {
    const shown = [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
    lines.push({ text: `  (data (i32.const ${address}) "${shown}")` });
  }
  lines.push({ text: ')' });
  return lines;
}

/** Returns a name with the characters that identifiers of the text format have. */
function identifier(name: string): string {
  return name.replace(/[^\w!#$%&'*+\-./:<=>?@\\^`|~]/gu, '_');
}
