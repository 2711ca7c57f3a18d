import { operations } from '@agency-service/sdk';
import { operatorEnumerations } from '@agency-service/sdk/operator';
import type { Context } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { addPageOptions, addTimeRangeOptions, valuesOption } from '../shared-options.ts';
import { examples, type Register } from '../command.ts';
import type { ListPage } from '../output.ts';
import { printList } from '../read-pages.ts';

type Action = (typeof operatorEnumerations.OperatorAuditAction)[number];

interface AuditOptions {
  agency?: string;
  own?: boolean;
  actions?: Action[];
  openings?: boolean;
  since?: string;
  until?: string;
  limit: number;
  cursor?: string;
  all?: boolean;
}

const columns = ['recorded_at', 'action', 'actor.name', 'subject_name', 'address', 'subject_id', 'actor.id', 'agency_id', 'request_id'];
const maxPageItems = operations.listAuditEntries.parameters['limit']!.maximum!;

/** `svc audit`: the audit log, for operators or for an agency. */
export const registerAudit: Register = (program, context) => {
  const audit = program
    .command('audit')
    .description('list changes of keys, endpoints, secrets and failures (operator); with --own, those of your agency')
    .option('--agency <agency>', 'only changes of this agency: its id, its name, or the end of its id')
    .option('--own', 'only the agency of your API key')
    .addOption(valuesOption('--actions <list>', 'only these actions', operatorEnumerations.OperatorAuditAction))
    .option('--openings', 'also each opening of a portal link (portal_link.opened)')
    .action(async (options: AuditOptions) => {
      if (options.own && options.agency !== undefined) throw new UsageError('--own and --agency cannot be combined.');
      const running = context();
      await printList(running.output, await readerOf(running, options), options, maxPageItems, { columns });
    });
  addPageOptions(addTimeRangeOptions(audit, 'entries'));
  examples(
    audit,
    'svc audit --agency 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --since 24h',
    'svc audit --own --actions key.created,key.revoked',
  );
};

/** The function that reads a page of the selected log. */
async function readerOf(
  { client, operator }: Context,
  { own, agency, actions, openings, since, until }: AuditOptions,
): Promise<(page: { limit: number; cursor?: string }) => Promise<ListPage>> {
  const filters = {
    ...(actions ? { actions } : !openings && { excluded_actions: ['portal_link.opened' as const] }),
    ...(since !== undefined && { start: since }),
    ...(until !== undefined && { end: until }),
  };
  if (own) {
    const { audit } = await client();
    // The service refuses actions that no agency has, and lists the accepted ones.
    return (page) => audit.list({ ...(filters as Parameters<typeof audit.list>[0]), ...page });
  }
  const { audit, agencies } = await operator();
  if (agency === undefined) return (page) => audit.list({ ...filters, ...page });
  return async (page) => {
    const found = await audit.list({ ...filters, agency_id: agency, ...page });
    // Fails for an unknown agency, because its list is empty like that of an agency without entries.
    if (found.data.length === 0 && page.cursor === undefined) await agencies.quotas({ agency_id: agency });
    return found;
  };
}
