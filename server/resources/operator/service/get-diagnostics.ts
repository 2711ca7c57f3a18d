import type { Handler } from '../../handler.ts';

const severity = ['ok', 'warning', 'failed'] as const;

export const getDiagnostics: Handler<'getDiagnostics', 'diagnostics'> = async (_request, _context, { diagnostics }) => {
  const { value, measuredAt } = await diagnostics();
  const status = severity.findLast((each) => value.some((check) => check.status === each)) ?? 'ok';
  return { measured_at: measuredAt.toISOString(), status, checks: value.map((check) => ({ ...check })) };
};
