import type { Json } from '../../../protocol/messages';
import type { PlotSubject } from '../../../protocol/plot';
import { overrideOf } from '../../store/inputs';

export interface Placement {
  /** Index into the subject's leaves. */
  readonly leaf: number;
  readonly value: number;
}

/** The inputs with some of their leaves at other values: each input once, by its name. */
export function placedInputs(
  { leaves, inputs }: PlotSubject,
  overrides: Readonly<Record<string, Json>>,
  placements: readonly Placement[],
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

/** The value as it was where it has no such place. */
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
