import { internalError } from '../language/source/internal-error';
import type { CombinatorsPayload, RunPayload, VersionPayload } from '../protocol/combinators';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { combinatorsAt } from './combinators';
import { diagnosticJson, isLimit, type Report } from './report';
import { atPoint, type PointOptions } from './reports';

export type CurryId = VersionPayload['engine'];

export type TangentsBody = Pick<CombinatorsPayload, 'leaves' | 'ranOn' | 'type' | 'versions' | 'nodes'>;

/** Reports the runs of rep-functions and the tangents of their pullbacks ("The Differentiable Curry", sections 4 and 5). */
export function* tangentsReport(
  texts: readonly string[],
  options: PointOptions,
  engine: CurryId | undefined,
): Task<Report<TangentsBody>> {
  return yield* atPoint(texts, options, function* (main, point): Task<Outcome<TangentsBody>> {
    const reply = yield* combinatorsAt(main, point, options.budget);
    if (reply.state === 'error') {
      const diagnostic = reply.diagnostics[0] ?? internalError('a main expression without a reason');
      return { tag: isLimit(diagnostic) ? 'stopped' : 'failed', diagnostic };
    }
    const { leaves, ranOn, type, versions, nodes } = reply.payload;
    const shown = engine === undefined ? versions : versions.filter((version) => version.engine === engine);
    const [only] = shown;
    if (shown.length === 1 && only !== undefined && only.status !== 'ok')
      return { tag: only.status, diagnostic: only.diagnostic };
    return { tag: 'ok', value: { leaves, ranOn, type, versions: shown, nodes } };
  });
}

export function tangentsJson(
  { leaves, ranOn, type, versions, nodes }: TangentsBody,
  texts: readonly string[],
): {
  readonly [key: string]: Json;
} {
  return {
    type,
    ...ranOnJson(ranOn),
    engines: Object.fromEntries(
      versions.map((version): readonly [string, Json] => {
        if (version.status !== 'ok')
          return [version.engine, { status: version.status, diagnostic: diagnosticJson(version.diagnostic, texts) }];
        const { value, derivatives, meter, again, runs } = version;
        return [
          version.engine,
          {
            status: 'ok',
            value,
            derivative: Object.fromEntries(leaves.map((leaf, at) => [leaf, derivatives[at] ?? null])),
            meter: { ...meter },
            again: again.map(({ name, count }) => ({ name, count })),
            runs: runs?.map((run) => runJson(run, nodes)) ?? null,
          },
        ];
      }),
    ),
  };
}

function runJson(
  { parent, as, argument, node, label, input, value, given, back }: RunPayload,
  nodes: TangentsBody['nodes'],
): Json {
  const function_ = nodes[node]?.bodyOf;
  return {
    parent,
    as,
    label,
    ...(function_ !== undefined && { function: function_ }),
    ...(argument !== undefined && { argument }),
    input,
    value,
    given: given ?? null,
    back: back ?? null,
  };
}
