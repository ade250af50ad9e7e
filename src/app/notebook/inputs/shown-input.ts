import type { InputDescription, Json } from '../../../protocol/messages';

/** An input with the value that its control shows. */
export interface ShownInput extends InputDescription {
  /** Undefined if the value is too long to be edited. */
  readonly value: Json | undefined;
  /** The value in the language's notation, once a run has returned it; the beginning of one that is too long. */
  readonly text: string | undefined;
}
