import { type ReactNode, useEffect, useRef, useState } from 'react';

interface DisclosureProps {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A label that opens a menu below it. Escape, a click outside or one of its buttons closes the menu. */
export function Disclosure({ className, label, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  // Most menus are never opened.
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onPointerDown = (event: PointerEvent): void => {
      const element = details.current;
      if (element?.open === true && event.target instanceof Node && !element.contains(event.target))
        element.open = false;
    };
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  const close = (): void => {
    if (details.current === null) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={details}
      className={className}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return;
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button') !== null) close();
      }}
    >
      <summary
        onClick={() => {
          setOpened(true);
        }}
      >
        {label}
      </summary>
      {opened && children}
    </details>
  );
}
