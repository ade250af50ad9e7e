import { placeholderTerm } from '../../ad/placeholder';
import { frameAt, isFrame } from '../../language/core/frames';
import type { CoreItem } from '../../language/core/tree';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import type { WatchedPicture } from '../../protocol/picture';
import { partsOf } from '../../semantics/leaves';
import { recordAt, type WatchSeries } from '../../semantics/observe';
import type { Value } from '../../semantics/value';
import type { Program } from '../program';
import { writtenName } from '../written-name';
import { PictureProgram } from './functions';

/** A picture of a run: the program that makes it of what was recorded, and what was recorded. */
export type FoundPicture =
  | {
      readonly tag: 'ok';
      /** The number of its frame in the program. */
      readonly number: number;
      readonly program: () => PictureProgram;
      readonly input: readonly [string, Value];
      /** The record that is kept. */
      readonly record: number;
      /** The number of records that the run has made. */
      readonly count: number;
    }
  | { readonly tag: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Returns the picture that a run recorded under a name. */
export function watchedPicture(
  { core, frames, texts }: Program,
  series: readonly WatchSeries[],
  { series: name, record }: WatchedPicture,
): FoundPicture {
  const own = series.find((each) => each.name === name);
  const found = own && recordAt(own, record);
  if (found === undefined || !isFrame(found.type)) return { tag: 'failed', diagnostics: [] };
  const number = Number(partsOf(found.value)[frameAt(found.type)]);
  const frame = frames[number];
  if (frame === undefined) return { tag: 'failed', diagnostics: [] };
  if (frame.tag === 'blocked') {
    const { name: binder, origin } = frame.by;
    const message = `the picture depends on \`${writtenName(texts, binder, origin)}\`, a parameter that holds a function`;
    const hint = 'define the function at the top level, and mention it by its name in the picture';
    return { tag: 'failed', diagnostics: [error('watched-picture', origin, message, { hint })] };
  }
  const { recorded, picture } = frame;
  const { type, origin } = recorded;
  const output = { tag: 'output', term: picture, origin } as const;
  const input: CoreItem = {
    tag: 'input',
    name: recorded.name,
    type,
    value: placeholderTerm(type, core.variants, 0),
    range: undefined,
    origin,
  };
  const items = [...core.items.filter(({ tag }) => tag !== 'output'), input, output];
  return {
    tag: 'ok',
    number,
    program: () => new PictureProgram({ ...core, items }, output),
    input: [recorded.name, found.value],
    record: found.record,
    count: own?.count ?? 0,
  };
}
