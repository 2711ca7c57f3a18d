import { Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { instant, positiveInteger } from '../option-values.ts';
import { examples, groupOf, type Register } from '../command.ts';

interface ClaimOptions {
  limit?: number;
  leaseSeconds?: number;
}

interface ReportOptions {
  lease: string;
  status: 'published' | 'failed';
  reason?: string;
  publishedAt?: string;
}

/** The two ids that a report needs come first, each of 36 characters. */
const columns = ['publication.id', 'lease_id', 'publication.text', 'publication.creator_id', 'publication.scheduled_at', 'agency_id'];

/** `svc publications`: how an operator takes over what is due, and says what became of it. */
export const registerPublications: Register = (program, context) => {
  const publications = groupOf(program, 'publications');

  examples(
    publications
      .command('claim')
      .description('claim due publications of all agencies, to post them (operator)')
      .option('--limit <number>', 'how many to claim, up to 200; default: 50', positiveInteger)
      .option('--lease-seconds <seconds>', 'length of the lease, 10 to 600; default: 60', positiveInteger)
      .action(async ({ limit, leaseSeconds }: ClaimOptions) => {
        const { operator, output } = context();
        const claimed = await (
          await operator()
        ).publications.claim({
          ...(limit !== undefined && { limit }),
          ...(leaseSeconds !== undefined && { lease_seconds: leaseSeconds }),
        });
        output.list(claimed, claimed.data, columns);
        if (claimed.data.length > 0) output.note('Post each, then: svc publications report ID --lease LEASE_ID --status published');
      }),
    'svc publications claim --limit 10 --lease-seconds 300 --json',
  );

  examples(
    publications
      .command('report')
      .description('report the outcome of a claimed publication; repeatable (operator)')
      .argument('<publication-id>', 'publication')
      .requiredOption('--lease <id>', 'lease_id of the claim')
      .addOption(new Option('--status <status>', 'the outcome').choices(['published', 'failed']).makeOptionMandatory())
      .option('--reason <text>', 'why it failed')
      .option('--published-at <instant>', 'when it was posted, such as 2026-07-18T21:00:00Z or 5m; default: now', instant)
      .action(async (id: string, { lease, status, reason, publishedAt }: ReportOptions) => {
        if (status === 'published' && reason !== undefined) throw new UsageError('--reason requires --status failed.');
        if (status === 'failed' && publishedAt !== undefined) throw new UsageError('--published-at requires --status published.');
        const { operator, output } = context();
        const reported = await (
          await operator()
        ).publications.report({
          publication_id: id,
          lease_id: lease,
          status,
          ...(reason !== undefined && { reason }),
          ...(publishedAt !== undefined && { published_at: publishedAt }),
        });
        output.record(reported);
      }),
    'svc publications report 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36 --lease 5c0b0a1e-4a0f-4a55-9a0e-6a1f2c7d9b30 --status published',
    'svc publications report 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36 --lease 5c0b0a1e-4a0f-4a55-9a0e-6a1f2c7d9b30 --status failed --reason "Refused"',
  );
};
