import type { TermName } from '../../../protocol/terms';

/** What a column of the derivative panel can show. */
export type DerivativeForm = Extract<
  TermName,
  'derivative' | 'derivative-anf' | 'translation-reverse' | 'translation-forward'
>;

interface FormName {
  readonly title: string;
  /** In the labels of copies. */
  readonly inSentence: string;
}

export const DERIVATIVES: Readonly<Record<DerivativeForm, FormName>> = {
  derivative: { title: 'Symbolic derivative, literally', inSentence: 'the literal derivative' },
  'derivative-anf': { title: 'Symbolic derivative, A-normal', inSentence: 'the A-normal derivative' },
  'translation-reverse': { title: 'Translated by reverse', inSentence: 'the reverse translation' },
  'translation-forward': { title: 'Translated by forward', inSentence: 'the forward translation' },
};

export function formOf(name: string): DerivativeForm | undefined {
  return DERIVATIVE_FORMS.find((form) => form === name);
}

export const DERIVATIVE_FORMS = [
  'derivative',
  'derivative-anf',
  'translation-reverse',
  'translation-forward',
] as const satisfies readonly DerivativeForm[];
