import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';

/** For links in one row that scrolls on narrow screens: brings the link to the current page into sight. */
export function useStrip<Strip extends HTMLElement>(): RefObject<Strip> {
  const strip = useRef<Strip>(null);
  const [path] = useLocation();
  useLayoutEffect(() => {
    const row = strip.current!;
    const current = row.querySelector<HTMLElement>('[aria-current]');
    if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return strip;
}
