import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { isUtc, viewerZone } from '../format.ts';
import type { Theme } from '../theme.ts';
import { ErrorBoundary } from './feedback.tsx';
import { Mark } from './icon.tsx';
import { isWide } from './list-and-detail.tsx';
import { NavLink, serviceName, shellContext, useScrollToCurrent, type NavItem } from './page.tsx';
import { PaletteOpener } from './palette-opener.tsx';

interface ShellProps {
  readonly name: string;
  /** Undefined for the service's own name, and null while it is unknown. */
  readonly theme?: Theme | null;
  readonly session?: ComponentChildren;
  readonly isSearchable?: boolean;
  readonly children: ComponentChildren;
}

/** The page of a path. An item that is next to its list belongs to the page of the list. */
const pageOf = (path: string) => (isWide() ? path.replace(/(\/endpoints\/[^/]+\/(?:deliveries|failures))\/[^/]+$/, '$1') : path);

/** Focuses the new page on navigation, as a browser does after a load. A page that is not rendered yet takes the focus later. */
function useFocusOnNavigation(focus: { isDue: boolean }): void {
  const [path] = useLocation();
  const shown = useRef(pageOf(path));
  useEffect(() => {
    const page = pageOf(path);
    if (shown.current === page) return;
    shown.current = page;
    const targets = document.querySelectorAll<HTMLElement>('[data-focus]');
    targets.item(targets.length - 1)?.focus();
    focus.isDue = targets.length === 0;
    window.scrollTo(0, 0);
  }, [path]);
}

/** The frame of every page: the name of the application, the session, and the time zone. */
export function Shell({ name, theme, session, isSearchable = false, children }: ShellProps) {
  const { current: focus } = useRef({ isDue: false });
  useFocusOnNavigation(focus);
  const product = theme === null ? '' : (theme?.name ?? serviceName);
  return (
    <shellContext.Provider value={{ product, focus }}>
      <a class="visually-hidden skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <Link class="brand" href="/">
          {theme !== null && (
            <>
              {theme?.logo_text === undefined ? <Mark /> : <span class="mark logo-text">{theme.logo_text}</span>}
              <span>{product}</span>{' '}
            </>
          )}
          <span class="app-name">{name}</span>
        </Link>
        {isSearchable && <PaletteOpener />}
        {session}
      </header>
      <div class="frame">{children}</div>
      <footer class="foot quiet small">
        <p>
          Times are in {isUtc ? 'UTC' : viewerZone}
          {!isUtc && <span class="hover-only">; hover over one for UTC</span>}.
        </p>
      </footer>
    </shellContext.Provider>
  );
}

interface FrameProps {
  readonly label: string;
  readonly items: readonly NavItem[];
  readonly head?: ComponentChildren;
  /** A last item with a link to other pages. */
  readonly exit?: NavItem | undefined;
  readonly children: ComponentChildren;
}

/** Pages next to their menu, which is one row above them on narrow screens. */
export function Frame({ label, items, head, exit, children }: FrameProps) {
  return (
    <div class="columns">
      <nav class="menu" aria-label={label}>
        {head}
        <ul class="strip" ref={useScrollToCurrent<HTMLUListElement>()}>
          {[...items, ...(exit ? [exit] : [])].map((item) => (
            <li key={item[0]} class={item === exit ? 'menu-exit' : undefined}>
              <NavLink item={item} />
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
    </div>
  );
}
