/** The values of a program's definitions, which the editor shows beside them. */
import type { Span } from '../language/source/span';

export interface DefinitionsReply {
  /** Empty if the program does not finish. */
  readonly values: readonly DefinitionValue[];
  /** The number of further definitions. */
  readonly more: number;
}

export interface DefinitionValue {
  /** The span of the name. */
  readonly span: Span;
  readonly text: string;
}
