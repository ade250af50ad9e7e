import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { type ByteSource, chunkSource } from './values/bytes';

/** Megabytes read of a file. A larger program takes minutes to check; a larger table is rejected anyway. */
const MOST_MEGABYTES = 8;

/** Resolves to the text of a file, or of standard input for `-`; rejects with the reason why it cannot be read. */
export async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let left = MOST_MEGABYTES * 1e6;
  try {
    const stream: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file);
    for await (const chunk of stream) {
      left -= chunk.length;
      if (left < 0) break; // closes the file, which may have no end
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  if (left < 0) throw new Error(`it is larger than ${MOST_MEGABYTES} MB`);
  try {
    // The byte order mark is kept, because `fmt` prints the file as it was.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new Error('it is not UTF-8 text', { cause: error });
  }
}

/**
 * Resolves to the bytes of a file, or of standard input for `-`; rejects with the reason why it cannot be read. What is
 * no file, such as a pipe, is read as a whole, because it has no places to go back to.
 */
export async function openBytes(file: string): Promise<ByteSource> {
  try {
    if (file !== '-' && statSync(file).isFile()) return fileSource(openSync(file, 'r'));
    const stream: AsyncIterable<Buffer> = file === '-' ? process.stdin : createReadStream(file);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return chunkSource(chunks);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

function fileSource(descriptor: number): ByteSource {
  return {
    size: fstatSync(descriptor).size,
    read: (into, at) => {
      let done = 0;
      for (let read = -1; read !== 0 && done < into.length; done += read)
        read = readSync(descriptor, into, done, into.length - done, at + done);
      return done;
    },
    close: () => {
      closeSync(descriptor);
    },
  };
}

/** Writes the text of a file; rejects with the reason why it cannot be written. */
export async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** Returns the words of a system error, such as "no such file or directory", or else the message of the error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, errno = 0 }: NodeJS.ErrnoException = error;
  return code === 'EISDIR' ? 'it is a directory' : (getSystemErrorMap().get(errno)?.[1] ?? error.message);
}
