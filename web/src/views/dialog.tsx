/** A dialog above the page: Escape or a click beside it closes it, and the focus stays inside meanwhile. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./parts.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly isNarrow?: boolean;
}

export function Dialog({ title, onClose, children, isNarrow = false }: DialogProps): preact.JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${isNarrow ? " narrow" : ""}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <div class="dialog-head">
          <h2>{title}</h2>
          <Button icon="close" label="Close" onClick={onClose} />
        </div>
        <div class="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}
