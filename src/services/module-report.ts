import { codecs, extras, functions, glue } from 'virtual:glue';
import { declarations } from '../compile/module/declarations';
import { moduleText } from '../compile/module/text';
import { printModule } from '../compile/emit/module';
import type { Task } from '../semantics/task';
import { loadModel, type ModelOptions } from './model';
import { fine, type Report } from './report';
import type { Diagnostic } from '../language/source/diagnostic';

export interface ModuleBody {
  /** The ES module. */
  readonly module: string;
  /** Its types. */
  readonly declarations: string;
  /** Its WebAssembly as text. */
  readonly wat: string;
  readonly warnings: readonly Diagnostic[];
}

/** Compiles a program to a module. `name` is the name of its file, for readers of the module. */
export function* moduleReport(texts: readonly string[], name: string, options: ModelOptions): Task<Report<ModuleBody>> {
  const report = yield* loadModel(texts, options);
  if (report.body === undefined) return report;
  const { main, inputs, data, compiled, defaults, warnings } = report.body;
  const text = moduleText(compiled, defaults(), `Compiled from ${name} by Pullback.`, {
    glue,
    functions,
    codecs,
    extras,
  });
  return fine({
    module: text,
    declarations: declarations({ inputs, data, output: main.target, variants: main.variants }),
    wat: printModule(compiled.emitted.module),
    warnings,
  });
}
