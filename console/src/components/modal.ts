import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Shows a dialog over the page as long as its component is there. The focus goes back to where it was. Browsers close a dialog at the second
 * Escape in a row without a question: one that Escape must not close is shown again.
 */
export function useModal(onClose: () => void, closesOnEscape = true) {
  const ref = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const dialog = ref.current!;
    dialog.showModal();
    isShown.current = true;
    return () => {
      isShown.current = false;
      dialog.close();
    };
  }, []);
  return {
    ref,
    onCancel(event: Event) {
      event.preventDefault();
      if (closesOnEscape) onClose();
    },
    onClose() {
      if (!isShown.current) return;
      if (closesOnEscape) onClose();
      else ref.current!.showModal();
    },
  };
}
