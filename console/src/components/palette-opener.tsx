import { Search } from 'lucide';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
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

/** The palette is requested when the page has had time to load, so that it opens at once. */
const preloadMs = 2_000;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** Opens the command palette with its button or its key. A dialog that is open already stays alone. */
export function PaletteOpener() {
  const [isOpen, setIsOpen] = useState(false);
  const [path] = useLocation();
  // With Back, as well. The page that is shown then takes the focus after this.
  useLayoutEffect(() => setIsOpen(false), [path]);
  useEffect(() => {
    const timer = setTimeout(Palette.preload, preloadMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setIsOpen((before) => !before && document.querySelector('dialog[open]') === null);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button
        look="small palette-opener"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Search} />
        <span class="palette-word">Search</span>
        <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
