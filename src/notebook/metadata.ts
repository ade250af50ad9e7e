import { parse } from 'yaml';

/** The contents of a notebook's front matter. It is separate from `document.ts`, because a YAML parser is large. */
export interface Metadata {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** The expected results of each code cell, in order; built-in notebooks have one entry per cell. */
  readonly expects: readonly CellExpectation[];
  /** Messages about entries that could not be understood. */
  readonly problems: readonly string[];
}

/** The expected results of a cell at the input values in its text. Numbers are compared to six significant digits. */
export interface CellExpectation {
  /** The values of the cell's top-level expressions, as JSON. */
  readonly outputs: readonly unknown[] | undefined;
  /** The derivative of the main expression with respect to the inputs, by name, or a bare value without inputs. */
  readonly derivative: unknown;
  /** Codes of the warnings, in order. */
  readonly warnings: readonly string[] | undefined;
  /** The code of the error that the cell stops with. */
  readonly error: string | undefined;
  /** The number of records of each `watch` series. */
  readonly watch: Readonly<Record<string, number>> | undefined;
}

const NO_METADATA: Metadata = { title: undefined, description: undefined, tags: [], expects: [], problems: [] };

export function parseMetadata(frontMatter: string | undefined): Metadata {
  if (frontMatter === undefined) return NO_METADATA;
  const refused = (problem: string): Metadata => ({ ...NO_METADATA, problems: [problem] });
  if (frontMatter.length > MOST_LETTERS) return refused('the front matter is too long');
  if (depthOf(frontMatter) > MOST_DEPTH) return refused('the front matter is nested too deeply');
  let data: unknown;
  try {
    data = parse(frontMatter, { maxAliasCount: 0, stringKeys: true, logLevel: 'error' });
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  if (!isRecord(data)) return NO_METADATA;
  const expects = own(data, 'expects');
  const problems: string[] = [];
  if (expects !== undefined && !Array.isArray(expects))
    problems.push('`expects` must be a list with one entry per code cell');
  return {
    title: text(own(data, 'title')),
    description: text(own(data, 'description')),
    tags: list(own(data, 'tags')).filter((tag) => typeof tag === 'string'),
    expects: list(expects).map(expectation),
    problems,
  };
}

/** The YAML parser is unlimited: keys that are collections take time and space exponential in their depth. */
const MOST_LETTERS = 64 * 1024;
const MOST_DEPTH = 32;

/** Returns the depth of brackets and of consecutive indicators; at least the depth that the parser would reach. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [sign] of text.matchAll(/[[\]{}]|(?:[-?:] +){2,}/g)) {
    if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, sign.length > 1 ? sign.length / 2 : depth);
  }
  return deepest;
}

function expectation(entry: unknown): CellExpectation {
  const record = isRecord(entry) ? entry : {};
  const outputs = own(record, 'outputs');
  const warnings = own(record, 'warnings');
  const watch = own(record, 'watch');
  return {
    outputs: Array.isArray(outputs) ? (outputs as readonly unknown[]) : undefined,
    derivative: own(record, 'derivative'),
    warnings: Array.isArray(warnings) ? warnings.filter((code) => typeof code === 'string') : undefined,
    error: text(own(record, 'error')),
    watch: isRecord(watch)
      ? Object.fromEntries(
          Object.entries(watch).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
        )
      : undefined,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
