import { checkReport } from '../services/reports';
import type { Checked, CheckOptions, Failed } from './declarations';
import { checkedOptions, checkedTexts } from './options';
import { diagnosticsOf } from './results';

/** Checks a program without running it. */
export function check(source: string, given?: CheckOptions): Checked | Failed {
  const texts = checkedTexts('check', source, checkedOptions('check', given));
  const report = checkReport(texts);
  return { ok: report.body !== undefined, diagnostics: diagnosticsOf(report, texts) };
}
