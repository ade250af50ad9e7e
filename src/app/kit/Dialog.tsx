import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. Escape, its button or a click outside closes it. */
export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its cleanup runs while the dialog is still in the page, so that closing restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div className="dialog-header">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
