import type { Evidence, Finding } from './evidence.ts';

/** Whether processes ended only when and as they were signalled, and lost their leases only when they were paused. */
export function checkProcesses({ given: { lives, faults, answers, openLeases }, explainer }: Evidence): Finding[] {
  const findings = lives.flatMap((life): Finding[] => {
    const { name, startedAt, readyAt, told, ended, leaseLostAt } = life;
    const found: Finding[] = leaseLostAt
      .filter((at) => !explainer.hasReasonToLoseLease(life, at))
      .map((at) => ({ what: 'a living process lost its lease', note: name, at }));
    if (!ended) return [...found, { what: 'a process did not end', note: name }];
    const { code, signal, stderr } = ended.exit;
    const note = `${name}: ${code ?? signal}, ${stderr.trimEnd().split('\n').slice(-12).join('\n')}`;
    const isAway = faults.some(({ kind, from, until }) => kind.startsWith('database') && from <= ended.at && until >= startedAt - 5_000);
    if (!told && readyAt === undefined && isAway) return found;
    if (!told) return [...found, { what: 'a process ended by itself', note }];
    if (told.signal === 'SIGTERM' && readyAt !== undefined && code !== 0) found.push({ what: 'a process did not stop cleanly', note });
    return found;
  });
  const errors = answers.get(500) ?? 0;
  if (errors > 0) findings.push({ what: 'answered 500', note: `${errors} times` });
  if (openLeases > 0) findings.push({ what: 'leases left open', note: `${openLeases}` });
  return findings;
}
