import type { Span } from '../../source/span';
import type { Expression } from '../../syntax/tree';

/** Why an expression should have its expected type. Messages state the reason. */
export type Reason =
  /** The context expects nothing. */
  | { readonly tag: 'free' }
  | {
      readonly tag: 'argument';
      /** The name as written, or undefined if the function is not a name. */
      readonly callee: string | undefined;
      readonly calleeSpan: Span;
      /** Where the name is bound, if it is bound in the reader's program. */
      readonly definition: Span | undefined;
      /** The argument's position, from 1. */
      readonly position: number;
      /** The number of arguments in the application. */
      readonly count: number;
      /** The number of arguments that the function takes. */
      readonly takes: number;
      /** The arguments after it. */
      readonly later: readonly Expression[];
      /** Whether the mismatch is in the result of the argument, which is a function. */
      readonly result?: boolean;
    }
  | { readonly tag: 'operand'; readonly operator: string; readonly other: Span | undefined }
  | { readonly tag: 'exponent' }
  | { readonly tag: 'condition' }
  | { readonly tag: 'branch'; readonly first: Span }
  | { readonly tag: 'annotation'; readonly span: Span }
  | { readonly tag: 'input' | 'data'; readonly name: string; readonly span: Span }
  | { readonly tag: 'pattern'; readonly span: Span }
  /** A new value for a field in a record update. */
  | { readonly tag: 'field'; readonly name: string }
  /** An item of a sequence, which should have the type of the first item. */
  | { readonly tag: 'item'; readonly first: Span | undefined }
  /** An arm of a match, which should have the type of the first arm. */
  | { readonly tag: 'arm'; readonly first: Span }
  | { readonly tag: 'fold'; readonly part: 'sequence' | 'body' }
  | { readonly tag: 'index' }
  | { readonly tag: 'indexed' }
  | { readonly tag: 'action' };

export const FREE: Reason = { tag: 'free' };
