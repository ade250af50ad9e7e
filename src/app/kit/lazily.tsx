import { type ComponentType, createElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Boundary } from './Boundary';
import { failureText } from './failures';
import './part-failed.css';

export interface FailedProps {
  readonly error: unknown;
  /** Loads the part again. */
  readonly retry: () => void;
}

/** A part of the page that is loaded; `fallback` stands in its place until then. */
export type Lazily<Props extends object = object> = ComponentType<Props & { readonly fallback?: ReactNode }>;

/**
 * A component that is loaded when it is first shown. Where it cannot be loaded, or fails, `Failed` stands in its place, and the
 * rest of the page stays; without `Failed`, nothing does. It does without React's Suspense, which shows what was loaded up to
 * 300 ms late, and later still while the page changes.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed?: ComponentType<Props & FailedProps>,
): Lazily<Props> & Loadable {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load());
  const Part = (props: Props & { readonly fallback?: ReactNode }) => {
    const [shown, show] = useState(() => loaded);
    const [failure, fail] = useState<{ readonly error: unknown }>();
    useLayoutEffect(() => {
      if (shown === undefined)
        loadOnce().then(
          (part) => {
            show(() => part);
          },
          (error: unknown) => {
            fail({ error });
          },
        );
    }, [shown]);
    if (failure !== undefined) throw failure.error;
    return shown === undefined ? props.fallback : createElement(shown, props);
  };
  const Whole = (props: Props & { readonly fallback?: ReactNode }) => (
    <Boundary fallback={(error, retry) => Failed !== undefined && createElement(Failed, { ...props, error, retry })}>
      <Part {...props} />
    </Boundary>
  );
  return Object.assign(Whole, { load: loadOnce });
}

export interface Loadable {
  /** Loads the part before it is shown: then it is shown at once. */
  readonly load: () => Promise<unknown>;
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
