import { CloudOff } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Router } from 'wouter-preact';
import { useAway } from './away.ts';
import { Guarded } from './components/guarded.tsx';
import { Icon } from './components/icon.tsx';
import type { Door } from './door.ts';
import { ConsoleApp } from './pages/console.tsx';
import { PortalApp } from './pages/portal.tsx';

/** Says once for the whole page that the service does not answer; what was read before is grey until it does. */
function Reached({ children }: { children: ComponentChildren }) {
  const isAway = useAway();
  return (
    <div class={isAway ? 'away' : undefined}>
      <div role="status">
        {isAway && (
          <p class="away-banner">
            <Icon of={CloudOff} /> The service does not answer. This page tries again by itself; what it shows may be out of date.
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

/** The application at its door. */
export function App({ door }: { door: Door }) {
  return (
    <Guarded>
      <Reached>
        <Router base={door.base}>{door.kind === 'console' ? <ConsoleApp door={door} /> : <PortalApp door={door} />}</Router>
      </Reached>
    </Guarded>
  );
}
