import { withRaising } from '../services/budget-advice';
import { diagnosticJson, type Report } from '../services/report';
import type { Diagnostic, Failed } from './declarations';

/** Returns the diagnostics of a report as the API gives them. */
export function diagnosticsOf({ diagnostics }: Report<unknown>, texts: readonly string[]): readonly Diagnostic[] {
  // The form of app.md, section 6, which the API declares.
  return diagnostics.map((diagnostic) => {
    const advised = withRaising(diagnostic, (part) => `the option \`${part}\``);
    return diagnosticJson(advised, texts) as unknown as Diagnostic;
  });
}

/** Returns the result for a report without a body. */
export function failed(report: Report<unknown>, texts: readonly string[]): Failed {
  return { ok: false, diagnostics: diagnosticsOf(report, texts) };
}
