import { compileAnew } from '../ad/compiled/engine';
import { lifted } from '../ad/compiled/prepared';
import type { Main } from '../ad/engine';
import { outputOf } from '../ad/main';
import { type CodeLine, textOf } from '../compile/code-line';
import type { Compiled } from '../compile/compile';
import type { Entry } from '../compile/differentiate/entries';
import { encodeModule, moduleLines } from '../compile/emit/module';
import { visit } from '../compile/ir/blocks';
import { programLines, show } from '../compile/ir/print';
import { holdsReal } from '../compile/module/types';
import type { IrFunction, IrProgram } from '../compile/ir/program';
import type { FunctionId } from '../compile/ir/tree';
import { calleesFirst } from '../compile/optimise/inline';
import { versionOf } from '../compile/versions/usual';
import { internalError } from '../language/source/internal-error';
import type { Type } from '../language/types/type';
import type { CodeForm, CodePayload, CompiledReply, CompiledRequest } from '../protocol/compiled';
import { FOLD_KINDS, type Folds, unfolded } from '../protocol/folds';
import type { Task } from '../semantics/task';
import type { Loaded, Program } from './program';

/** A text with fewer lines is not folded. */
const LEAST_FOLDED = 200;
/** Further lines are not sent. */
const MOST_CHARACTERS = 4e6;

/** A compiled program, and its code as far as it has been asked for. */
interface Known {
  readonly main: Main;
  readonly made: Compiled;
  readonly isDifferentiated: boolean;
  readonly bytes: number;
  readonly seconds: number;
  readonly codes: Map<CodeForm, CodePayload>;
}

/** Answers questions about the code of programs. Keeps the last program, so that another form of it is not compiled again. */
export function createCompiledCode(
  now: () => number,
): (loaded: Loaded, request: Pick<CompiledRequest, 'form'>) => Task<CompiledReply> {
  let last: { readonly program: Program; readonly known: Known } | undefined;
  return function* (loaded, { form }) {
    if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
    const { program } = loaded;
    if (last?.program !== program) {
      last = undefined;
      const main = program.focus?.main ?? outputOf(program.core);
      if (main === undefined) return { state: 'error', diagnostics: [] };
      const isDifferentiated = program.focus !== undefined && hasDerivative(main);
      yield;
      const start = now();
      const made = compileAnew(main, isDifferentiated ? 'gradient' : 'none');
      if ('tag' in made) return { state: 'error', diagnostics: [made.reason] };
      const seconds = (now() - start) / 1000;
      yield;
      const bytes = encodeModule(made.emitted.module).length;
      last = { program, known: { main, made, isDifferentiated, bytes, seconds, codes: new Map() } };
    }
    const { known } = last;
    const { bytes, seconds, codes } = known;
    yield;
    let code = codes.get(form);
    if (code === undefined && (form !== 'derivative' || known.isDifferentiated)) {
      // The module of a derivative does not contain the program.
      const apart = form === 'program' && known.isDifferentiated;
      const made = apart ? compileAnew(known.main, 'none') : known.made;
      if ('tag' in made) return { state: 'error', diagnostics: [made.reason] };
      code = codeOf(known.main, made, form);
      codes.set(form, code);
    }
    // A copy, whose arrays the caller may transfer.
    return { state: 'ok', payload: { form, bytes, seconds, code: structuredClone(code) } };
  };
}

function hasDerivative({ parameters, target, variants }: Main): boolean {
  return holdsReal(target, variants) && parameters.some(({ type }) => holdsReal(type, variants));
}

function codeOf(main: Main, { ir, emitted }: Compiled, form: CodeForm): CodePayload {
  if (form === 'wasm') {
    const { functions } = emitted.module;
    const lines = moduleLines(emitted.module);
    const size = functions.reduce((sum, { body }) => sum + body.length, 0);
    return payloadOf(lines, { functions: functions.length, statements: size }, 0);
  }
  const entry: Entry = form === 'program' ? 'value' : 'gradient';
  const id = ir.entries.get(entry) ?? internalError(`no entry ${entry}`);
  const versions = versionsOf(ir, id);
  const first = versions[0]?.id ?? id;
  // Callers come before what they call, but the first version comes before the choice of a version.
  const called = calleesFirst({ ...ir, entries: new Map([[entry, id]]) }).toReversed();
  const ids = [first, ...called.filter((each) => each !== first)];
  let statements = 0;
  for (const each of ids) {
    visit(ir.functions.get(each)?.body ?? internalError('a function'), () => {
      statements++;
    });
  }
  const names = namesOf(main, versions, form);
  const lines = programLines(ir, ids).map((line) => ({ ...line, text: renamed(line.text, names) }));
  return payloadOf(lines, { functions: ids.length, statements }, 1);
}

/** Returns an entry after its version for the usual lengths and before that for any, if it has them. */
function versionsOf({ functions }: IrProgram, entry: FunctionId): readonly IrFunction[] {
  const own = functions.get(entry) ?? internalError('an entry');
  const version = (of: Parameters<typeof versionOf>[1]): readonly IrFunction[] =>
    [...functions.values()].filter(({ name }) => name === versionOf(own.name, of));
  return [...version('usual'), own, ...version('any')];
}

/** Returns what the parameters of an entry are called in the text, by their names in the intermediate representation. */
function namesOf(main: Main, versions: readonly IrFunction[], form: CodeForm): ReadonlyMap<string, string> {
  const labels = [
    ...main.parameters.flatMap(({ label, type }) => partLabels(label, type)),
    ...lifted(main).data.flatMap(({ name, label = name, type }) => partLabels(label, type)),
    ...(form === 'derivative' ? partLabels('cotangent', main.target) : []),
  ];
  return new Map(
    versions.flatMap(({ parameters }) =>
      parameters.flatMap((parameter, i) => {
        const label = labels[i] ?? '';
        return NAME.test(label) || labels.length !== parameters.length ? [] : [[show(parameter), label] as const];
      }),
    ),
  );
}

/** Returns the labels of the parts of a value, of which products and records have several. */
function partLabels(label: string, type: Type): readonly string[] {
  if (type.tag === 'product') return type.items.flatMap((item, i) => partLabels(`${label}.${i + 1}`, item));
  if (type.tag === 'record') return type.fields.flatMap((field) => partLabels(`${label}.${field.name}`, field.type));
  return [label];
}

/** A name of the intermediate representation. */
const NAME = /^[rnbd]\d+$/u;
/** Such names in a line, and strings, which contain none. */
const NAMES = /"(?:[^"\\]|\\.)*"|\b[rnbd]\d+\b/gu;

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return names.size === 0 ? text : text.replace(NAMES, (name) => names.get(name) ?? name);
}

/** In a long text, all functions but the first ones are folded; `open` says how many. */
function payloadOf(
  lines: readonly CodeLine[],
  sizes: Pick<CodePayload, 'functions' | 'statements'>,
  open: number,
): CodePayload {
  const starts = [0];
  const sent: CodeLine[] = [];
  for (const line of lines) {
    const end = (starts.at(-1) ?? 0) + line.text.length + 1;
    if (end > MOST_CHARACTERS) break;
    starts.push(end);
    sent.push(line);
  }
  return {
    ...sizes,
    text: textOf(sent),
    starts: Int32Array.from(starts),
    origins: Int32Array.from(
      sent.flatMap(({ origin }) => (origin === undefined ? [-1, 0, 0] : [origin.cell, origin.start, origin.end])),
    ),
    derivatives: Uint8Array.from(sent, ({ isDerivative }) => (isDerivative === true ? 1 : 0)),
    folds: foldsByFunction(sent, open),
    more: lines.length - sent.length,
  };
}

function foldsByFunction(lines: readonly CodeLine[], open: number): Folds {
  if (lines.length < LEAST_FOLDED) return unfolded(lines.length);
  const found: { readonly name: string; readonly first: number; end: number }[] = [];
  lines.forEach(({ within }, at) => {
    if (within === undefined) return;
    const before = found.at(-1);
    if (before?.name === within && before.end === at) before.end = at + 1;
    else found.push({ name: within, first: at, end: at + 1 });
  });
  const folded = found.slice(open);
  const count = folded.length + 1;
  return {
    first: Int32Array.from([0, ...folded.map(({ first }) => first)]),
    end: Int32Array.from([lines.length, ...folded.map(({ end }) => end)]),
    // Fold 0 has all others as children, and these have none.
    children: Int32Array.from({ length: count + 1 }, (_, fold) => (fold === 0 ? 1 : count)),
    kinds: new Uint8Array(count).fill(FOLD_KINDS.indexOf('call')),
    names: Int32Array.from({ length: count }, (_, fold) => fold - 1),
    numbers: new Int32Array(count),
    counts: new Int32Array(count),
    labels: folded.map(({ name }) => name),
    backFrom: lines.length,
  };
}
