import { describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import { flatten, type Flattened } from './flatten';

function flattened(text: string): Flattened {
  const found = mainOf(checked(`${text}\n`));
  if (found === undefined) throw new Error('nothing to compile');
  return flatten(found.main);
}

/** Prints the functions of a flat program, which must be well formed. */
function functionsOf(text: string): readonly string[] {
  const flat = flattened(text);
  if (flat.tag === 'unsupported') throw flat.reason;
  expect(checkProgram(flat.program)).toEqual([]);
  return printProgram(flat.program).split(/\n(?=function )/);
}

const mainIn = (text: string): string => functionsOf(text).find((each) => each.startsWith('function main')) ?? '';

test('products and records become their parts, and units nothing', () => {
  const text = `input p : { y : real * int, x : real } = { x = 1, y = (2, 3) }
let f (q, ()) = (q.x, snd q.y) in f (p, ())`;
  expect(functionsOf(text).join('\n')).toMatchInlineSnapshot(`
    "function fun.0(r3 : real, r4 : real, n5 : int)
      results r3, n5

    function main.1(r0 : real, r1 : real, n2 : int)
      r6, n7 = call fun.0(r0, r1, n2)
      results r6, n7
    "
  `);
});

test('numbers are constants, and constant data too', () => {
  expect(mainIn('input x : real = 1\nlet xs : list real = [1.5, 2] in (xs, 3, true, "text", x)'))
    .toMatchInlineSnapshot(`
    "function main.0(r0 : real)
      results ::(1.5, ::(2, []())), 3, true, "text", r0
    "
  `);
});

describe('a function', () => {
  test('is copied for each function that it is given', () => {
    const text = 'input x : real = 1\nlet twice f y = f (f y)\ntwice (fun z -> z * x) 2 + twice sin x';
    const functions = functionsOf(text);
    expect(functions.filter((each) => /(= call fun\.\d+.*[^]*){2}/.test(each) && !each.includes('main'))).toHaveLength(
      2,
    );
    expect(functions.join('')).not.toMatch(/construct|apply/);
  });

  test('is not copied again for the same function, nor for other numbers', () => {
    const text = 'input x : real = 1\nlet twice f y = f (f y)\nlet g z = z * x\ntwice g 2 + twice g 3';
    expect(functionsOf(text)).toHaveLength(3);
  });

  test('takes as parameters what it captures', () => {
    const text = 'input x : real = 1\ninput n : int = 2\nlet rec go k = if k = 0 then x else go (k - n) * x in go 6';
    expect(functionsOf(text)[0]).toMatch(/^function go\.\d+\(n\d+ : int, r\d+ : real, n\d+ : int\)/);
  });

  test('of a group can call the others', () => {
    const text = `input n : int = 1
let rec even k = if k = 0 then true else odd (k - 1) and odd k = if k = 0 then false else even (k - 1)
even n`;
    expect(functionsOf(text).map((each) => / call (\w+)/.exec(each)?.[1])).toEqual(['odd', 'even', 'even']);
  });
});

describe('a function in data', () => {
  test('is a closure, and calling it a match on it', () => {
    const text = 'input x : real = 1\nmatch [sin, fun y -> y * x] with f :: _ -> f x | [] -> 0';
    const [apply = ''] = functionsOf(text).filter((each) => each.includes('function apply'));
    expect(apply).toMatchInlineSnapshot(`
      "function apply.0(d10 : real -> real, r11 : real)
        n12 = tag d10
        b13 = equalInt n12, 0
        r20 = if b13 {
          r19 = call fun.2(r11)
          results r19
        } else {
          r14 = field d10 fun1.0
          r17 = call fun.1(r14, r11)
          results r17
        }
        results r20
      "
    `);
  });

  test('is one if a branch gives it', () => {
    const text = 'input x : real = 1\n(if x > 0 then sin else fun y -> y * x) x';
    expect(functionsOf(text).join('')).toMatch(/function apply[^]*new fun1/);
  });

  test('is one if a recursion gives itself another one in each call', () => {
    const text =
      'input x : real = 1\nlet rec go f n = if n = 0 then f x else go (fun y -> f (y + 1)) (n - 1)\ngo sin 3';
    const functions = functionsOf(text);
    expect(functions.length).toBeLessThan(30);
    expect(functions.join('')).toContain('function apply');
  });
});

test('a match tests constructors in their order, and reads fields where it knows them', () => {
  const text = `type Shape = Dot | Disc real | Box (real * real)
input s : Shape = Disc 2
match s with Dot -> 0 | Disc r -> r * r | Box (a, b) -> a * b`;
  expect(mainIn(text)).toMatchInlineSnapshot(`
    "function main.0(d0 : Shape)
      n1 = tag d0
      b2 = equalInt n1, 0
      r10 = if b2 {
        results 0
      } else {
        b3 = equalInt n1, 1
        r9 = if b3 {
          r4 = field d0 Disc.0
          r5 = multiply r4, r4
          results r5
        } else {
          r6 = field d0 Box.0
          r7 = field d0 Box.1
          r8 = multiply r6, r7
          results r8
        }
        results r9
      }
      results r10
    "
  `);
});
