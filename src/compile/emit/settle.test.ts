import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import { host } from '../run/web-assembly';
import { Code } from './code';
import { show } from './instructions';
import { encodeModule, type WasmFunction } from './module';
import { settled, type WrittenFunction } from './settle';

const i32 = ['i32'] as const;
const pair = ['i32', 'i32'] as const;

/** pair(x, y): x - y and y. */
const PAIR: WasmFunction = {
  name: 'pair',
  parameters: pair,
  results: pair,
  locals: pair,
  body: [
    { op: 'local.get', immediate: 0 },
    { op: 'local.get', immediate: 1 },
    { op: 'i32.sub' },
    { op: 'local.get', immediate: 1 },
  ],
};

const CALLEES = { signatureOf: () => PAIR, placed: () => 0 };

/** Writes a function of two ints, which are the first locals. */
type Write = (code: Code, x: number, y: number) => void;

function written(write: Write): WrittenFunction {
  const code = new Code();
  write(code, code.local('i32'), code.local('i32'));
  return { name: 'main', ...code.function(pair, i32) };
}

/** Returns the instructions of a settled function. */
function textOf(write: Write): string {
  return settled(written(write), CALLEES).body.map(show).join(', ');
}

describe('on the stack', () => {
  test('stays a value that is read once, where it is set', () => {
    const write: Write = (code, x, y) => {
      const [a, b] = [code.local('i32'), code.local('i32')];
      code.get(x).get(y).op('i32.sub').set(a).get(a).get(x).op('i32.sub').set(b).get(b);
    };
    expect(textOf(write)).toBe('local.get 0, local.get 1, i32.sub, local.get 0, i32.sub');
    expect(settled(written(write), CALLEES).locals).toEqual(pair);
  });

  test('stay two values that are read in their order, and blocks in between do not matter', () => {
    const write: Write = (code, x, y) => {
      const [a, b] = [code.local('i32'), code.local('i32')];
      code.get(x).i32(1).op('i32.add').set(a);
      code.get(y).when(() => code.i32(5).set(y));
      code.get(y).i32(2).op('i32.add').set(b).get(a).get(b).op('i32.sub');
    };
    expect(textOf(write)).toBe(
      'local.get 0, i32.const 1, i32.add, local.get 1, if, i32.const 5, local.set 1, end, ' +
        'local.get 1, i32.const 2, i32.add, i32.sub',
    );
  });

  test('stays a value whose other operand was read before, if their order does not matter', () => {
    const write =
      (op: 'i32.add' | 'i32.sub'): Write =>
      (code, x, y) => {
        const a = code.local('i32');
        code.get(y).op('i32.eqz').set(a).get(x).get(a).op(op);
      };
    expect(textOf(write('i32.add'))).toBe('local.get 1, i32.eqz, local.get 0, i32.add');
    expect(textOf(write('i32.sub'))).toBe('local.get 1, i32.eqz, local.set 2, local.get 0, local.get 2, i32.sub');
  });

  test('stays a value that is read again, but its local keeps it', () => {
    const write: Write = (code, x) => {
      const a = code.local('i32');
      code.get(x).op('i32.eqz').set(a).get(a).get(a).op('i32.sub');
    };
    expect(textOf(write)).toBe('local.get 0, i32.eqz, local.tee 2, local.get 2, i32.sub');
  });

  test('does not stay what nothing reads', () => {
    const write: Write = (code, x) => {
      code.get(x).get(x).op('call', 7).set(code.local('i32')).set(code.local('i32')).get(x);
    };
    expect(textOf(write)).toBe('local.get 0, local.get 0, call 0, drop, drop, local.get 0');
  });
});

describe('in a local', () => {
  test('is a value that lies below another when it is read', () => {
    const write: Write = (code, x, y) => {
      const a = code.local('i32');
      code.get(x).op('i32.eqz').set(a).get(y).op('i32.eqz').get(a).op('i32.sub');
    };
    expect(textOf(write)).toContain('local.set 2');
  });

  test('is a value above one that is taken before it is read', () => {
    const write: Write = (code, x, y) => {
      const a = code.local('i32');
      code.get(x).get(y).op('i32.eqz').set(a).op('i32.eqz').get(a).op('i32.sub');
    };
    expect(textOf(write)).toContain('local.set 2');
  });

  test('is a value that is read in a block inside, or set in one', () => {
    const inside: Write = (code, x) => {
      const a = code.local('i32');
      code.get(x).op('i32.eqz').set(a).op('block', 'i32').get(a).op('end');
    };
    const outside: Write = (code, x) => {
      const a = code.local('i32');
      code.op('block').get(x).op('i32.eqz').set(a).op('end').get(a);
    };
    const other: Write = (code, x, y) => {
      const a = code.local('i32');
      code.get(x).op('if').get(y).op('i32.eqz').set(a).op('else').get(a).set(y).op('end').get(y);
    };
    for (const write of [inside, outside, other]) expect(textOf(write)).toContain('local.set 2');
  });

  test('is a value that a block sets again before it is read', () => {
    const write: Write = (code, x, y) => {
      const a = code.local('i32');
      code.get(x).op('i32.eqz').set(a);
      code.get(y).when(() => code.get(y).set(a));
      code.get(a);
    };
    expect(textOf(write)).toBe(
      'local.get 0, i32.eqz, local.set 2, local.get 1, if, local.get 1, local.set 2, end, local.get 2',
    );
  });

  test('is what follows the end of a run', () => {
    const write: Write = (code, x) => {
      const a = code.local('i32');
      code.op('unreachable').get(x).op('i32.eqz').set(a).get(a);
    };
    expect(textOf(write)).toBe('unreachable, local.get 0, i32.eqz, local.set 2, local.get 2');
  });
});

test('locals are numbered by their types, and those in use at different times are one', () => {
  const write: Write = (code, x) => {
    const [a, b] = [code.local('i32'), code.local('f64')];
    code.get(x).op('i32.eqz').set(a).i32(0).get(a).op('i32.store', 0).get(x).op('f64.convert_i32_s').set(b);
    code.i32(0).get(b).op('f64.store', 8);
    code.release(a);
    const c = code.local('i32');
    code.get(x).i32(3).op('i32.add').set(c).i32(0).get(c).op('i32.store', 16).get(x);
  };
  const { locals, body } = settled(written(write), CALLEES);
  expect(locals).toEqual(['i32', 'i32', 'f64', 'i32']);
  expect(body.filter(({ op }) => op === 'local.set').map(({ immediate }) => immediate)).toEqual([3, 2, 3]);
});

/** An expression: a local, a constant, or an operation. */
type Expression =
  | { readonly tag: 'local'; readonly value: number }
  | { readonly tag: 'constant'; readonly value: number }
  | { readonly tag: 'add' | 'sub' | 'mul'; readonly left: Expression; readonly right: Expression }
  | { readonly tag: 'tee'; readonly target: number; readonly value: Expression };

type Step =
  | { readonly tag: 'set'; readonly target: number; readonly isFresh: boolean; readonly value: Expression }
  | {
      readonly tag: 'call';
      readonly targets: readonly [number, number];
      readonly values: readonly [Expression, Expression];
    }
  | { readonly tag: 'if'; readonly condition: Expression; readonly arms: readonly [readonly Step[], readonly Step[]] }
  | { readonly tag: 'loop' | 'block'; readonly body: readonly Step[]; readonly condition: Expression };

const { expression, steps } = fc.letrec<{ expression: Expression; step: Step; steps: readonly Step[] }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ tag: fc.constantFrom('local', 'local', 'constant'), value: fc.nat(9) }),
    fc.record({ tag: fc.constantFrom('add', 'sub', 'mul'), left: tie('expression'), right: tie('expression') }),
    fc.record({ tag: fc.constant('tee'), target: fc.nat(9), value: tie('expression') }),
  ) as fc.Arbitrary<Expression>,
  step: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ tag: fc.constant('set'), target: fc.nat(9), isFresh: fc.boolean(), value: tie('expression') }),
    fc.record({
      tag: fc.constant('call'),
      targets: fc.tuple(fc.nat(9), fc.nat(9)),
      values: fc.tuple(tie('expression'), tie('expression')),
    }),
    fc.record({ tag: fc.constant('if'), condition: tie('expression'), arms: fc.tuple(tie('steps'), tie('steps')) }),
    fc.record({ tag: fc.constantFrom('loop', 'block'), body: tie('steps'), condition: tie('expression') }),
  ) as fc.Arbitrary<Step>,
  steps: fc.array(tie('step'), { maxLength: 7 }),
}));

/** Writes steps; those in a block do not use its locals outside. */
function writeSteps(code: Code, all: readonly Step[], around: readonly number[]): void {
  const locals = [...around];
  const local = (index: number): number => locals[index % locals.length] ?? 0;
  const leave = (each: Expression): void => {
    if (each.tag === 'local') code.get(local(each.value));
    else if (each.tag === 'constant') code.i32(each.value);
    else if (each.tag === 'tee') {
      leave(each.value);
      code.op('local.tee', local(each.target));
    } else {
      leave(each.left);
      leave(each.right);
      code.op(`i32.${each.tag}`);
    }
  };
  for (const each of all) {
    switch (each.tag) {
      case 'set': {
        leave(each.value);
        if (each.isFresh) locals.push(code.local('i32'));
        code.set(each.isFresh ? (locals.at(-1) ?? 0) : local(each.target));
        break;
      }
      case 'call':
        each.values.forEach(leave);
        code.op('call', 0);
        for (const target of each.targets) code.set(local(target));
        break;
      case 'if':
        leave(each.condition);
        code.op('if');
        writeSteps(code, each.arms[0], locals);
        code.op('else');
        writeSteps(code, each.arms[1], locals);
        code.op('end');
        break;
      default: {
        const count = code.local('i32');
        code.i32(each.tag === 'loop' ? 3 : 0).set(count);
        code.op('block').op('loop');
        leave(each.condition);
        code.op('br_if', 1);
        writeSteps(code, each.body, locals);
        code.get(count).i32(1).op('i32.sub').op('local.tee', count).i32(0).op('i32.gt_s').op('br_if', 0);
        code.op('end').op('end').release(count);
      }
    }
  }
  for (const each of locals.slice(around.length)) code.release(each);
}

test('a settled function computes what it computed as it was written', () => {
  /** The function without anything on the stack that was not there. */
  const plain = ({ slots, slotOf, body, ...rest }: WrittenFunction): WasmFunction => ({
    ...rest,
    locals: slots,
    body: body.map(({ op, immediate }) =>
      op.startsWith('local.') ? { op, immediate: slotOf[Number(immediate)] } : { op, immediate },
    ),
  });
  const run = (main: WasmFunction): readonly number[] => {
    const bytes = encodeModule({
      imports: [],
      functions: [PAIR, main],
      globals: [],
      exports: [['main', 1]],
      pages: 1,
      data: [],
    });
    const { exports } = new host.Instance(new host.Module(bytes), {});
    const each = exports['main'] as (x: number, y: number) => number;
    return [each(0, 0), each(1, 7), each(-3, 2)];
  };
  let [before, after] = [0, 0];
  fc.assert(
    fc.property(steps, fc.array(expression, { minLength: 1, maxLength: 2 }), (all, last) => {
      const write: Write = (code, x, y) => {
        const locals = [x, y, code.local('i32'), code.local('i32')];
        writeSteps(code, all, locals);
        writeSteps(
          code,
          last.map((value): Step => ({ tag: 'set', target: 0, isFresh: false, value })),
          locals,
        );
        code.i32(0);
        for (const each of locals) code.i32(31).op('i32.mul').get(each).op('i32.add');
      };
      const [theirs, ours] = [plain(written(write)), settled(written(write), CALLEES)];
      expect(run(ours)).toEqual(run(theirs));
      before += theirs.body.length;
      after += ours.body.length;
    }),
    runs(5),
  );
  expect(after).toBeLessThan(before);
});
