import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connection, isReachable, useReconnect } from '../offline.ts';
import { ErrorNotice, Loading } from './feedback.tsx';

const notLoaded = (
  <ErrorNotice title="This part of the console did not load" retry={() => location.reload()}>
    <p>The service was probably updated after this page was opened. Load the page again.</p>
  </ErrorNotice>
);

/**
 * A part of the application that loads when it is first shown. Until then, `waiting` is in its place. While the service is offline, the
 * part waits. After an update of the service the file may be missing: `failed` then asks the user to reload the page.
 */
export function lazy<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  { waiting = <Loading />, failed = notLoaded }: { readonly waiting?: ComponentChildren; readonly failed?: ComponentChildren } = {},
): FunctionComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const load = async () => {
    Loaded ??= await request();
  };
  return (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'offline' | 'failed'>('loading');
    const [round, setRound] = useState(0);
    useReconnect(() => state === 'offline' && setRound(round + 1));
    useEffect(() => {
      if (Loaded) return;
      load().then(
        () => setState('loaded'),
        async () => {
          if (await isReachable()) return setState('failed');
          setState('offline');
          connection.lost();
        },
      );
    }, [round]);
    return Loaded ? <Loaded {...props} /> : <>{state === 'failed' ? failed : waiting}</>;
  };
}
