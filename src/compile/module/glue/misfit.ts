/** Thrown inside for a value that does not fit its type. */
export class Misfit extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}
