import { Search } from 'lucide';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useEventListener } from '../hooks.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { Button } from './button.tsx';

const Palette = lazy<{ onClose(): void }>(
  async () => (await import('./palette.tsx')).Palette,
  (content, { onClose }) => (
    <Dialog title="Search" onClose={onClose}>
      <div class="dialog-body">{content}</div>
    </Dialog>
  ),
);

/** The palette is loaded after the page, so that it opens at once. */
const preloadMs = 2_000;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the command palette with a button or a key, unless another dialog is open. */
export function PaletteOpener() {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  // Also at a navigation with Back. The new page then takes the focus.
  useLayoutEffect(() => setIsOpen(false), [path]);
  useEffect(() => {
    const timer = setTimeout(Palette.preload, preloadMs);
    return () => clearTimeout(timer);
  }, []);
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    setIsOpen((before) => !before && document.querySelector('dialog[open]') === null);
  });
  return (
    <>
      <Button
        look="small palette-opener"
        title="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Search} />
        <span class="wide-only">Search</span>
        <kbd class="wide-only" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
