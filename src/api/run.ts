import { drain } from '../semantics/task';
import type { Json } from '../protocol/messages';
import { loadWhole } from '../services/loader';
import { runJson, runProgram, type RunBody } from '../services/run-report';
import type * as declared from './declarations';
import { budgetOf, checkedOptions, checkedTexts } from './options';
import { failed } from './results';
import { plain, settingsOf, typed, typedByName, type Value } from './values';

type Row = declared.Values | number;
type Ran = declared.Ran<Row | readonly Row[]>;

/** Runs a program and differentiates its last output with respect to its inputs. */
function runWhole(source: string, given?: declared.RunOptions): Ran | declared.Failed {
  const options = checkedOptions('run', given);
  const texts = checkedTexts('run', source, options);
  const { inputs, cotangent, engine, jacobian } = options;
  const report = drain(
    runProgram(texts, {
      budget: budgetOf(options),
      inputs: settingsOf(inputs),
      cotangent: cotangent === undefined ? undefined : plain(cotangent, 'cotangent'),
      engine,
      jacobian,
    }),
  );
  return report.body === undefined ? failed(report, texts) : ran(report.body, texts);
}

/** The overloads differ only in the derivative, which the options determine. */
export const run = runWhole as typeof declared.run;

/** Returns the object of the command line's `run`, with typed arrays. */
function ran(body: RunBody, texts: readonly string[]): Ran {
  const json = runJson(body, texts);
  const loaded = loadWhole(texts, {}, { isOpen: true });
  const program = loaded.tag === 'ok' ? loaded.program : undefined;
  const { variants, items } = program?.core ?? { variants: [], items: [] };
  const outputTypes = items.flatMap((item) => (item.tag === 'output' ? [item.term.type] : []));
  const inputTypes = new Map(program?.inputs.map(({ label, type }) => [label, type]));
  const parameterTypes = new Map(program?.focus?.main.parameters.map(({ label, type }) => [label, type]));
  const byName = (value: Json): Value => typedByName(value, parameterTypes, variants);
  // Values are made when they are read, so each is read once.
  const { value, direction, ...derivative } = (json['derivative'] ?? {}) as { readonly [key: string]: Json };
  const result = {
    ...json,
    ok: true,
    outputs: body.outputs.map(({ type, value }, at) => ({ type, value: typed(value, outputTypes[at], variants) })),
    inputs: body.inputs.map(({ name, type, value: own }) => ({
      name,
      type,
      value: typed(own, inputTypes.get(name), variants),
    })),
    derivative:
      value === undefined
        ? null
        : {
            ...derivative,
            value: Array.isArray(value) ? value.map(byName) : byName(value),
            ...(direction !== undefined && { direction: byName(direction) }),
          },
  };
  return result as unknown as Ran; // the object of app.md, section 6, which the API declares
}
