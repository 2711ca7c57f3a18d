import { CloudOff } from 'lucide';
import { Router } from 'wouter-preact';
import { ErrorBoundary } from './components/feedback.tsx';
import { Icon } from './components/icon.tsx';
import type { Mode } from './mode.ts';
import { useOffline } from './offline.ts';
import { ConsoleApp } from './pages/console.tsx';
import { PortalApp } from './pages/portal.tsx';

/** If the service is offline, the page is grey and shows one banner. */
export function App({ mode }: { mode: Mode }) {
  const isOffline = useOffline();
  return (
    <ErrorBoundary>
      <div class={isOffline ? 'offline' : undefined}>
        <div role="status">
          {isOffline && (
            <p class="offline-banner">
              <Icon of={CloudOff} /> The service does not answer. This page tries again by itself; what it shows may be out of date.
            </p>
          )}
        </div>
        <Router base={mode.base}>{mode.kind === 'console' ? <ConsoleApp mode={mode} /> : <PortalApp mode={mode} />}</Router>
      </div>
    </ErrorBoundary>
  );
}
