import type { VersionPayload } from '../../../protocol/combinators';
import { readText, runName, type RunTree } from '../../charts/combinators/runs';
import type { PointedCombinator } from './use-combinator-pointing';
import { counted, integer } from '../../kit/format';

interface ClosuresProps {
  readonly tree: RunTree;
  readonly engine: VersionPayload['engine'];
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (run: number | undefined) => void;
  readonly onChoose: (at: PointedCombinator) => void;
}

const MOST = 100;

/** The closures of the run with what they captured and their tangents, which is where the two versions differ. */
export function Closures({ tree, engine, lit, onPoint, onChoose }: ClosuresProps) {
  const { runs, nodes } = tree;
  const made = runs.flatMap(({ node }, run) => {
    const tag = nodes[node]?.tag;
    return tag === 'curry' || tag === 'rec' ? [run] : [];
  });
  const again = insideAgain(tree);
  return (
    <section className="comb-part" aria-label="Closure tangents">
      <h3>
        Closure tangents{' '}
        <span className="comb-note">
          {engine === 'curry'
            ? 'a list of calls: (argument, tangent of the result)'
            : 'the tangent of what the closure captured'}
        </span>
      </h3>
      {made.length === 0 && <p className="comb-note">This run makes no closures.</p>}
      <ClosureList {...{ tree, engine, lit, onPoint, onChoose }} made={made.filter((run) => !again.has(run))} />
      {made.some((run) => again.has(run)) && (
        <details>
          <summary className="comb-summary">
            ↻ {integer(made.filter((run) => again.has(run)).length)} made in bodies that ran again
          </summary>
          <ClosureList {...{ tree, engine, lit, onPoint, onChoose }} made={made.filter((run) => again.has(run))} />
        </details>
      )}
    </section>
  );
}

function ClosureList(props: ClosuresProps & { readonly made: readonly number[] }) {
  const { tree, engine, lit, onPoint, onChoose, made } = props;
  const { runs, nodes } = tree;
  return (
    <>
      <ul className="comb-closures">
        {made.slice(0, MOST).map((run) => {
          const { input = '', given, node = -1 } = runs[run] ?? {};
          const zero = engine === 'curry' ? '[]' : '0';
          return (
            <li key={run} className={lit.has(run) ? 'lit' : undefined}>
              <button
                type="button"
                className="comb-closure"
                onPointerEnter={() => {
                  onPoint(run);
                }}
                onPointerLeave={() => {
                  onPoint(undefined);
                }}
                onFocus={() => {
                  onPoint(run);
                }}
                onBlur={() => {
                  onPoint(undefined);
                }}
                onClick={() => {
                  onChoose({ node, run });
                }}
              >
                {nodes[node]?.name ?? runName(tree, run)}
              </button>
              <span>
                captured <code className="primal">{readText(input)}</code>
              </span>
              <span>
                tangent{' '}
                <code className="cotangent">{given === undefined || given === '0' ? zero : readText(given)}</code>
              </span>
            </li>
          );
        })}
      </ul>
      {made.length > MOST && <p className="comb-note">… and {counted(made.length - MOST, 'more closure')}</p>}
    </>
  );
}

function insideAgain({ runs }: RunTree): ReadonlySet<number> {
  const inside = new Set<number>();
  runs.forEach(({ parent, as }, run) => {
    if (as === 'again' || inside.has(parent)) inside.add(run);
  });
  return inside;
}
