import { expect, test } from 'vitest';
import { outputOf } from '../../ad/main';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { checked } from '../../testing/checked';
import { compileProgram } from '../compile';
import { innerBlocks } from '../ir/blocks';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import type { Block, Statement } from '../ir/tree';
import { Unsupported } from '../unsupported';
import { flatten, type Flattened, type Subject } from './flatten';

function subject(text: string): Subject {
  const main = outputOf(checked(`input x : real = 2\n${text}\n`));
  if (main === undefined) throw new Error('no output');
  return main;
}

function watched(text: string): Extract<Flattened, { tag: 'program' }> {
  const flat = flatten(subject(text), true);
  if (flat.tag === 'unsupported') throw flat.reason;
  expect(checkProgram(flat.program)).toEqual([]);
  return flat;
}

const within = (block: Block): readonly Statement[] =>
  block.statements.flatMap((each) => [each, ...innerBlocks(each).flatMap(({ block: inner }) => within(inner))]);

test('a watch has one number, wherever a copy of its function records it, and none in a derivative', () => {
  const text = `let seen g y = watch "y" (g y) + 1
seen sin x + seen cos x + watch "x" x + deriv (fun z -> watch "z" (seen sin z)) x`;
  const { program, watches } = watched(text);
  const recorded = [...program.functions.values()].flatMap(({ body }) =>
    within(body).flatMap((each) => (each.tag === 'watched' ? [[watches[each.watch]?.name, each.targets.length]] : [])),
  );
  expect(watches).toHaveLength(2);
  expect(recorded).toMatchObject([
    [{ value: 'y' }, 0],
    [{ value: 'y' }, 0],
    [{ value: 'x' }, 0],
  ]);
});

test('the first watch of a program keeps its number in each copy', () => {
  const { program, watches } = watched('let seen g y = watch "y" (g y) + 1\nseen sin x + seen cos x');
  expect(watches).toHaveLength(1);
  expect(printProgram(program).match(/watched \d+/g)).toEqual(['watched 0', 'watched 0']);
});

test('the calls of functions that watch say so, through others too', () => {
  const text = `let seen y = watch "y" (y * x)
let plain y = sin y
let rec through k = if k < 1 then 0 else through (k - 1) + seen k
through x + plain (seen x) + plain x`;
  const { program } = watched(text);
  const name = (id: number): string => program.functions.get(id)?.name ?? '';
  const calls = [...program.functions.values()].flatMap(({ name: caller, body }) =>
    within(body).flatMap((each) =>
      each.tag === 'call' ? [`${caller} ${name(each.callee)} ${each.watches === true}`] : [],
    ),
  );
  expect(calls.sort()).toEqual([
    'main fun false',
    'main fun false',
    'main fun true',
    'main through true',
    'through fun true',
    'through fun true',
    'through through true',
    'through through true',
  ]);
});

test('a function in data is applied outside derivatives and inside', () => {
  const text = `let fs = [sin, fun y -> watch "y" (y * x)]
match fs with f :: g :: _ -> deriv g x + g x + deriv f 1 | _ -> 0`;
  const { program } = watched(text);
  expect([...program.functions.values()].filter(({ name }) => name === 'apply')).toHaveLength(2);
});

test('taylor is not compiled where a watch records', () => {
  const flat = flatten(subject('taylor 1 sin (watch "x" x)'), true);
  expect(flat).toMatchObject({ tag: 'unsupported', reason: { message: 'it uses taylor and watch' } });
});

test('a program is compiled without what it watches', () => {
  const made = compileProgram(subject('watch "x" (x * x)'), { derivative: 'none' });
  if (made instanceof Unsupported) throw made;
  expect(made.value([3], COMMAND_LINE_BUDGET)).toEqual({ tag: 'values', values: [9] });
});
