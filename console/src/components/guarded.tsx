import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button } from './button.tsx';

/** Says that a page failed because of a mistake in it, in its place: what is around it works. */
export function Guarded({ children }: { children: ComponentChildren }) {
  const [path] = useLocation();
  const [thrown, reset] = useErrorBoundary() as [unknown, () => void];
  useEffect(() => {
    if (thrown !== undefined) reset();
  }, [path]);
  if (thrown === undefined) return <>{children}</>;
  return (
    <div class="notice bad" role="alert">
      <p class="notice-title">This page failed</p>
      <p>The mistake is in the page, not in your data. Nothing was changed.</p>
      <p>
        <Button onClick={() => location.reload()}>Load it again</Button>
      </p>
    </div>
  );
}
