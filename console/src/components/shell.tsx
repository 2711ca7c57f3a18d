import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { viewerZone } from '../format.ts';
import { isWide } from '../use-wide.ts';
import type { Theme } from '../theme.ts';
import { Guarded } from './guarded.tsx';
import { Mark } from './mark.tsx';
import { landingContext } from './page.tsx';
import { PaletteOpener } from './palette-opener.tsx';

const serviceName = 'Agency Service';

interface ShellProps {
  /** Which of the applications it is. */
  readonly name: string;
  /** Name, logo and colours of the portal. */
  readonly theme?: Theme;
  /** Whose pages these are, and how to leave. */
  readonly who?: ComponentChildren;
  /** Whether there is a session, in which pages are found. */
  readonly isSearchable?: boolean;
  readonly children: ComponentChildren;
}

/** The page of a path: an item that is next to its list is a part of the list's. */
const pageOf = (path: string) => (isWide() ? path.replace(/(\/endpoints\/[^/]+\/(?:deliveries|failures))\/[^/]+$/, '$1') : path);

/** Puts the focus on what the address now leads to, as a browser does with a page that it loads. A page that is not there yet takes it later. */
function useLanding(landing: { isDue: boolean }): void {
  const [path] = useLocation();
  const shown = useRef(pageOf(path));
  useEffect(() => {
    const page = pageOf(path);
    if (shown.current === page) return;
    shown.current = page;
    const places = document.querySelectorAll<HTMLElement>('[data-lands]');
    places.item(places.length - 1)?.focus();
    landing.isDue = places.length === 0;
    window.scrollTo(0, 0);
  }, [path]);
}

/** The frame of every page: what the application is called, who looks, and the zone of its times. */
export function Shell({ name, theme, who, isSearchable = false, children }: ShellProps) {
  const { current: landing } = useRef({ isDue: false });
  useLanding(landing);
  return (
    <landingContext.Provider value={landing}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <Link class="brand" href="/">
          {theme?.logo_text === undefined ? <Mark /> : <span class="mark logo-text">{theme.logo_text}</span>}
          <span>{theme?.name ?? serviceName}</span> <span class="door">{name}</span>
        </Link>
        {isSearchable && <PaletteOpener />}
        {who}
      </header>
      <div class="frame">{children}</div>
      <footer class="foot">
        <p>Times are in {viewerZone}; hover over one for UTC.</p>
      </footer>
    </landingContext.Provider>
  );
}

/** The pages of the application next to their menu. */
export function Frame({ menu, label, children }: { menu: ComponentChildren; label: string; children: ComponentChildren }) {
  return (
    <div class="columns">
      <nav class="menu" aria-label={label}>
        {menu}
      </nav>
      <main id="content" tabIndex={-1}>
        <Guarded>{children}</Guarded>
      </main>
    </div>
  );
}
