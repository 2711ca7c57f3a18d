import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { answers, reach, useBack } from '../away.ts';
import { Loading, Trouble } from './feedback.tsx';

const notLoaded = (
  <Trouble title="This part of the console did not load" retry={() => location.reload()}>
    <p>The service was probably updated after this page was opened. Load the page again.</p>
  </Trouble>
);

type Lazy<Props> = FunctionComponent<Props> & { /** Requests it before it is shown. */ preload(): void };

/**
 * A part of the application that is requested when it is first shown. `frame` is around what is in its place until then. While the service is
 * away the part waits for it. A file that an updated service does not have any more comes with the page again, which `failed` says.
 */
export function lazy<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  frame: (content: ComponentChildren, props: Props) => ComponentChildren = (content) => content,
  failed: ComponentChildren = notLoaded,
): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded ??= await request();
  };
  const Part = (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'away' | 'failed'>('loading');
    const [round, setRound] = useState(0);
    useBack(() => state === 'away' && setRound(round + 1));
    useEffect(() => {
      if (loaded) return;
      load().then(
        () => setState('loaded'),
        async () => {
          if (await answers()) return setState('failed');
          setState('away');
          reach.lost();
        },
      );
    }, [round]);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return <>{frame(state === 'failed' ? failed : <Loading />, props)}</>;
  };
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}
