/** Opens the file picker for files of these kinds, and passes the chosen one to `take`, unless the reader cancels. */
export function pickFile(accept: string, take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) take(file);
  });
  input.click();
}

/** Notebooks, and programs that become notebooks. */
export const NOTEBOOK_FILES = '.md,.markdown,.txt,.pbk';

/** Files that become a table or data. */
export const DATA_FILES = '.csv,.tsv,.json,text/csv,text/tab-separated-values,application/json';
