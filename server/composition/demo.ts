import { openDemoAgency } from '../demo/demo-agency.ts';
import { DemoPoster } from '../demo/demo-poster.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import type { Core } from './core.ts';
import type { Service } from './service.ts';

/** The demo agency: its opening, its data and what posts for it. */
export function composeDemo(
  { pools, keyFormat, keyring, statements, refreshProjections, operatorData, log }: Core,
  stopping: AbortSignal,
): Pick<Service, 'openDemo' | 'fillDemo' | 'postForDemo'> & { stop(): Promise<void> } {
  let filling: Promise<unknown> | undefined;
  let poster: DemoPoster | undefined;
  return {
    openDemo: (keeper) => openDemoAgency(pools.setUp, keyFormat, keeper),
    async fillDemo({ agencyId }, onProgress) {
      filling = seedDemo({
        database: pools.setUp,
        agencyId,
        sealer: keyring,
        statements,
        refreshProjections,
        onProgress,
        signal: stopping,
      });
      await filling;
    },
    postForDemo({ agencyId }) {
      poster = new DemoPoster({ data: operatorData, agencyId, log });
      poster.start();
    },
    stop: async () => void (await Promise.all([filling?.catch(() => undefined), poster?.stop()])),
  };
}
