import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../refusal.ts';
import { Loading, ProblemBox } from './feedback.tsx';

const notLoaded = new Refusal(
  0,
  { title: 'This part of the console did not load', detail: 'The service was updated or did not answer. Load the page again.' },
  null,
);

/** A part of the application that is requested when it is first shown. `waiting` is in its place until then. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ComponentChildren = <Loading />,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setState('loaded');
        },
        () => setState('failed'),
      );
    }, []);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return state === 'failed' ? <ProblemBox refusal={notLoaded} retry={() => location.reload()} /> : <>{waiting}</>;
  };
}
