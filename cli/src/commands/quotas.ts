import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { operatorEnumerations } from '@agency-service/sdk/operator';
import { InvalidArgumentError } from 'commander';
import { examples, groupOf, type Register } from '../command.ts';
import { integer } from '../option-values.ts';

type Change = OperatorSchemas['AgencyQuotasChange'];

/** `svc agencies set-quotas`: quotas by their names, such as `api_keys=20`. */
export const registerQuotas: Register = (program, context) => {
  examples(
    groupOf(program, 'agencies')
      .command('set-quotas')
      .description('set the quotas of an agency; "svc agencies quotas" shows the current ones')
      .argument('<agency-id>', 'agency')
      .argument('<quotas...>', 'quotas to set, such as api_keys=20 or api_keys=default', quotas)
      .action(async (agencyId: string, change: Change) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.changeQuotas({ agency_id: agencyId, ...change }));
      }),
    'svc agencies set-quotas 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 scheduled_publications=50000 pending_deliveries=default',
  );
};

/** Adds `name=number` or `name=default` to the quotas so far. */
function quotas(text: string, before: Change = {}): Change {
  const [, name = '', value = ''] = /^(\w+)=(\w+)$/.exec(text) ?? [];
  if (!operatorEnumerations.QuotaName.some((known) => known === name)) {
    const names = operatorEnumerations.QuotaName.join(', ');
    throw new InvalidArgumentError(`Accepted: NAME=NUMBER or NAME=default. Names: ${names}.`);
  }
  return { ...before, [name]: value === 'default' ? null : integer(value) };
}
