import { describe, expect, test } from 'vitest';
import { failure, pullback, SQUARE, START } from '../testing/command-line';

describe('a wrong command line', () => {
  test.each([
    [[]],
    [['run']],
    [['walk', '-']],
    [['run', '-', 'another']],
    [['run', '-', '--bogus']],
    [['run', '-', '--set']],
    [['run', '-', '--set', 'x']],
    [['run', '-', '--set', '=1']],
    [['run', '-', '--set', 'x=one']],
    [['run', '-', '--set', 'x=Just (']],
    [['run', '-', '--set', 'x=1 2']],
    [['run', '-', '--steps', '0']],
    [['run', '-', '--steps', '1.5']],
    [['run', '-', '--steps', '-1']],
    [['run', '-', '--seconds', 'long']],
    [['run', '-', '--memory', '1e999']],
    [['run', '-', '--engine', 'steam']],
    [['run', '-', '--engine', '']],
    [['run', '-', '--cotangent', 'x']],
    [['run', '-', '--cotangent', '1', '--jacobian']],
    [['translate', '-']],
    [['translate', '-', '--engine', 'numeric']],
    [['translate', '-', '--engine', 'steam']],
    [['translate', '-', '--engine', 'forward', '--order', '2']],
    [['run', '-', '--restricted']],
    [['translate', '-', '--engine', 'taylor', '--order', '0']],
    [['translate', '-', '--engine', 'taylor', '--directions', 'two']],
    [['translate', '-', '--engine', 'taylor', '--order', '2', '--restricted']],
    [['translate', '-', '--engine', 'taylor', '--directions', '9', '--order', '9']],
    [['growth', '-']],
    [['growth', '-', '--input', 'n', '--values', '10,0']],
    [['growth', '-', '--input', 'n', '--values', '10;20']],
    [['growth', '-', '--input', 'n', '--values', '']],
    [['run', '-', '--input', 'n']],
    [['agree', '-', '--values', '4']],
    [['check', '-', '--jacobian']],
    [['run', '-', '--anf']],
    [['trace', '-', '--approximant', '-1']],
    [['trace', '-', '--approximant', '401']],
    [['trace', '-', '--approximant', '2', '--anf']],
    [['delta', '-', '--approximant', '2']],
    [['trace', '-', '--symbolic']],
    [['steps', '-', '--at', 'end']],
    [['jets', '-', '--order', '0']],
    [['jets', '-', '--directions', 'x']],
    [['jets', '-', '--along', 'x', '--directions', '1']],
    [['jets', '-', '--along', 'x', '--along', 'x']],
    [['jets', '-', '--restricted', '--order', '2']],
    [['run', '-', '--order', '2']],
    [['tangents', '-', '--engine', 'reverse']],
    [['run', '-', '--check']],
    [['growth', '-', '--input', 'n', '--engine', 'reverse', '--engine', 'steam']],
    [['growth', '-', '--input', 'n', '--engine', 'numeric']],
    [['run', 'missing.pbk']],
  ])('%j has exit status 2', async (argv) => {
    const { status, out, error } = await pullback(SQUARE, ...argv);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(error).toMatch(/^pullback: .+/);
    const answered = await pullback(SQUARE, '--json', ...argv);
    expect(answered.status).toBe(2);
    expect(JSON.parse(answered.out)).toMatchObject(failure('command-line'));
    expect(JSON.parse(answered.out)).toMatchObject({ diagnostics: [{ span: { start: START, end: START } }] });
  });

  test.each([
    [['run', '-', '--jacobain'], 'unknown option --jacobain; did you mean --jacobian?'],
    [['run', '-', '--jacobain=1'], 'unknown option --jacobain; did you mean --jacobian?'],
    [['run', 'a.pbk', '--set', 'x=points.csv'], '--set x=points.csv is no value; did you mean --set x=@points.csv?'],
    [['run', 'a.pbk', '--set', 'x=-'], '--set x=- is no value; did you mean --set x=@-?'],
    [['rnu', '-'], 'unknown command "rnu"; did you mean run?'],
    [['run', '-', '--engine', 'tpae'], 'unknown engine "tpae"; did you mean tape?'],
    [['run', '-', '--engine', 'Compiled'], 'unknown engine "Compiled"; did you mean compiled?'],
    [['compile', '-', '--target', 'wast'], '--target takes module or wat, not "wast"; did you mean wat?'],
  ])('%j is answered by what was meant', async (argv, message) => {
    expect((await pullback(SQUARE, ...argv)).error).toBe(`pullback: ${message}\n`);
  });

  test('help is offered where nothing is near', async () => {
    const help = '\nRun `pullback --help` for usage.\n';
    expect((await pullback(SQUARE, 'run', '-', '--bogus')).error).toBe(`pullback: unknown option --bogus${help}`);
    expect((await pullback(SQUARE, 'run', '-', '-x')).error).toBe(`pullback: unknown option -x${help}`);
    expect((await pullback(SQUARE, 'walk', '-')).error).toMatch(
      /^pullback: unknown command "walk"; the commands are run, /u,
    );
  });

  test('help has exit status 0', async () => {
    expect(await pullback('', '--help')).toMatchObject({ status: 0, error: '' });
  });
});
