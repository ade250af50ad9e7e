// @ts-check
/** Stored sessions of the evals at small sizes, in the form of GradBench's logs, and what a tool's outputs miss them by. */
import { readFile } from 'node:fs/promises';

/** Outputs that differ by more than this, relative to the numbers or to 1, are wrong. GradBench itself allows 1e-4. */
export const TOLERANCE = 1e-8;

/**
 * Plays the stored session of an eval to a tool, and returns what is wrong with its responses.
 * @param {string} name
 * @param {(message: any) => Promise<any>} respond
 */
export async function replay(name, respond) {
  const text = await readFile(new URL(`sessions/${name}.jsonl`, import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');
  const problems = [];
  for (let i = 0; i < lines.length; i += 2) {
    const { message } = JSON.parse(lines[i] ?? '');
    const { response: expected } = JSON.parse(lines[i + 1] ?? '');
    problems.push(...problemsOf(message, expected, await respond(message)));
  }
  return problems;
}

/** @param {any} message @param {any} expected @param {any} response */
function problemsOf({ id, kind, module, function: fun = kind, input }, expected, response) {
  const place = `${module ?? 'session'}::${fun}`;
  if (response.id !== id) return [`${place}: the response to message ${id} has the id ${response.id}`];
  if (response.success !== expected.success) return [`${place}: ${response.error ?? 'no success'}`];
  const runs = response.timings?.filter((/** @type {any} */ { name }) => name === 'evaluate').length;
  if (kind === 'evaluate' && runs < (input.min_runs ?? 1)) return [`${place}: ${runs} runs`];
  const difference = distance(expected.output, response.output);
  return difference <= TOLERANCE ? [] : [`${place}: the output is wrong by ${difference}`];
}

/**
 * Returns the largest difference between numbers in the same place of two outputs, relative to their size or to 1; or
 * Infinity for outputs of different shapes.
 * @param {any} expected
 * @param {any} output
 * @returns {number}
 */
export function distance(expected, output) {
  if (typeof expected === 'number' && typeof output === 'number')
    return Math.abs(expected - output) / Math.max(1, Math.abs(expected) + Math.abs(output));
  if (typeof expected !== 'object' || typeof output !== 'object') return expected === output ? 0 : Infinity;
  let largest = Array.isArray(expected) === Array.isArray(output) ? 0 : Infinity;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(output)]))
    largest = Math.max(largest, distance(expected[key], output[key]));
  return largest;
}
