import type { ModuleBody } from '../services/module-report';
import { type Arguments, declarationName } from './arguments';

interface WrittenFile {
  readonly name: string;
  readonly content: string;
}

/** Returns the files that `compile` writes, and the text that it prints if it writes none. */
export function written(
  { module, declarations, wat }: ModuleBody,
  { output = '-', target }: Pick<Arguments, 'output' | 'target'>,
): { readonly files: readonly WrittenFile[]; readonly text: string } {
  const content = target === 'wat' ? wat : module;
  if (output === '-') return { files: [], text: content };
  const types = target === 'wat' ? undefined : declarationName(output);
  const files = [{ name: output, content }];
  return { files: types === undefined ? files : [...files, { name: types, content: declarations }], text: '' };
}

/** Returns the bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
