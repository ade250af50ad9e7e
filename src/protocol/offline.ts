/** What crosses between an offline page and its one worker. Plain messages: the page carries no library for them. */
import type { RunReply, RunRequest } from './messages';

export type OfflineQuestion =
  | { readonly tag: 'run'; readonly request: RunRequest }
  /** Answered between two slices: a worker that does not answer is stuck inside one. */
  | { readonly tag: 'ping' };

export type OfflineAnswer =
  | { readonly tag: 'reply'; readonly reply: RunReply }
  /** Of a run: all is answered, or a newer one has come. */
  | { readonly tag: 'end'; readonly revision: number; readonly how: 'done' | 'failed' }
  | { readonly tag: 'pong' };
