import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gradingApart, JUDGE, judgeSubmission } from './grade/apart';
import { main } from './main';
import { openBytes, readText, reasonOf, writeText } from './read-text';

if (process.argv[2] === JUDGE) await judgeSubmission();
else await runCommand();

async function runCommand(): Promise<void> {
  const grading = gradingApart(fileURLToPath(import.meta.url));
  const { status, out, error } = await main(process.argv.slice(2), readText, writeText, openBytes, grading);
  const failure = await print(process.stdout, out);
  // A reader such as `head` closes the pipe when it has enough.
  const isLost = failure !== undefined && failure.code !== 'EPIPE';
  const lost = isLost ? [`pullback: cannot write the output: ${reasonOf(failure)}\n`] : [];
  await print(process.stderr, [...error, ...lost]); // if this fails, nobody can be told
  process.exitCode = isLost ? 2 : status;
}

/** Writes texts to a stream. Resolves to the error that stopped it, if any. */
async function print(stream: Writable, texts: Iterable<string>): Promise<NodeJS.ErrnoException | undefined> {
  let failure: NodeJS.ErrnoException | undefined;
  stream.on('error', (problem) => (failure ??= problem)); // without a listener, Node prints a stack trace
  for (const text of texts) {
    if (failure !== undefined) break;
    await new Promise((resolve) => stream.write(text, resolve));
  }
  return failure;
}
