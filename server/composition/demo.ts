import { openDemoAgency } from '../demo/demo-agency.ts';
import { postDuePublications } from '../demo/demo-poster.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import type { Core } from './core.ts';
import type { Service } from './service.ts';

/** Creates the demo agency, fills it, and posts its publications. */
export function composeDemo(
  { pools, keyFormat, keyring, refreshProjections, operatorData, log }: Core,
  stopping: AbortSignal,
): Pick<Service, 'openDemo' | 'fillDemo' | 'postForDemo'> & { stop(): Promise<void> } {
  const running: Promise<unknown>[] = [];
  return {
    openDemo: (keeper) => openDemoAgency(pools.setUp, keyFormat, keeper),
    async fillDemo({ agencyId }, onProgress) {
      const filling = seedDemo({ database: pools.setUp, agencyId, sealer: keyring, refreshProjections, onProgress, signal: stopping });
      running.push(filling);
      await filling;
    },
    postForDemo: ({ agencyId }) => void running.push(postDuePublications({ data: operatorData, agencyId, log }, stopping)),
    stop: async () => void (await Promise.allSettled(running)),
  };
}
