import { outOfBounds } from '../../semantics/failure';
import { binaryOf } from '../run/binary';
import * as codecs from './glue/codecs/all';
import { hold } from './glue/hold';
import { type Model, open } from './glue/open';
import { sameShape } from './glue/same-shape';
import { withParts } from './glue/with-parts';
import type { CompiledModel } from './module';

/** Makes a model of a compiled program; `defaults` returns fresh values of the inputs. */
export function openModel(
  { emitted, description, shape }: CompiledModel,
  defaults: () => Readonly<Record<string, unknown>>,
): Model {
  return open({
    ...description,
    binary: () => binaryOf(emitted),
    defaults,
    codecs,
    outOfBounds,
    hold,
    withParts,
    shape: shape && { ...shape, sameShape },
  });
}
