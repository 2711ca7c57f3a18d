import type { Diagnostics } from '../../../../generated/models.ts';
import type { Measured } from '../../../lib/cached-for.ts';

export interface DiagnosticsDependencies {
  readonly diagnostics: () => Promise<Measured<readonly Diagnostics['checks'][number][]>>;
}

const severity = ['ok', 'warning', 'failed'] as const;

export async function getDiagnostics({ diagnostics }: DiagnosticsDependencies): Promise<Diagnostics> {
  const { value, measuredAt } = await diagnostics();
  const status = severity.findLast((each) => value.some((check) => check.status === each)) ?? 'ok';
  return { measured_at: measuredAt.toISOString(), status, checks: value.map((check) => ({ ...check })) };
}
