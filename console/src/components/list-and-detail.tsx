import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import { useChanges, useEventListener } from '../hooks.ts';
import { Icon } from './icon.tsx';

const wide = matchMedia('(min-width: 80rem)');

/** Whether an item fits next to its list. */
export const isWide = (): boolean => wide.matches;

interface ListAndDetailProps {
  readonly home: string;
  readonly list: ComponentChildren;
  readonly detail: ComponentChildren | undefined;
  readonly label: string;
}

/** Elements that handle keys themselves. */
const usesKeys = 'input, select, textarea, [contenteditable], [role=combobox]';

/** The step of a key: J and K anywhere on the page, arrows on a row. */
function stepOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, list: HTMLElement): number {
  const element = target as HTMLElement;
  if (altKey || ctrlKey || metaKey || element.closest(usesKeys) || document.querySelector('dialog[open]')) return 0;
  if (key === 'j' || key === 'k') return key === 'j' ? 1 : -1;
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !list.contains(element) || !element.closest('tbody')) return 0;
  return key === 'ArrowDown' ? 1 : -1;
}

/** Scrolls to the row of the address and to the item next to it, and focuses them. */
function useFocusedItem(item: string | undefined) {
  const listRef = useRef<HTMLDivElement>(null);
  const detailRef = useRef<HTMLElement>(null);
  /** Whether Enter on a row opens its item: the item then takes the focus. */
  const isEntering = useRef(false);
  const before = useRef(item);
  useLayoutEffect(() => {
    const list = listRef.current;
    const closed = before.current;
    before.current = item;
    if (!list || closed === item) return;
    if (item === undefined) {
      // The focused element may have been removed with the item.
      if (document.activeElement === document.body) list.querySelector<HTMLElement>(`td.when > a[href*="/${closed}"]`)?.focus();
      return;
    }
    list.querySelector('[aria-current]')?.closest('tr')!.scrollIntoView({ block: 'nearest' });
    if (detailRef.current!.getBoundingClientRect().top < 0) detailRef.current!.scrollIntoView({ block: 'start' });
    if (isEntering.current) detailRef.current!.focus();
    isEntering.current = false;
  }, [item]);
  const onEnter = ({ key, target, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    const opensHere = key === 'Enter' && !ctrlKey && !metaKey && !shiftKey;
    const link = opensHere && (target as HTMLElement).closest('td.when > a');
    if (!link) return;
    if (link.hasAttribute('aria-current')) detailRef.current!.focus();
    else isEntering.current = true;
  };
  return { listRef, detailRef, onEnter };
}

/**
 * A list whose rows link to items. On wide screens the item is next to the list, and keys select the next one; on others it replaces the
 * list.
 */
export function ListAndDetail({ home, list, detail, label }: ListAndDetailProps) {
  useChanges(wide);
  const isSplit = isWide();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const isOpen = detail !== undefined;
  const { listRef, detailRef, onEnter } = useFocusedItem(isOpen ? path.slice(home.length + 1) : undefined);
  const close = search === '' ? home : `${home}?${search}`;
  useEventListener(document, 'keydown', (event: KeyboardEvent) => {
    if (!isSplit || !listRef.current || event.defaultPrevented) return;
    if (event.key === 'Escape' && isOpen && !document.querySelector('dialog[open]')) return navigate(close);
    const step = stepOf(event, listRef.current);
    const rows = [...listRef.current.querySelectorAll<HTMLAnchorElement>('tbody td.when > a')];
    const current = rows.findIndex((row) => row.hasAttribute('aria-current'));
    const next = current < 0 ? rows[0] : rows[current + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
    // Back returns to the list after any number of steps.
    navigate(`~${next.getAttribute('href')!}`, { replace: isOpen });
  });
  // The keys keep both elements, and typed text in them, when the width changes.
  return (
    <div class={isSplit && isOpen ? 'split' : undefined}>
      {(isSplit || !isOpen) && (
        <div ref={listRef} key="list" class="list-side" onKeyDown={isSplit ? onEnter : undefined}>
          {list}
        </div>
      )}
      {isOpen && (
        <section ref={detailRef} key="detail" class="detail-side" tabIndex={-1} aria-label={label}>
          {isSplit && (
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

/** Links a row to its item without changing the filters of the list. */
export function RowLink({ home, id, children }: { home: string; id: string; children: ComponentChildren }) {
  const [path] = useLocation();
  const search = useSearch();
  const href = `${home}/${id}`;
  return (
    <Link href={search === '' ? href : `${href}?${search}`} {...(path === href ? { 'aria-current': 'true' as const } : {})}>
      {children}
    </Link>
  );
}

/** Follows the link of a row on a click anywhere in it. */
export function openRow({ target, currentTarget }: MouseEvent): void {
  if (!(target as HTMLElement).closest('a, button') && getSelection()?.isCollapsed !== false)
    (currentTarget as HTMLElement).querySelector<HTMLAnchorElement>('td.when > a')?.click();
}
