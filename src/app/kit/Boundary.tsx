import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Replaces children that failed; `retry` renders them again. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
}

/** Keeps a part of the page that fails from taking the rest with it. React has no hook for this. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: { error } };
  }

  readonly #retry = (): void => {
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : this.props.fallback(failure.error, this.#retry);
  }
}
