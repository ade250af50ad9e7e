import { describe, expect, it } from 'vitest';
import { whyEmpty } from './empty';

const span = { cell: 0, start: 0, end: 1 };
const input = (type: string) => ({ name: 'n', type, range: undefined, span, value: 3, text: '3' });
const output = (type: string) => ({
  type,
  text: '6',
  full: '6',
  cut: undefined,
  isPicture: false,
  view: undefined,
  span,
});

describe('why a Delta graph is empty', () => {
  it('says that a result contains no real number', () => {
    expect(whyEmpty({ inputs: [input('int')], result: output('int') })).toMatch(/type int\) contains no real number/);
    expect(whyEmpty({ inputs: [input('real')], result: output('(int, bool) list') })).toMatch(
      /contains no real number/,
    );
  });

  it('says that a result contains a picture or a function', () => {
    for (const type of ['Draw.Picture * real', 'array (real -> real)'])
      expect(whyEmpty({ inputs: [input('real')], result: output(type) })).toMatch(/contains a picture or a function/);
  });

  it('says that no input is a real', () => {
    expect(whyEmpty({ inputs: [input('int')], result: output('real') })).toMatch(/no real input/);
  });

  it('asks for an expression that uses an input in all other cases', () => {
    expect(whyEmpty(undefined)).toMatch(/uses an input/);
    expect(whyEmpty({ inputs: [], result: output('int') })).toMatch(/uses an input/);
    expect(whyEmpty({ inputs: [input('real')], result: output('tree') })).toMatch(/uses an input/);
  });
});
