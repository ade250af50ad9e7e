import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { Boundary } from './Boundary';
import { failureText } from './failures';
import './part-failed.css';

export interface FailedProps {
  readonly error: unknown;
  /** Loads the part again. */
  readonly retry: () => void;
}

/**
 * A component that is loaded when it is first shown. Where it cannot be loaded, or fails, `Failed` stands in its place, and the
 * rest of the page stays; without `Failed`, nothing does.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType<Props & FailedProps>,
): ComponentType<Props> & Loadable {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  // A lazy component that did not load stays so: each attempt has its own.
  const attempt = (): ComponentType<Props> =>
    lazy(() => {
      if (loaded === undefined) return loadOnce().then((part) => ({ default: part }));
      return now({ default: loaded });
    }) as ComponentType<Props>;
  let latest = attempt();
  const Lazily = (props: Props) => {
    const [part, setPart] = useState(() => latest);
    return (
      <Boundary
        fallback={(error, retry) =>
          Failed !== undefined &&
          createElement(Failed, {
            ...props,
            error,
            retry: () => {
              latest = attempt();
              setPart(() => latest);
              retry();
            },
          })
        }
      >
        {createElement(part, props)}
      </Boundary>
    );
  };
  return Object.assign(Lazily, { load: loadOnce });
}

export interface Loadable {
  /** Loads the part before it is shown: then it is shown at once, while React may delay parts that it waited for. */
  readonly load: () => Promise<unknown>;
}

/** Returns a promise that is settled as soon as it is made. */
function now<T>(value: T): Promise<T> {
  const settled = Promise.resolve(value);
  return Object.assign(settled, {
    then: (resolve: (value: T) => unknown) => {
      resolve(value);
      return settled;
    },
  });
}

/** Replaces a part of the page that failed: it says why, and offers another attempt. */
export function PartFailed({ error, retry }: FailedProps) {
  return (
    <div className="part-failed" role="alert">
      <p>{failureText(error)}</p>
      <button type="button" className="button outlined small" onClick={retry}>
        Try again
      </button>
      <button
        type="button"
        className="button outlined small"
        onClick={() => {
          location.reload(); // saves the text
        }}
      >
        Reload
      </button>
    </div>
  );
}

/** Closes a dialog that failed, so that the next click tries again. The page's notice says why. */
export function DialogFailed({ retry, close }: FailedProps & { readonly close: () => void }) {
  useEffect(() => {
    retry();
    close();
  });
  return null;
}
