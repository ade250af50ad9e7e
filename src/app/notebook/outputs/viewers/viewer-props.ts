export interface ViewerProps<View> {
  /** Index of the output in the cell. */
  readonly index: number;
  readonly view: View;
  /** Numbers are written with all their digits. */
  readonly full: boolean;
  readonly stale: boolean;
}
