import { Search } from 'lucide';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useEventListener } from '../hooks.ts';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';
import { Palette } from './palette.tsx';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the command palette with a button or a key, unless another dialog is open. */
export function PaletteOpener() {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  // Also at a navigation with Back. The new page then takes the focus.
  useLayoutEffect(() => setIsOpen(false), [path]);
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
