import { readConfig } from '../../server/config/config.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import type { Tracing } from '../../server/tracing/tracing.ts';

/** Opens tracing with variables, which the packages of OpenTelemetry read from the environment of the process. */
export async function openTracingWith(env: Readonly<Record<string, string>>): Promise<Tracing> {
  Object.assign(process.env, env);
  try {
    return await openTracing(readConfig(env, false).traces);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
}
