import { compile as compiled } from '../services/model';
import type { CompileOptions, Model, Value, Values } from './declarations';
import { checkedOptions, checkedTexts } from './options';
import { settingsOf } from './values';

/** Compiles a program to WebAssembly, with its gradient and its directional derivative. */
export async function compile<Inputs = Values, Output = Value, Data = unknown>(
  source: string,
  given?: CompileOptions,
): Promise<Model<Inputs, Output, Data>> {
  await Promise.resolve(); // a caller's next statements come first, however compiling is done
  const { inputs, imports = {}, ...limits } = checkedOptions('compile', given);
  const texts = checkedTexts('compile', source, { imports });
  // The types are the caller's word.
  return compiled(texts, { ...limits, inputs: settingsOf(inputs) }) as Model<Inputs, Output, Data>;
}
