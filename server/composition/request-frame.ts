import { currentRelease, releases } from '../../generated/releases.ts';
import { validHolders } from '../access/stream-holders.ts';
import { Streams } from '../http/connection/streams.ts';
import { FairShare } from '../http/fairness/fair-share.ts';
import { ActiveAgencies } from '../http/fairness/active-agencies.ts';
import { requestShareOptions } from '../http/fairness/fair-share-options.ts';
import { versionReader } from '../http/steps/require-version.ts';
import { readConsole } from '../pages/console-site.ts';
import { readSite } from '../pages/site.ts';
import type { Core } from './core.ts';

/** Composes the parts that both listeners share. */
export function composeRequestFrame(
  { config, log, metrics, pools, tracing }: Core,
  { consoleFolder, stopping }: { readonly consoleFolder: string | undefined; readonly stopping: AbortSignal },
) {
  const activeAgencies = new ActiveAgencies();
  const streams = new Streams({ validHolders: (holders) => validHolders(pools.worker, holders), log });
  return {
    activeAgencies,
    /** The fair share of requests with a key, and of operators on behalf of an agency. */
    share: new FairShare(requestShareOptions(pools.requestsAtOnce, config.cores), activeAgencies),
    streams,
    readVersion: versionReader({ all: releases, current: currentRelease }, config.formerBrand, config.versionsUrl),
    siteFiles: readSite(),
    consoleFiles: readConsole(consoleFolder),
    /** The options of both applications. */
    options: {
      errorsBase: config.errorsBase,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      log,
      metrics,
      tracing,
      streams,
      isStopping: () => stopping.aborted,
    },
  };
}

export type RequestFrame = ReturnType<typeof composeRequestFrame>;
