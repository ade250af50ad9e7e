import type { OperationName } from '../../language/operations/names';
import type { Span } from '../../language/source/span';

/** The reasons for which a run stops. */
export type Cause =
  /** Arguments outside the domain, or a result that is not finite or out of range. */
  | { readonly tag: 'operation'; readonly operation: OperationName }
  /** A partial derivative of the operation, or an adjoint, that is not finite. */
  | { readonly tag: 'derivative'; readonly operation: OperationName | undefined }
  /** An index outside an array. */
  | { readonly tag: 'index' }
  /** A negative length of an array. */
  | { readonly tag: 'length' }
  | { readonly tag: 'fail'; readonly code: string; readonly message: string }
  /** A cotangent or tangent of another shape. */
  | { readonly tag: 'shape'; readonly given: 'cotangent' | 'tangent' }
  /** Nothing: it calls what may. */
  | { readonly tag: 'call' };

/** A statement at which a run can stop. */
export interface Site {
  readonly cause: Cause;
  /** The place in the reader's text; undefined for a site of the prelude, whose place is that of its caller. */
  readonly place: Span | undefined;
}

/** The sites of a program, numbered. */
export class Sites {
  private readonly sites: Site[] = [];
  private readonly numbers = new Map<string, number>();

  get all(): readonly Site[] {
    return this.sites;
  }

  at(number: number): Site | undefined {
    return this.sites[number];
  }

  /** Returns the number of a site; equal sites have the same. */
  number(cause: Cause, origin: Span): number {
    const place = origin.cell >= 0 ? origin : undefined;
    const site: Site = { cause, place };
    const key = JSON.stringify(site);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.sites.length);
    return this.sites.push(site) - 1;
  }
}
