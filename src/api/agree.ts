import { drain } from '../semantics/task';
import { agreeJson, agreeReport, type AgreeBody } from '../services/reports';
import type { Json } from '../protocol/messages';
import type { Agreement, AgreeOptions, Failed } from './declarations';
import { budgetOf, checkedOptions, checkedTexts } from './options';
import { failed } from './results';
import { plain, settingsOf, typed, typedByName } from './values';

/** Differentiates a program with every engine and compares the results. */
export function agree(source: string, given?: AgreeOptions): Agreement | Failed {
  const options = checkedOptions('agree', given);
  const texts = checkedTexts('agree', source, options);
  const { inputs, cotangent } = options;
  const report = drain(
    agreeReport(texts, {
      budget: budgetOf(options),
      fixedSteps: options.steps !== undefined,
      inputs: settingsOf(inputs),
      cotangent: cotangent === undefined ? undefined : plain(cotangent, 'cotangent'),
    }),
  );
  return report.body === undefined ? failed(report, texts) : agreement(report.body);
}

/** Returns the object of the command line's `agree`, with typed arrays. */
function agreement(body: AgreeBody): Agreement {
  const { parameters, target, variants } = body.main;
  const types = new Map(parameters.map(({ label, type }) => [label, type]));
  const json = agreeJson(body);
  const column = (of: { readonly [key: string]: Json }): object => ({
    ...of,
    ...(of['value'] !== undefined && { value: typed(of['value'], target, variants) }),
    ...(of['derivative'] !== undefined && { derivative: typedByName(of['derivative'], types, variants) }),
    ...(of['error'] !== undefined && { error: typedByName(of['error'], types, variants) }),
  });
  // Each engine has an object.
  const columns = json['engines'] as Readonly<Record<string, { readonly [key: string]: Json }>>;
  const engines = Object.fromEntries(Object.entries(columns).map(([engine, of]) => [engine, column(of)]));
  return { ...json, ok: true, engines } as unknown as Agreement; // the object of app.md, section 6, which the API declares
}
