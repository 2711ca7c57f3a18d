import { checkCounters } from './check-counters.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkBatches, checkFanOut, checkReplays, checkSums } from './check-facts.ts';
import { checkProcesses } from './check-processes.ts';
import { Evidence, type Finding, type Given } from './evidence.ts';

export interface Account {
  readonly evidence: Evidence;
  /** What should not be, and a fault explains. */
  readonly exceptions: readonly Finding[];
  /** What should not be, and nothing explains. */
  readonly unexplained: readonly Finding[];
}

const checks: readonly ((evidence: Evidence) => Finding[])[] = [
  checkBatches,
  checkFanOut,
  checkReplays,
  checkDeliveries,
  checkCounters,
  checkSums,
  checkProcesses,
];

/** Holds what the service says of itself against what was seen from outside. */
export function account(given: Given): Account {
  const evidence = new Evidence(given);
  const findings = checks.flatMap((check) => check(evidence));
  return {
    evidence,
    exceptions: findings.filter(({ explanation }) => explanation !== undefined),
    unexplained: findings.filter(({ explanation }) => explanation === undefined),
  };
}
