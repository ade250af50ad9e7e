import type { Json } from '../../../protocol/messages';
import type { PlotSubject } from '../../../protocol/plot';
import { overrideOf } from '../../store/inputs';

/** A leaf that was moved to a value. */
export interface LeafPlacement {
  /** Index into the subject's leaves. */
  readonly leaf: number;
  readonly value: number;
}

/** The new values of the inputs whose leaves were moved: each input once, by its name. */
export function placedInputs(
  { leaves, inputs }: PlotSubject,
  overrides: Readonly<Record<string, Json>>,
  placements: readonly LeafPlacement[],
): readonly (readonly [name: string, value: Json])[] {
  const changed = new Map<string, Json>();
  for (const { leaf, value } of placements) {
    const place = leaves[leaf]?.place;
    const input = place === undefined ? undefined : inputs[place.input];
    if (place === undefined || input === undefined) continue;
    const before = changed.get(input.name) ?? overrideOf(overrides, input.name) ?? input.value;
    changed.set(input.name, withLeaf(before, place.path, value));
  }
  return [...changed];
}

/** The value with the leaf at `path` replaced; the same value if it has no such leaf. */
function withLeaf(json: Json, path: readonly (string | number)[], value: number): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(json)) {
    const inner = typeof step === 'number' ? json[step] : undefined;
    return inner === undefined || typeof step !== 'number' ? json : json.with(step, withLeaf(inner, rest, value));
  }
  if (typeof json !== 'object' || json === null || !Object.hasOwn(json, step)) return json;
  const inner = json[step];
  return inner === undefined ? json : { ...json, [step]: withLeaf(inner, rest, value) };
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
