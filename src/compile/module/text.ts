import { evaluator } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { encodeModule } from '../emit/module';
import { SHOWN_UNIT } from '../emit/host';
import type { Description } from './glue/parts';
import type { Shape } from './glue/shapes';
import type { CompiledModel } from './module';
import { base64 } from './base64';
import { written } from './values';

/** The code that modules contain, as expressions of JavaScript: `virtual:glue`. */
export interface GlueText {
  readonly glue: string;
  readonly functions: Readonly<Record<string, string>>;
  readonly codecs: Readonly<Record<string, string>>;
  readonly extras: Readonly<Record<'outOfBounds' | 'sameShape' | 'hold' | 'withParts', string>>;
}

/** Returns a model as an ES module. `title` is the first line of its comment. */
export function moduleText(
  { emitted, description, shape }: CompiledModel,
  defaults: Readonly<Record<string, unknown>>,
  title: string,
  { glue, functions, codecs, extras }: GlueText,
): string {
  const kinds = new Set(description.types.map(({ kind }) => kind));
  const imports = emitted.module.imports.map(({ name }) => [name, functionText(name, functions)] as const);
  const parts = [
    ...Object.entries(description).map(([name, value]) => `${name}:${written(value)}`),
    `codecs:{${[...kinds].map((kind) => `${kind}:${codecs[kind] ?? internalError('a codec')}`).join()}}`,
    `defaults:()=>(${written(defaults)})`,
    ...(description.templates.some(([, , values]) => values === 'index') ? [`outOfBounds:${extras.outOfBounds}`] : []),
    ...(description.types.some(hasParts) ? [`withParts:${extras.withParts}`] : []),
    ...(holdsData(description) ? [`hold:${extras.hold}`] : []),
    ...(shape === undefined ? [] : [`shape:{sameShape:${extras.sameShape},${inner(written(shape))}}`]),
    `binary:()=>({${[
      `slots:${emitted.slots}`,
      `start:${emitted.start}`,
      `functions:{${imports.map(([name, text]) => `${name}:${text}`).join()}}`,
      `module:new WebAssembly.Module(glue.decoded("${base64(encodeModule(emitted.module))}"))`,
    ].join()}})`,
  ];
  return `// ${title.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, ' ')}
const glue=${glue};
const model=glue.open({${parts.join(',\n')}});
export const PullbackError=glue.PullbackError,{defaults,value,gradient,directional}=model;
`;
}

function hasParts({ kind }: Shape): boolean {
  return kind === 'array' || kind === 'list' || kind === 'product' || kind === 'record' || kind === 'variant';
}

/** Whether there is data that has a value in the program. */
function holdsData({ inputs, fixed }: Description): boolean {
  return inputs.slice(inputs.length - fixed).some(({ missing }) => missing === undefined);
}

/** The text of an object without its braces. */
function inner(text: string): string {
  return text.slice(1, -1);
}

/** Returns an expression for the function of an operation: one of the host's, or the text of one of ours. */
export function functionText(name: string, functions: Readonly<Record<string, string>>): string {
  if (name === SHOWN_UNIT) return functions[name] ?? internalError('no text of show');
  const own = evaluator(operationRow(name as OperationName));
  const found = Object.getOwnPropertyNames(Math).find((each) => Reflect.get(Math, each) === own);
  if (found !== undefined) return `Math.${found}`;
  return functions[name] ?? internalError(`no text of ${name}`);
}
