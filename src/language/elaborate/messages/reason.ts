import type { Span } from '../../source/span';

/** Why an expression must have the type that is expected of it: messages say so. */
export type Reason =
  /** Nothing outside expects anything. */
  | { readonly tag: 'free' }
  | {
      readonly tag: 'argument';
      /** As written: a name, or undefined where the function is an expression. */
      readonly callee: string | undefined;
      readonly calleeSpan: Span;
      /** Where the name is bound, if the reader bound it. */
      readonly definition: Span | undefined;
      /** From 1. */
      readonly position: number;
      /** How many arguments it is applied to. */
      readonly count: number;
      /** Whether the function takes more arguments after this one. */
      readonly takesMore: boolean;
      /** It is what the argument, a function, returns that is not as expected. */
      readonly result?: boolean;
    }
  | { readonly tag: 'operand'; readonly operator: string; readonly other: Span | undefined }
  | { readonly tag: 'exponent' }
  | { readonly tag: 'condition' }
  | { readonly tag: 'branch'; readonly first: Span }
  | { readonly tag: 'annotation'; readonly span: Span }
  | { readonly tag: 'input'; readonly name: string; readonly span: Span }
  | { readonly tag: 'pattern'; readonly span: Span }
  /** Of a record that is updated. */
  | { readonly tag: 'field'; readonly name: string }
  /** Of a sequence: that of the first item. */
  | { readonly tag: 'item'; readonly first: Span | undefined }
  /** Of a match: that of the first arm. */
  | { readonly tag: 'arm'; readonly first: Span }
  | { readonly tag: 'fold'; readonly part: 'sequence' | 'body' }
  | { readonly tag: 'index' }
  | { readonly tag: 'indexed' }
  | { readonly tag: 'action' };

export const FREE: Reason = { tag: 'free' };
