/** A browser tab as the smoke tests use it, driven by Playwright or by WebDriver. */
export interface Tab {
  open(address: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Evaluates a function in the page, which may only use its argument. */
  ask<A, R>(question: (argument: A) => R, argument: A): Promise<R>;
  /** Clicks an element once it is there and visible. */
  click(what: Named): Promise<void>;
  /** Presses keys together, named as in `KeyboardEvent.key`. */
  press(...keys: readonly string[]): Promise<unknown>;
  type(text: string): Promise<unknown>;
  /** Saves the file that a click downloads; its path. */
  download(what: Named): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** A tab in a clean profile, as another reader's browser. */
  stranger(): Promise<Tab>;
}

/** The first visible element of a selector, with this label or text if one is given. */
export interface Named {
  readonly selector: string;
  readonly name?: string;
}

/** Runs in the page. */
export function findVisible({ selector, name }: Named): Element | null {
  return (
    [...document.querySelectorAll(selector)].find(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        (name === undefined || (element.ariaLabel ?? element.textContent.trim()) === name),
    ) ?? null
  );
}
