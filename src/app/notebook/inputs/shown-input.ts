import type { InputDescription, Json } from '../../../protocol/messages';

/** An input with the value that its control shows. */
export interface ShownInput extends InputDescription {
  readonly value: Json;
  /** The value in the language's notation, once a run has returned it. */
  readonly text: string | undefined;
}
