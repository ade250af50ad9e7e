import type { AnyEngineId, EngineId } from '../../../ad/engine';

interface EngineLook {
  readonly name: string;
  /** The path of a 12-pixel mark that no other engine has. */
  readonly shape: string;
  readonly colour: string;
}

/** Name, shape and colour (Okabe and Ito's) of each engine, the same wherever it is drawn. */
export const ENGINE_LOOKS = {
  reverse: { name: 'reverse', shape: 'M6 0a6 6 0 1 0 0 12 6 6 0 0 0 0-12z', colour: 'var(--engine-reverse)' },
  'trace-anf': { name: 'trace-anf', shape: 'M1 1h10v10H1z', colour: 'var(--engine-trace-anf)' },
  forward: { name: 'forward', shape: 'M0 1l11 5-11 5z', colour: 'var(--engine-forward)' },
  numeric: { name: 'numeric', shape: 'M6 0l6 11H0z', colour: 'var(--engine-numeric)' },
  trace: { name: 'trace', shape: 'M6 0l6 6-6 6-6-6z', colour: 'var(--structure)' },
  'reverse-dense': { name: 'reverse-dense', shape: 'M12 1 1 6l11 5z', colour: 'var(--engine-reverse-dense)' },
  'reverse-delta': { name: 'reverse-delta', shape: 'M6 12 0 1h12z', colour: 'var(--engine-reverse-delta)' },
  tape: { name: 'tape', shape: 'M0 4h12v4H0z', colour: 'var(--engine-tape)' },
  compiled: { name: 'compiled', shape: 'M4 0h4v4h4v4H8v4H4V8H0V4h4z', colour: 'var(--engine-compiled)' },
  curry: { name: 'curry', shape: 'M3 0h6l3 6-3 6H3L0 6z', colour: 'var(--engine-curry)' },
  'curry-dependent': { name: 'curry-dependent', shape: 'M4 0h4v12H4z', colour: 'var(--engine-curry-dependent)' },
  taylor: {
    name: 'taylor',
    shape: 'M2 0l4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4-4-4z',
    colour: 'var(--engine-taylor)',
  },
} as const satisfies Record<EngineId, EngineLook>;

/** The mark of the reader's own engines: a star. */
const OWN_LOOK = {
  shape: 'M6 0l1.6 4.2 4.4.2-3.5 2.7 1.2 4.3L6 9 2.3 11.4l1.2-4.3L0 4.4l4.4-.2z',
  colour: 'currentColor',
};

function isPublished(engine: AnyEngineId): engine is EngineId {
  return engine in ENGINE_LOOKS;
}

/** The engine's mark, always shown beside its name. */
export function EngineMark({ engine }: { readonly engine: AnyEngineId }) {
  const look = isPublished(engine) ? ENGINE_LOOKS[engine] : OWN_LOOK;
  return (
    <svg className="engine-mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d={look.shape} fill={look.colour} />
    </svg>
  );
}
