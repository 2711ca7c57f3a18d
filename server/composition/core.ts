import { Keyring } from '../access/encryption/keyring.ts';
import { ApiKeyFormat } from '../access/keys/api-keys.ts';
import { KeyUses } from '../access/keys/key-uses.ts';
import { PortalLinks } from '../access/keys/portal-links.ts';
import { UncheckedKeys } from '../access/keys/unchecked-keys.ts';
import { ScopedModels, type ScopedDataFactory } from '../access/scope/scoped-models.ts';
import { ScopedStatements } from '../access/scope/scoped-statements.ts';
import { parseRanges } from '../entities/destination-ranges.ts';
import { installationFiller } from '../config/installation.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { ModelDatabase } from '../orm/database.ts';
import { OperatorModels } from '../orm/operator-models.ts';
import { Cursors } from '../paging/cursor.ts';
import { updateProjections } from '../projections/refresh-projections.ts';
import { noTracing } from '../tracing/tracing.ts';
import { openPools } from './pools.ts';
import type { ServiceOptions } from './service.ts';

/** Opens the parts that both APIs and the delivery services use: settings, keys, pools and data access. */
export async function openCore({
  config,
  databaseUrl,
  encryptionKeys,
  log,
  replicaLateAfterMs,
  worker,
  tracing = noTracing,
}: ServiceOptions) {
  const keyring = new Keyring(encryptionKeys.current, encryptionKeys.previous);
  const pools = await openPools({ config, databaseUrl, log, replicaLateAfterMs, tracing });
  const statements = new ScopedStatements();
  const scopedDataFor =
    (database: ModelDatabase): ScopedDataFactory =>
    (tenantScope, positions, gone) =>
      new ScopedModels(database, statements, tenantScope, positions, gone);
  return {
    config,
    /** Connections that bypass the pooler. */
    directUrl: config.databaseDirectUrl ?? databaseUrl,
    log,
    tracing,
    metrics: new Metrics(worker && { process: String(worker.number) }),
    keyring,
    cursors: new Cursors(...keyring.cursorKeys),
    pools,
    scopedDataFor: scopedDataFor(pools.api),
    operatorScopedDataFor: scopedDataFor(pools.operator),
    operatorData: new OperatorModels(pools.operator),
    destinations: { devRanges: parseRanges(config.devDestinations) },
    keyFormat: new ApiKeyFormat(config.formerBrand),
    uncheckedKeys: new UncheckedKeys(pools.checks),
    uses: new KeyUses(pools.worker),
    portalLinks: new PortalLinks(pools.worker),
    fillIn: installationFiller(config),
    refreshProjections: (signal?: AbortSignal) => updateProjections(pools.jobs, { signal }),
  };
}

export type Core = Awaited<ReturnType<typeof openCore>>;
