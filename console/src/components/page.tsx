import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { agencyContext, operatorContext } from '../views.ts';

interface PageProps {
  readonly title: string;
  /** Content above the title, such as a link back. */
  readonly before?: ComponentChildren;
  /** Content next to the title, and below it. */
  readonly status?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const serviceName = 'Agency Service';

/** The name that the portal's theme or the service has, and whether a page that was navigated to has yet to take the focus. */
export const shellContext = createContext({ product: serviceName, focus: { isDue: false } });

/** A page with its title, which receives the focus on navigation. */
export function Page({ title, before, status, actions, children }: PageProps) {
  const { product, focus } = useContext(shellContext);
  const agency = useContext(agencyContext)?.name;
  const groups = useContext(operatorContext)?.incidents.data?.groups ?? [];
  const open = groups.filter(({ status, acknowledgement }) => status !== 'recovered' && acknowledgement?.kind !== 'muted').length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const name = [...new Set([title, agency, product])].filter(Boolean).join(' · ');
    document.title = open > 0 ? `(${open}) ${name}` : name;
  }, [title, agency, product, open]);
  useEffect(() => {
    if (focus.isDue) heading.current!.focus();
    focus.isDue = false;
  }, []);
  return (
    <>
      {before && <p class="before">{before}</p>}
      <header class="row spread page-head">
        <div class="row page-title">
          <h1 ref={heading} tabIndex={-1} data-focus>
            {title}
          </h1>
          {status}
        </div>
        {actions && <div class="row actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  /** Whether the heading receives the focus on navigation. */
  readonly takesFocus?: boolean;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Section = ({ title, takesFocus = false, aside, children }: SectionProps) => (
  <section class="section">
    <header class="row spread section-head">
      <h2 {...(takesFocus ? { tabIndex: -1, 'data-focus': true } : {})}>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
);

interface DisclosureProps {
  readonly title: string;
  readonly look?: 'as-table' | 'internals';
  readonly children: ComponentChildren;
}

/** Content that is rendered and loaded when the user opens it. */
export function Disclosure({ title, look = 'as-table', children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class={look} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

/** A link of a menu or of tabs. It is also current on pages below `below`. */
export type NavItem = readonly [href: string, title: string, below?: string];

export function NavLink({ item: [href, title, below] }: { item: NavItem }) {
  const [path] = useLocation();
  const isCurrent = path === href || (below !== undefined && path.startsWith(`${below}/`));
  return (
    <Link href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {title}
    </Link>
  );
}

/** For links in one row, which scrolls on narrow screens: scrolls to the link of the current page. */
export function useScrollToCurrent<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  const [path] = useLocation();
  useLayoutEffect(() => {
    const current = row.current!.querySelector<HTMLElement>('[aria-current]');
    if (current) row.current!.scrollLeft = current.offsetLeft - (row.current!.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return row;
}
