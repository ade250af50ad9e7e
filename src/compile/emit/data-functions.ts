import { holdsReal } from '../differentiate/reals';
import type { ArrayLayout, Kind, Layout, VariantLayout } from '../ir/tree';
import { Code } from './code';
import { FAULT } from './host';
import { FIRST_ADDRESS, hasHeader, load, store, stride, WORD } from './layout';
import type { WasmFunction } from './module';
import type { Runtime } from './runtime';

type Data = ArrayLayout | VariantLayout;

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

/** Calls `write` for each constructor with fields, in code that runs if `value` has it. */
function eachConstructor(
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

/** shadow(value): data of the same shape whose reals are 0. */
export function shadow(runtime: Runtime, layout: Data): number {
  return runtime.add(`shadow${layout.id}`, () => shadowFunction(runtime, layout));
}

/**
 * addAll(shadow, value, like): adds the reals of a value to a shadow. All have the same shape, or the run stops; if
 * lenient, what is absent of the value is left out.
 */
export function addAll(runtime: Runtime, layout: Data, isLenient: boolean): number {
  const name = `${isLenient ? 'addPresent' : 'addAll'}${layout.id}`;
  return runtime.add(name, () => addAllFunction(runtime, layout, isLenient));
}

/** Lists are followed by a loop. */
function shadowFunction(runtime: Runtime, layout: Data): Omit<WasmFunction, 'name'> {
  const code = new Code();
  const value = code.local('i32');
  const [made, first, slot] = [code.local('i32'), code.local('i32'), code.local('i32')];
  const part = (kind: Kind, offset: number): void => {
    if (kind === 'real') {
      code.get(made).op('f64.const', 0);
    } else {
      code.get(made).get(value);
      load(code, kind, offset);
      if (typeof kind === 'object' && kind.tag !== 'string' && holdsReal(kind)) code.op('call', shadow(runtime, kind));
    }
    store(code, kind, offset);
  };
  if (layout.tag === 'array') {
    const size = stride(layout);
    const [from, end] = [code.local('i32'), code.local('i32')];
    code.get(value).op('i32.load', 0).op('i64.extend_i32_u').i32(size).op('call', runtime.allocateArray).set(made);
    code.get(made).set(first);
    if (layout.item.every((kind) => kind === 'real')) {
      code.get(made).i32(WORD).op('i32.add').i32(0);
      code.get(value).op('i32.load', 0).i32(size).op('i32.mul').op('memory.fill');
    } else {
      code.get(value).set(from);
      code.get(value).get(value).op('i32.load', 0).i32(size).op('i32.mul').op('i32.add').set(end);
      code.until(
        () => code.get(value).get(end).op('i32.ge_u'),
        () => {
          layout.item.forEach((kind, k) => {
            part(kind, WORD + WORD * k);
          });
          code.get(value).i32(size).op('i32.add').set(value);
          code.get(made).i32(size).op('i32.add').set(made);
        },
      );
    }
    code.get(first);
    return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
  }
  const give = (): void => {
    code.get(slot);
    code.when(
      () => code.get(slot).get(made).op('i32.store', 0),
      () => code.get(made).set(first),
    );
  };
  code.op('loop');
  code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
  code.when(() => {
    code.get(value).set(made);
    give();
    code.get(first).op('return');
  });
  // `br` to the loop is one block further out inside the test of the constructor.
  const depth = hasHeader(layout) ? 1 : 0;
  eachConstructor(
    code,
    layout,
    () => code.get(value),
    (fields, start) => {
      code
        .i32(start + WORD * fields.length)
        .op('call', runtime.allocate)
        .set(made);
      give();
      if (start > 0) code.get(made).get(value).op('i32.load', 0).op('i32.store', 0);
      const goesOn = fields.at(-1) === layout;
      const own = goesOn ? fields.slice(0, -1) : fields;
      own.forEach((kind, k) => {
        part(kind, start + WORD * k);
      });
      if (goesOn) {
        const last = start + WORD * own.length;
        code.get(made).i32(last).op('i32.add').set(slot);
        code.get(value).op('i32.load', last).set(value).op('br', depth);
      } else code.get(first).op('return');
    },
  );
  code.op('end').get(first);
  return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
}

function addAllFunction(runtime: Runtime, layout: Data, isLenient: boolean): Omit<WasmFunction, 'name'> {
  const code = new Code();
  const [into, value, like] = [code.local('i32'), code.local('i32'), code.local('i32')];
  const mismatch = (): void => {
    code.when(() => {
      runtime.fault(code, FAULT.program);
    });
  };
  const part = (kind: Kind, offset: number): void => {
    if (kind === 'real') {
      code.get(into);
      code.when(() => {
        code.get(into).get(into).op('f64.load', offset).get(value).op('f64.load', offset);
        code.op('f64.add').op('f64.store', offset);
      });
    } else if (typeof kind === 'object' && kind.tag !== 'string') {
      code.get(into).op('if', 'i32').get(into).op('i32.load', offset).op('else').i32(0).op('end');
      code
        .get(value)
        .op('i32.load', offset)
        .get(like)
        .op('i32.load', offset)
        .op('call', addAll(runtime, kind, isLenient));
    }
  };
  if (isLenient) {
    code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
    code.when(() => code.op('return'));
  }
  if (layout.tag === 'array') {
    const size = stride(layout);
    const end = code.local('i32');
    code.get(value).op('i32.load', 0).get(like).op('i32.load', 0).op('i32.ne');
    mismatch();
    code.get(value).get(value).op('i32.load', 0).i32(size).op('i32.mul').op('i32.add').set(end);
    code.until(
      () => code.get(value).get(end).op('i32.ge_u'),
      () => {
        layout.item.forEach((kind, k) => {
          part(kind, WORD + WORD * k);
        });
        for (const each of [value, like]) code.get(each).i32(size).op('i32.add').set(each);
        code.get(into).op('if', 'i32').get(into).i32(size).op('i32.add').op('else').i32(0).op('end').set(into);
      },
    );
    return { parameters: ['i32', 'i32', 'i32'], results: [], locals: code.locals, body: code.body };
  }
  code.op('loop');
  if (isLenient) {
    code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
    code.when(() => code.op('return'));
  }
  constructorOf(code, layout, () => code.get(value));
  constructorOf(code, layout, () => code.get(like));
  code.op('i32.ne');
  mismatch();
  code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
  code.when(() => code.op('return'));
  const depth = hasHeader(layout) ? 1 : 0;
  eachConstructor(
    code,
    layout,
    () => code.get(value),
    (fields, start) => {
      const goesOn = fields.at(-1) === layout;
      const own = goesOn ? fields.slice(0, -1) : fields;
      own.forEach((kind, k) => {
        part(kind, start + WORD * k);
      });
      if (!goesOn) {
        code.op('return');
        return;
      }
      const last = start + WORD * own.length;
      for (const each of [value, like]) code.get(each).op('i32.load', last).set(each);
      code.get(into).op('if', 'i32').get(into).op('i32.load', last).op('else').i32(0).op('end').set(into);
      code.op('br', depth);
    },
  );
  code.op('end');
  return { parameters: ['i32', 'i32', 'i32'], results: [], locals: code.locals, body: code.body };
}

/** allFinite(value): stops the run if a real in a value is not finite. */
export function allFinite(runtime: Runtime, layout: Data): number {
  return runtime.add(`allFinite${layout.id}`, () => allFiniteFunction(runtime, layout));
}

function allFiniteFunction(runtime: Runtime, layout: Data): Omit<WasmFunction, 'name'> {
  const code = new Code();
  const value = code.local('i32');
  const part = (kind: Kind, offset: number): void => {
    if (kind === 'real') {
      code.get(value).op('f64.load', offset);
      runtime.testFinite(code);
    } else if (typeof kind === 'object' && kind.tag !== 'string' && holdsReal(kind)) {
      code.get(value).op('i32.load', offset).op('call', allFinite(runtime, kind));
    }
  };
  if (layout.tag === 'array') {
    const size = stride(layout);
    const end = code.local('i32');
    code.get(value).get(value).op('i32.load', 0).i32(size).op('i32.mul').op('i32.add').set(end);
    code.until(
      () => code.get(value).get(end).op('i32.ge_u'),
      () => {
        layout.item.forEach((kind, k) => {
          part(kind, WORD + WORD * k);
        });
        code.get(value).i32(size).op('i32.add').set(value);
      },
    );
    return { parameters: ['i32'], results: [], locals: code.locals, body: code.body };
  }
  code.op('loop');
  code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
  code.when(() => code.op('return'));
  const depth = hasHeader(layout) ? 1 : 0;
  eachConstructor(
    code,
    layout,
    () => code.get(value),
    (fields, start) => {
      const goesOn = fields.at(-1) === layout;
      const own = goesOn ? fields.slice(0, -1) : fields;
      own.forEach((kind, k) => {
        part(kind, start + WORD * k);
      });
      if (goesOn)
        code
          .get(value)
          .op('i32.load', start + WORD * own.length)
          .set(value)
          .op('br', depth);
      else code.op('return');
    },
  );
  code.op('end');
  return { parameters: ['i32'], results: [], locals: code.locals, body: code.body };
}

/**
 * copy(value, base, shift): the address of a copy of what lies from `base` on in a value, less `shift`: the copy is about
 * to be moved down by so much, and its addresses are those after the move.
 */
export function copy(runtime: Runtime, layout: Layout): number {
  const name = layout.tag === 'string' ? 'copyString' : `copy${layout.id}`;
  return runtime.add(name, () => copyFunction(runtime, layout));
}

function copyFunction(runtime: Runtime, layout: Layout): Omit<WasmFunction, 'name'> {
  const code = new Code();
  const [value, base, shift] = [code.local('i32'), code.local('i32'), code.local('i32')];
  const [made, first, slot, bytes] = [code.local('i32'), code.local('i32'), code.local('i32'), code.local('i32')];
  const signature = { parameters: ['i32', 'i32', 'i32'], results: ['i32'] } as const;
  const part = (kind: Kind, offset: number): void => {
    code.get(made).get(value);
    load(code, kind, offset);
    if (typeof kind === 'object') code.get(base).get(shift).op('call', copy(runtime, kind));
    store(code, kind, offset);
  };
  if (layout.tag !== 'variant') {
    code.get(value).get(base).op('i32.lt_u');
    code.when(() => code.get(value).op('return'));
    code.get(value).op('i32.load', 0);
    if (layout.tag === 'array') code.i32(stride(layout)).op('i32.mul').i32(WORD).op('i32.add');
    else
      code
        .i32(1)
        .op('i32.shl')
        .i32(2 * WORD - 1)
        .op('i32.add')
        .i32(-WORD)
        .op('i32.and');
    code.set(bytes).get(bytes).op('call', runtime.allocate).set(made);
    code.get(made).get(value).get(bytes).op('memory.copy');
    code.get(made).get(shift).op('i32.sub').set(first);
    if (layout.tag === 'array' && layout.item.some((kind) => typeof kind === 'object')) {
      const size = stride(layout);
      code.get(value).get(bytes).op('i32.add').i32(WORD).op('i32.sub').set(slot);
      code.until(
        () => code.get(value).get(slot).op('i32.ge_u'),
        () => {
          layout.item.forEach((kind, k) => {
            if (typeof kind === 'object') part(kind, WORD + WORD * k);
          });
          for (const each of [value, made]) code.get(each).i32(size).op('i32.add').set(each);
        },
      );
    }
    code.get(first);
    return { ...signature, locals: code.locals, body: code.body };
  }
  const give = (given: () => void): void => {
    code.get(slot);
    code.when(
      () => {
        code.get(slot);
        given();
        code.op('i32.store', 0);
      },
      () => {
        given();
        code.set(first);
      },
    );
  };
  code.op('loop');
  // Constructors without fields are below every address.
  code.get(value).get(base).op('i32.lt_u');
  code.when(() => {
    give(() => code.get(value));
    code.get(first).op('return');
  });
  const depth = hasHeader(layout) ? 1 : 0;
  eachConstructor(
    code,
    layout,
    () => code.get(value),
    (fields, start) => {
      code
        .i32(start + WORD * fields.length)
        .op('call', runtime.allocate)
        .set(made);
      give(() => code.get(made).get(shift).op('i32.sub'));
      if (start > 0) code.get(made).get(value).op('i32.load', 0).op('i32.store', 0);
      const goesOn = fields.at(-1) === layout;
      const own = goesOn ? fields.slice(0, -1) : fields;
      own.forEach((kind, k) => {
        part(kind, start + WORD * k);
      });
      if (goesOn) {
        const last = start + WORD * own.length;
        code.get(made).i32(last).op('i32.add').set(slot);
        code.get(value).op('i32.load', last).set(value).op('br', depth);
      } else code.get(first).op('return');
    },
  );
  code.op('end').get(first);
  return { ...signature, locals: code.locals, body: code.body };
}
