import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import {
  missingField,
  missingValue,
  placed,
  unknownField,
  WANTED_BOOL,
  WANTED_INT,
  WANTED_REAL,
  WANTED_RECORD,
  WANTED_SEQUENCE,
  WANTED_STRING,
  WANTED_UNIT,
  wantedValues,
  wantedVariant,
} from '../../semantics/misfit';
import { sequenceOf } from '../../semantics/leaves';
import { type Value, Variant } from '../../semantics/value';
import { excerpt, type FileBytes, Misread, MOST_SHOWN, textOf } from './bytes';
import { NumberReader } from './numbers';
import { RealBuffer } from './real-buffer';

/** As in values on the command line: deeper ones would overflow the stack. */
const MOST_NESTED = 1000;

/** The bytes of `"` `,` `:` `[` `\` `]` `{` `}`. */
const [QUOTE, COMMA, COLON, OPEN, BACKSLASH, CLOSE, BEGIN, END] = [34, 44, 58, 91, 92, 93, 123, 125];

/** Whether a byte is white space or a symbol, which ends a number or a word. */
function isBoundary(byte: number): boolean {
  return byte <= 32 || [QUOTE, COMMA, COLON, OPEN, CLOSE, BEGIN, END].includes(byte);
}

/** Reads JSON as values of the language, without other objects in between. Throws a `Misread`. */
export class JsonReader {
  readonly #file: FileBytes;
  readonly #variants: readonly VariantDeclaration[];
  readonly #numbers: NumberReader;
  readonly #reals = new RealBuffer();
  /** The way to the current value, as in `xs[3].name`. */
  readonly #path: string[] = [];
  #at: number;

  constructor(file: FileBytes, variants: readonly VariantDeclaration[]) {
    this.#file = file;
    this.#variants = variants;
    this.#numbers = new NumberReader(file);
    this.#at = file.start;
  }

  /** Returns the value that the whole file is. */
  whole(type: Type): Value {
    const value = this.#value(type);
    this.#ends();
    return value;
  }

  /** Returns the fields of the object that the whole file is, as parts of the file. */
  fields(): ReadonlyMap<string, FileBytes> {
    const found = new Map<string, FileBytes>();
    if (this.#peek() !== BEGIN) throw this.#misfit('an object with one field for each name');
    this.#object((name) => {
      this.#peek();
      const start = this.#at;
      this.#skip();
      found.set(name, this.#file.part(start, this.#at));
    });
    this.#ends();
    return found;
  }

  #ends(): void {
    if (this.#peek() >= 0) throw this.#broken('the end of the file');
  }

  /** Returns the next byte that is not white space, and goes there; -1 at the end. */
  #peek(): number {
    for (;;) {
      const byte = this.#file.at(this.#at);
      if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return byte;
      this.#at += 1;
    }
  }

  #value(type: Type): Value {
    if (this.#path.length > MOST_NESTED)
      throw new Misread(`a value cannot be nested more than ${MOST_NESTED} levels deep`, this.#at);
    switch (type.tag) {
      case 'real':
        return this.#number(WANTED_REAL, Number.isFinite);
      case 'int':
        return this.#number(WANTED_INT, Number.isSafeInteger);
      case 'bool':
        this.#peek();
        if (this.#takes('true')) return true;
        if (this.#takes('false')) return false;
        throw this.#misfit(WANTED_BOOL);
      case 'string':
        if (this.#peek() !== QUOTE) throw this.#misfit(WANTED_STRING);
        return this.#string();
      case 'unit':
        this.#array(WANTED_UNIT, () => {
          throw this.#misfit(WANTED_UNIT);
        });
        return undefined;
      case 'product': {
        const start = this.#startOf();
        const parts: Value[] = [];
        const wanted = wantedValues(type.items.length);
        this.#array(wanted, (index) => {
          const item = type.items[index];
          if (item === undefined) throw this.#misfit(wanted, start);
          parts.push(this.#within(`.${index + 1}`, item));
        });
        if (parts.length < type.items.length) throw this.#misfit(wanted, start);
        return parts;
      }
      case 'record':
        return this.#record(type);
      case 'sum':
      case 'named':
        return this.#variant(type);
      case 'sequence': {
        const { item, container } = type;
        return sequenceOf(
          item.tag === 'real' ? this.#arrayOfReals() : this.#items(item),
          container === 'array' ? 'array' : 'list',
        );
      }
      default:
        return internalError(`a value of type ${type.tag} in a file`);
    }
  }

  #within(step: string, type: Type): Value {
    this.#path.push(step);
    const value = this.#value(type);
    this.#path.pop();
    return value;
  }

  #number(wanted: string, fits: (value: number) => boolean): number {
    this.#peek();
    const value = this.#numbers.read(this.#at);
    if (this.#numbers.end === this.#at || !fits(value)) throw this.#misfit(wanted);
    this.#at = this.#numbers.end;
    return value;
  }

  #arrayOfReals(): ArrayLike<number> {
    const depth = this.#path.push('') - 1;
    this.#array(WANTED_SEQUENCE, (index) => {
      this.#peek();
      const value = this.#numbers.read(this.#at);
      const { end } = this.#numbers;
      if (end === this.#at || !Number.isFinite(value)) {
        this.#path[depth] = `[${index}]`;
        throw this.#misfit(WANTED_REAL);
      }
      this.#reals.add(value);
      this.#at = end;
    });
    this.#path.pop();
    return this.#reals.take();
  }

  #items(item: Type): readonly Value[] {
    const items: Value[] = [];
    this.#array(WANTED_SEQUENCE, (index) => items.push(this.#within(`[${index}]`, item)));
    return items;
  }

  #record(type: Extract<Type, { tag: 'record' }>): Value {
    const { fields } = type;
    const start = this.#startOf();
    if (this.#peek() !== BEGIN) throw this.#misfit(WANTED_RECORD);
    const parts: Value[] = fields.map(() => undefined);
    const seen = new Set<string>();
    this.#object((name, at) => {
      const index = fields.findIndex((field) => field.name === name);
      const field = fields[index];
      if (field === undefined) throw new Misread(unknownField(name, this.#where()), at);
      parts[index] = this.#within(`.${name}`, field.type);
      seen.add(name);
    });
    const missing = fields.find(({ name }) => !seen.has(name));
    if (missing !== undefined) throw new Misread(missingField(missing.name, this.#where()), start);
    return parts;
  }

  #variant(type: Type): Value {
    const constructors = constructorsOf(type, this.#variants) ?? [];
    const wanted = wantedVariant(constructors.map(({ name }) => name));
    const start = this.#startOf();
    if (this.#peek() !== BEGIN) throw this.#misfit(wanted);
    let found: (typeof constructors)[number] | undefined;
    let payloadAt: number | undefined;
    let known: { readonly payload: Value } | undefined;
    this.#object((name) => {
      this.#peek();
      if (name === 'tag' && this.#file.at(this.#at) === QUOTE) {
        const tag = this.#string();
        found = constructors.find((each) => each.name === tag);
      } else if (name === 'value' && found?.payload !== undefined) {
        known = { payload: this.#within('', found.payload) };
      } else {
        if (name === 'value') payloadAt = this.#at;
        this.#skip();
      }
    });
    if (found === undefined) throw this.#misfit(wanted, start);
    if (found.payload === undefined) return new Variant(found.name, undefined);
    if (known !== undefined) return new Variant(found.name, known.payload);
    if (payloadAt === undefined) throw new Misread(missingValue(found.name, this.#where()), start);
    // The tag can come after the value.
    const after = this.#at;
    this.#at = payloadAt;
    const payload = this.#within('', found.payload);
    this.#at = after;
    return new Variant(found.name, payload);
  }

  #startOf(): number {
    this.#peek();
    return this.#at;
  }

  #array(wanted: string, item: (index: number) => void): void {
    if (this.#peek() !== OPEN) throw this.#misfit(wanted);
    this.#at += 1;
    if (this.#peek() === CLOSE) {
      this.#at += 1;
      return;
    }
    for (let index = 0; ; index++) {
      item(index);
      const byte = this.#peek();
      if (byte !== COMMA && byte !== CLOSE) throw this.#broken('`,` or `]`');
      this.#at += 1;
      if (byte === CLOSE) return;
    }
  }

  #object(field: (name: string, at: number) => void): void {
    this.#at += 1;
    if (this.#peek() === END) {
      this.#at += 1;
      return;
    }
    const seen = new Set<string>();
    for (;;) {
      if (this.#peek() !== QUOTE) throw this.#broken('a name in quotes');
      const at = this.#at;
      const name = this.#string();
      if (seen.has(name)) throw new Misread(`the field ${name} is here twice${placed(this.#where())}`, at);
      seen.add(name);
      if (this.#peek() !== COLON) throw this.#broken('`:`');
      this.#at += 1;
      field(name, at);
      const byte = this.#peek();
      if (byte !== COMMA && byte !== END) throw this.#broken('`,` or `}`');
      this.#at += 1;
      if (byte === END) return;
    }
  }

  /** Takes a string with its quotes. */
  #string(): string {
    const start = this.#at;
    this.#skipString();
    const text = textOf(this.#file, start, this.#at);
    try {
      return JSON.parse(text) as string;
    } catch {
      throw new Misread('this string has an escape or a control character that JSON does not have', start);
    }
  }

  #skipString(): void {
    const start = this.#at;
    const { end } = this.#file;
    for (let at = start + 1; at < end; at++) {
      const byte = this.#file.at(at);
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        this.#at = at + 1;
        return;
      }
    }
    throw new Misread('this string is never closed', start);
  }

  /** Goes past a value of any kind, of any depth. */
  #skip(): void {
    const open: number[] = [];
    do {
      const byte = this.#peek();
      const start = this.#at;
      if (byte === QUOTE) this.#skipString();
      else if (byte === OPEN || byte === BEGIN) {
        open.push(byte);
        this.#at += 1;
      } else if (byte === CLOSE || byte === END) {
        if (open.pop() !== (byte === CLOSE ? OPEN : BEGIN)) throw this.#broken('a value');
        this.#at += 1;
      } else if ((byte === COMMA || byte === COLON) && open.length > 0) this.#at += 1;
      else if (!this.#takes('true') && !this.#takes('false') && !this.#takes('null')) {
        this.#numbers.read(start);
        if (this.#numbers.end === start) throw this.#broken('a value');
        this.#at = this.#numbers.end;
      }
    } while (open.length > 0);
  }

  #takes(word: string): boolean {
    for (let i = 0; i < word.length; i++) if (this.#file.at(this.#at + i) !== word.charCodeAt(i)) return false;
    this.#at += word.length;
    return true;
  }

  #where(): string {
    return this.#path.join('');
  }

  /** Returns what a message shows of what stands at a place: the value or the symbol there, without what follows it. */
  #found(at: number): string {
    const file = this.#file.part(at, Math.min(this.#file.end, at + MOST_SHOWN + 1));
    const first = file.at(at);
    if (first === QUOTE || first === OPEN || first === BEGIN) {
      const reader = new JsonReader(file, this.#variants);
      try {
        reader.#skip();
        return excerpt(file, at, reader.#at);
      } catch (problem) {
        if (problem instanceof Misread) return excerpt(this.#file, at);
        throw problem;
      }
    }
    let end = Math.min(at + 1, file.end);
    if (!isBoundary(first)) while (end < file.end && !isBoundary(file.at(end))) end += 1;
    return excerpt(file, at, end);
  }

  /** A value of another kind, or something that is no value. */
  #misfit(wanted: string, at = this.#startOf()): Misread {
    return new Misread(`expected ${wanted}${placed(this.#where())}, found ${this.#found(at)}`, at);
  }

  #broken(wanted: string): Misread {
    const { end } = this.#file;
    const found = this.#at < end ? this.#found(this.#at) : 'the end of the file';
    return new Misread(`the JSON is malformed: expected ${wanted}, found ${found}`, this.#at);
  }
}
