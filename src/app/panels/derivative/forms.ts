import type { TermName } from '../../../protocol/terms';

/** What a column of the derivative panel can show. */
export type DerivativeForm = Extract<
  TermName,
  | 'derivative'
  | 'derivative-anf'
  | 'translation-forward'
  | 'translation-reverse-dense'
  | 'translation-reverse-delta'
  | 'translation-reverse'
  | 'translation-tape'
  | 'translation-taylor'
  | 'macro-1-2'
  | 'macro-2-2'
  | 'macro-restricted'
>;

interface FormName {
  readonly title: string;
  /** In the labels of copies. */
  readonly inSentence: string;
}

export const DERIVATIVES: Readonly<Record<DerivativeForm, FormName>> = {
  derivative: { title: 'Symbolic derivative, literally', inSentence: 'the literal derivative' },
  'derivative-anf': { title: 'Symbolic derivative, A-normal', inSentence: 'the A-normal derivative' },
  'translation-forward': { title: 'Translated by forward', inSentence: 'the forward translation' },
  'translation-reverse-dense': { title: 'Translated by reverse-dense', inSentence: 'the reverse-dense translation' },
  'translation-reverse-delta': { title: 'Translated by reverse-delta', inSentence: 'the reverse-delta translation' },
  'translation-reverse': { title: 'Translated by reverse', inSentence: 'the reverse translation' },
  'translation-tape': { title: 'Translated by tape', inSentence: 'the tape translation' },
  'translation-taylor': { title: 'Translated by taylor', inSentence: 'the taylor translation' },
  'macro-1-2': { title: 'Taylor macro (1,2)', inSentence: 'the (1,2) macro' },
  'macro-2-2': { title: 'Taylor macro (2,2)', inSentence: 'the (2,2) macro' },
  'macro-restricted': { title: 'Taylor macro (2,2)′', inSentence: 'the (2,2)′ macro' },
};

export function formOf(name: string): DerivativeForm | undefined {
  return DERIVATIVE_FORMS.find((form) => form === name);
}

export const DERIVATIVE_FORMS = [
  'derivative',
  'derivative-anf',
  'translation-forward',
  'translation-reverse-dense',
  'translation-reverse-delta',
  'translation-reverse',
  'translation-tape',
  'translation-taylor',
  'macro-1-2',
  'macro-2-2',
  'macro-restricted',
] as const satisfies readonly DerivativeForm[];
