import { checkReport } from '../services/reports';
import type { Checked, Failed } from './declarations';
import { checkedSource } from './options';
import { diagnosticsOf } from './results';

/** Checks a program without running it. */
export function check(source: string): Checked | Failed {
  const texts = [checkedSource('check', source)];
  const report = checkReport(texts);
  return { ok: report.body !== undefined, diagnostics: diagnosticsOf(report, texts) };
}
