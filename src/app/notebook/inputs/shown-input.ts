import type { InputDescription, Json } from '../../../protocol/messages';

/** An input with the value that its control has. */
export interface ShownInput extends InputDescription {
  readonly value: Json;
  /** The value as the language writes it, once a run has said it. */
  readonly text: string | undefined;
}
