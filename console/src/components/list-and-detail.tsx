import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { useWide } from '../use-wide.ts';
import { Icon } from './icon.tsx';

interface ListAndDetailProps {
  /** The address of the list. That of an item has its id after it. */
  readonly home: string;
  readonly list: ComponentChildren;
  /** Undefined where no item is chosen. */
  readonly detail: ComponentChildren | undefined;
  readonly label: string;
}

/** Elements that use the keys themselves. */
const usesKeys = 'input, select, textarea, [contenteditable], [role=combobox]';

/** The step that a key means: J and K anywhere on the page, arrows on a row. */
function stepOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, list: HTMLElement): number {
  const element = target as HTMLElement;
  if (altKey || ctrlKey || metaKey || element.closest(usesKeys) || document.querySelector('dialog[open]')) return 0;
  if (key === 'j' || key === 'k') return key === 'j' ? 1 : -1;
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !list.contains(element) || !element.closest('tbody')) return 0;
  return key === 'ArrowDown' ? 1 : -1;
}

/** Keeps in sight and in focus what the address now leads to: the row, and the item next to it. */
function usePlaces(item: string | undefined) {
  const side = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLElement>(null);
  /** Whether Enter on a row opens its item: the focus goes there. */
  const isEntering = useRef(false);
  const before = useRef(item);
  useLayoutEffect(() => {
    const list = side.current;
    const closed = before.current;
    before.current = item;
    if (!list || closed === item) return;
    if (item === undefined) {
      // What had the focus may have disappeared with the item.
      if (document.activeElement === document.body) list.querySelector<HTMLElement>(`td.when > a[href*="/${closed}"]`)?.focus();
      return;
    }
    list.querySelector('[aria-current]')?.closest('tr')!.scrollIntoView({ block: 'nearest' });
    if (place.current!.getBoundingClientRect().top < 0) place.current!.scrollIntoView({ block: 'start' });
    if (isEntering.current) place.current!.focus();
    isEntering.current = false;
  }, [item]);
  const onEnter = ({ key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    const opensHere = key === 'Enter' && !ctrlKey && !metaKey && !shiftKey;
    const link = opensHere && (target as HTMLElement).closest('td.when > a');
    if (!link) return;
    if (link.hasAttribute('aria-current')) place.current!.focus();
    else isEntering.current = true;
  };
  return { side, place, onEnter };
}

/**
 * A list of which each row leads to its item. On wide screens the item is next to the list, and keys go from one to the next; on others it takes
 * the place of the list.
 */
export function ListAndDetail({ home, list, detail, label }: ListAndDetailProps) {
  const isWide = useWide();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isOpen = detail !== undefined;
  const { side, place, onEnter } = usePlaces(isOpen ? path.slice(home.length + 1) : undefined);
  const close = search === '' ? home : `${home}?${search}`;
  useEffect(() => {
    if (!isWide) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!side.current || event.defaultPrevented) return;
      if (event.key === 'Escape' && isOpen && !document.querySelector('dialog[open]')) return navigate(close);
      const step = stepOf(event, side.current);
      const rows = [...side.current.querySelectorAll<HTMLAnchorElement>('tbody td.when > a')];
      const current = rows.findIndex((row) => row.hasAttribute('aria-current'));
      const next = current < 0 ? rows[0] : rows[current + step];
      if (step === 0 || !next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
      // The way back from several steps is one.
      navigate(`~${next.getAttribute('href')!}`, { replace: isOpen });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isWide, isOpen, close, navigate]);
  // Both keep their places when the page gets wider or narrower, and with them what was typed and opened in them.
  return (
    <div class={isWide && isOpen ? 'beside' : undefined}>
      {(isWide || !isOpen) && (
        <div ref={side} key="list" class="list-side" onKeyDown={isWide ? onEnter : undefined}>
          {list}
        </div>
      )}
      {isOpen && (
        <section ref={place} key="detail" class="detail-side" tabIndex={-1} aria-label={label}>
          {isWide && (
            <Link class="icon-button close-detail" href={close} aria-label="Close">
              <Icon of={X} />
            </Link>
          )}
          {detail}
        </section>
      )}
    </div>
  );
}

interface RowLinkProps {
  readonly home: string;
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Leads from a row to its item, and leaves the filters of the list as they are. */
export function RowLink({ home, id, children }: RowLinkProps) {
  const [path] = useLocation();
  const search = useSearch();
  const href = `${home}/${id}`;
  return (
    <Link href={search === '' ? href : `${href}?${search}`} {...(path === href ? { 'aria-current': 'true' as const } : {})}>
      {children}
    </Link>
  );
}

/** A click anywhere in a row is one on its link. */
export function openRow({ target, currentTarget }: MouseEvent): void {
  if (!(target as HTMLElement).closest('a, button') && getSelection()?.isCollapsed !== false)
    (currentTarget as HTMLElement).querySelector<HTMLAnchorElement>('td.when > a')?.click();
}
