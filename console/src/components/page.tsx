import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { agencyContext } from '../views.ts';
import { useStrip } from './strip.ts';

interface PageProps {
  readonly title: string;
  /** What the page says before its title, as the way back. */
  readonly before?: ComponentChildren;
  /** The content next to and below the title. */
  readonly beside?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Whether the user navigated before the page was rendered: the next one takes the focus. */
export const landingContext = createContext({ isDue: false });

/** A page with its title, which receives the focus on navigation. */
export function Page({ title, before, beside, actions, children }: PageProps) {
  const landing = useContext(landingContext);
  const agency = agencyContext.maybe()?.name;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = agency === undefined || agency === '' || agency === title ? title : `${title} · ${agency}`;
  }, [title, agency]);
  useEffect(() => {
    if (landing.isDue) heading.current!.focus();
    landing.isDue = false;
  }, []);
  return (
    <>
      {before && <p class="before">{before}</p>}
      <header class="page-head">
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1} data-lands>
            {title}
          </h1>
          {beside}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page with its heading. */
export function Section({
  title,
  lands = false,
  aside,
  children,
}: {
  title: string;
  lands?: boolean;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <header class="section-head">
        <h2 {...(lands ? { tabIndex: -1, 'data-lands': true } : {})}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  /** Pages below this path count as parts of it. */
  readonly below?: string;
}

/** A link of a menu, which says when it leads to where one is. */
export function NavLink({ href, children, below }: NavLinkProps) {
  const [path] = useLocation();
  const isCurrent = path === href || (below !== undefined && path.startsWith(`${below}/`));
  return (
    <Link href={href} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </Link>
  );
}

/** The items of a menu: a column next to the page, or one row above it. */
export const MenuItems = ({ children }: { children: ComponentChildren }) => (
  <ul class="strip" ref={useStrip<HTMLUListElement>()}>
    {children}
  </ul>
);

export function MenuItem(link: NavLinkProps) {
  return (
    <li>
      <NavLink {...link} />
    </li>
  );
}
