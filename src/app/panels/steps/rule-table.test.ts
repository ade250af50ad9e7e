import { describe, expect, it } from 'vitest';
import { STEP_RULES } from '../../../protocol/steps';
import { rulePieces } from './rule-notation';
import { boundedRuleOf, contextRuleOf, DERIVATIVE, ruleOf, ruleTitle } from './rule-table';

const both = STEP_RULES.flatMap((rule) => [false, true].map((symbolic) => ({ rule, symbolic })));

describe('the rules', () => {
  it.each(both)('$rule, symbolic $symbolic: has a statement of its kind with a figure, or is our rule', (of) => {
    const rule = ruleOf(of.rule, of.symbolic);
    const isOfTrace = of.rule === 'R' || (of.symbolic && of.rule !== 'predicate');
    expect(rule.conclusion).toContain(isOfTrace ? '⇝' : '⇒');
    if (rule.figure === undefined) expect(rule.note).toMatch(/^Our rule/u);
    else expect(rule.figure).toMatch(of.symbolic && of.rule !== 'predicate' ? /4/u : /2|6/u);
    expect(ruleTitle(of.rule)).not.toBe('');
    expect(contextRuleOf(of.rule, of.symbolic).conclusion).toContain(of.rule === 'predicate' ? 'E[R_bool]' : 'E[R]');
    expect(contextRuleOf(of.rule, of.symbolic).figure).toBe(of.symbolic ? 'Figure 5' : 'Figure 3');
  });

  it('every rule of the paper has its own statement', () => {
    const stated = STEP_RULES.filter((rule) => ruleOf(rule, false).figure !== undefined);
    expect(new Set(stated.map((rule) => ruleOf(rule, false).conclusion)).size).toBe(stated.length);
    expect(STEP_RULES.filter((rule) => boundedRuleOf(rule, true) !== undefined)).toEqual(['letrec', 'call']);
  });

  it('Figure 6 has an equation for each form of a trace term', () => {
    const forms = DERIVATIVE.map(({ left }) => /^W\.ℛ_V\(x : T\. (.*)\)$/u.exec(left)?.[1]);
    expect(forms).toEqual([
      'y',
      'r',
      'D + E',
      'op(D)',
      'let y : S = D in E',
      '∗',
      '⟨M, N⟩_{U, S}',
      'fst_{U, S}(D)',
      'snd_{U, S}(D)',
    ]);
  });
});

describe('rulePieces', () => {
  const shown = (statement: string) => rulePieces(statement).map(({ kind, text }) => [kind, text]);

  it('distinguishes variables, functions and keywords', () => {
    expect(shown('let x = op(V) in N')).toEqual([
      ['keyword', 'let'],
      ['text', ' '],
      ['name', 'x'],
      ['text', ' = '],
      ['function', 'op'],
      ['text', '('],
      ['name', 'V'],
      ['text', ') '],
      ['keyword', 'in'],
      ['text', ' '],
      ['name', 'N'],
    ]);
  });

  it('keeps a subscript as a statement', () => {
    expect(shown("0_{T_{i−1}} W_1 V_bool y'.")).toEqual([
      ['text', '0'],
      ['sub', 'T_{i−1}'],
      ['text', ' '],
      ['name', 'W'],
      ['sub', '1'],
      ['text', ' '],
      ['name', 'V'],
      ['sub', 'bool'],
      ['text', ' '],
      ['name', "y'"],
      ['text', '.'],
    ]);
  });

  it('keeps every character of a rule', () => {
    for (const { rule, symbolic } of both) {
      const { premises, conclusion } = ruleOf(rule, symbolic);
      for (const statement of [...premises, conclusion])
        expect(rulePieces(statement).reduce((sum, { text }) => sum + text.length, 0)).toBe(
          statement.replaceAll(/_\{([^}]*)\}|_/gu, '$1').length,
        );
    }
  });
});
