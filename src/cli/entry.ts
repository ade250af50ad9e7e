import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { main } from './main';

process.exitCode = await main(process.argv.slice(2), {
  read: (file) => (file === '-' ? text(process.stdin) : readFile(file, 'utf8')),
  out: (line) => {
    process.stdout.write(`${line}\n`);
  },
  write: (text) => {
    process.stdout.write(text);
  },
  error: (line) => {
    process.stderr.write(`${line}\n`);
  },
});
