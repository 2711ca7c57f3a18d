import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
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

/**
 * A list of which each row leads to its item. On wide screens the item is next to the list, and keys go from one to the next; on others it takes
 * the place of the list.
 */
export function ListAndDetail({ home, list, detail, label }: ListAndDetailProps) {
  const isWide = useWide();
  const [, navigate] = useLocation();
  const search = useSearch();
  const side = useRef<HTMLDivElement>(null);
  const isOpen = detail !== undefined;
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
  if (!isWide) return <>{detail ?? list}</>;
  return (
    <div class={isOpen ? 'beside' : undefined}>
      <div ref={side} class="list-side">
        {list}
      </div>
      {isOpen && (
        <section class="detail-side" aria-label={label}>
          <Link class="icon-button close-detail" href={close} aria-label="Close">
            <Icon of={X} />
          </Link>
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
