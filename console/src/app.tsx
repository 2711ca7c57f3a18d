import { CloudOff } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';
import { Router } from 'wouter-preact';
import { useAway } from './away.ts';
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

/** Shows a way back where a page fails because of a mistake in it. */
function Guarded({ home, children }: { home: string; children: ComponentChildren }) {
  const [thrown, setThrown] = useState(false);
  useErrorBoundary(() => setThrown(true));
  if (!thrown) return <>{children}</>;
  return (
    <main id="content" class="login">
      <div class="notice bad" role="alert">
        <p class="notice-title">This page failed</p>
        <p>The mistake is in the page, not in your data. Nothing was changed.</p>
        <p class="actions">
          <button type="button" class="button" onClick={() => location.reload()}>
            Load it again
          </button>
          <a class="button" href={home}>
            First page
          </a>
        </p>
      </div>
    </main>
  );
}

/** The application at its door. */
export function App({ door }: { door: Door }) {
  return (
    <Guarded home={door.base}>
      <Reached>
        <Router base={door.base}>{door.kind === 'console' ? <ConsoleApp door={door} /> : <PortalApp door={door} />}</Router>
      </Reached>
    </Guarded>
  );
}
