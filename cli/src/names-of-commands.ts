import { methods, operations, type Operation } from '@agency-service/sdk';
import { operatorMethods, operatorOperations } from '@agency-service/sdk/operator';
import { commandDetails } from './command-details.ts';

/** An operation, and the method of the client that calls it. */
export interface Call {
  readonly group: string;
  readonly method: string;
  readonly operationId: string;
  readonly operation: Operation;
  readonly isOperators: boolean;
}

/** Operations with hand-written commands, which count, follow or explain something; each with its command. */
export const writtenByHand: Readonly<Record<string, string>> = {
  recoverWebhookEvents: 'webhooks recover',
  verifyWebhookSignature: 'webhooks check-signature',
  watchWebhooks: 'webhooks watch',
  listWebhookFailures: 'failures list',
  replayWebhookFailure: 'failures replay',
  replayWebhookFailures: 'failures replay',
  listWebhookDeliveries: 'deliveries list',
  resendWebhookDelivery: 'deliveries resend',
  resendWebhookDeliveries: 'deliveries resend',
  listAuditEntries: 'audit',
  listAuditLog: 'audit',
  updateAgencyQuotas: 'agencies set-quotas',
  eraseAgency: 'agencies erase',
  eraseFan: 'fans erase',
  exportAgency: 'agencies export',
  exportFan: 'fans export',
  listExportedRows: 'agencies export',
  setWebhookEndpointStatus: 'operator webhooks enable',
  ingestRecords: 'ingest',
  getDiagnostics: 'doctor',
  acknowledgeIncidentGroup: 'incidents acknowledge',
};

/** Groups of commands whose names differ from those of the client. */
const commandNames: Readonly<Record<string, string>> = { sentMessages: 'messages' };

/** Groups of the operator's client that are below `operator`, because the public client has groups of the same name. */
const operatorsOwn = new Set(['webhooks', 'tokens', 'encryption']);

/** Every operation of both APIs with its method, from the SDK's tables. */
export function allCalls(): Call[] {
  return [...callsOf(methods, operations, false), ...callsOf(operatorMethods, operatorOperations, true)];
}

function callsOf(
  groups: Readonly<Record<string, Readonly<Record<string, string>>>>,
  table: Readonly<Record<string, Operation>>,
  isOperators: boolean,
): Call[] {
  return Object.entries(groups).flatMap(([group, names]) =>
    Object.entries(names).map(([method, operationId]) => ({ group, method, operationId, operation: table[operationId]!, isOperators })),
  );
}

/** The words of an operation's command. Meta operations are top-level commands, or below `operator` for those of the operator listener. */
export function commandOf({ group, method, operationId, isOperators }: Call): string {
  const given = Object.hasOwn(writtenByHand, operationId) ? writtenByHand[operationId] : commandDetails[operationId]?.words;
  if (given !== undefined) return given;
  const isMeta = group === 'meta';
  const above = isOperators && (isMeta || operatorsOwn.has(group)) ? ['operator'] : [];
  return [...above, ...(isMeta ? [] : [commandNames[group] ?? kebab(group)]), kebab(method)].join(' ');
}

/** `listAll` or `listed_at` as the words of a command or an option. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
