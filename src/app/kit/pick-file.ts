/** Opens the file picker and passes the chosen file to `take`, unless the reader cancels. */
export function pickFile(take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.md,.markdown,.txt,.pbk';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file !== undefined) take(file);
  });
  input.click();
}
