import { checkLines, type CheckLine } from '../protocol/check-lines';
import type { Json } from '../protocol/messages';
import type { ChecksPayload } from '../protocol/terms';
import type { Task } from '../semantics/task';
import { checksAt } from './checks';
import type { Report } from './report';
import { atPoint, type PointOptions } from './reports';

export interface TheoremsBody {
  readonly checks: ChecksPayload;
  readonly lines: readonly CheckLine[];
}

/** Checks the theorems of Abadi & Plotkin at the point. Status 4 if one does not hold. */
export function* theoremsReport(texts: readonly string[], options: PointOptions): Task<Report<TheoremsBody>> {
  const report = yield* atPoint(texts, options, function* (main, point) {
    const checks = yield* checksAt(main, point, options.budget);
    return { tag: 'ok', value: { checks, lines: checkLines(checks) } };
  });
  const fails = report.body?.lines.some(({ verdict }) => verdict === 'fails') === true;
  return report.body !== undefined && fails ? { ...report, status: 4 } : report;
}

/** Each theorem has its verdict, the trace that was checked and its numbers, or the reason why it was not checked. */
export function theoremsJson({ checks, lines }: TheoremsBody): { readonly [key: string]: Json } {
  const { interpolation, adequacy, neighbourhood, leaves } = checks;
  const [first, second, third] = lines.map(({ verdict, detail }): { readonly [key: string]: Json } =>
    verdict === 'not checked' ? { verdict, reason: detail.replace(/^not checked: /u, '') } : { verdict },
  );
  const byLeaf = (numbers: readonly number[]): Json =>
    Object.fromEntries(leaves.map((leaf, at) => [leaf, numbers[at] ?? null]));
  return {
    interpolation: {
      ...first,
      ...(interpolation.tag === 'checked' && { trace: interpolation.of, difference: interpolation.difference }),
    },
    adequacy: {
      ...second,
      ...(adequacy.tag === 'checked' && {
        trace: adequacy.of,
        differences: byLeaf(adequacy.differences),
        errors: byLeaf(adequacy.errors),
      }),
    },
    neighbourhood: {
      ...third,
      ...(neighbourhood.tag === 'checked' && {
        trace: neighbourhood.of,
        radius: neighbourhood.radius,
        samples: neighbourhood.samples,
        difference: neighbourhood.difference,
      }),
    },
  };
}
