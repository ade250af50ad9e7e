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
  /** For messages, after an article. */
  readonly noun: string;
}

export const DERIVATIVES: Readonly<Record<DerivativeForm, FormName>> = {
  derivative: { title: 'Symbolic, literal', noun: 'literal derivative' },
  'derivative-anf': { title: 'Symbolic, A-normal', noun: 'A-normal derivative' },
  'translation-forward': { title: 'Translated by forward', noun: 'forward translation' },
  'translation-reverse-dense': { title: 'Translated by reverse-dense', noun: 'reverse-dense translation' },
  'translation-reverse-delta': { title: 'Translated by reverse-delta', noun: 'reverse-delta translation' },
  'translation-reverse': { title: 'Translated by reverse', noun: 'reverse translation' },
  'translation-tape': { title: 'Translated by tape', noun: 'tape translation' },
  'translation-taylor': { title: 'Translated by taylor', noun: 'taylor translation' },
  'macro-1-2': { title: 'Taylor macro (1,2)', noun: '(1,2) macro' },
  'macro-2-2': { title: 'Taylor macro (2,2)', noun: '(2,2) macro' },
  'macro-restricted': { title: 'Taylor macro (2,2)′', noun: '(2,2)′ macro' },
};

export function formOf(name: string): DerivativeForm | undefined {
  return DERIVATIVE_FORMS.find((form) => form === name);
}

/** Returns the engine that makes a form; undefined for symbolic derivatives. */
export function engineOf(form: DerivativeForm): string | undefined {
  return form.startsWith('macro') ? 'taylor' : /^translation-(.*)/.exec(form)?.[1];
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
