import { Router } from 'wouter-preact';
import type { Door } from './door.ts';
import { ConsoleApp } from './pages/console.tsx';
import { PortalApp } from './pages/portal.tsx';

/** The application at its door. */
export function App({ door }: { door: Door }) {
  return <Router base={door.base}>{door.kind === 'console' ? <ConsoleApp door={door} /> : <PortalApp door={door} />}</Router>;
}
