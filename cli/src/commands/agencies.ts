import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { operatorEnumerations } from '@agency-service/sdk/operator';
import { InvalidArgumentError } from 'commander';
import { examples, groupOf, type Register } from '../command.ts';
import { integer } from '../option-values.ts';

type Change = OperatorSchemas['AgencyQuotasChange'];

/** `svc agencies`: what changes the operator's agencies. */
export const registerAgencies: Register = (program, context) => {
  const agencies = groupOf(program, 'agencies');

  examples(
    agencies
      .command('create')
      .description('make an agency')
      .argument('<name>', 'its name')
      .action(async (name: string) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.create({ name }));
      }),
    'svc agencies create "Northlight Agency"',
  );

  examples(
    agencies
      .command('set-quotas')
      .description('allow an agency more or less; what it has is told by "svc agencies quotas"')
      .argument('<agency-id>', 'agency')
      .argument('<quotas...>', 'what is allowed, such as api_keys=20, or api_keys=default', quotas)
      .action(async (agencyId: string, change: Change) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.changeQuotas({ agency_id: agencyId, ...change }));
      }),
    'svc agencies set-quotas 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 scheduled_publications=50000 pending_deliveries=default',
  );
};

/** `name=number` or `name=default`, behind those before it. */
function quotas(text: string, before: Change = {}): Change {
  const [, name = '', value = ''] = /^(\w+)=(\w+)$/.exec(text) ?? [];
  if (!operatorEnumerations.QuotaName.some((known) => known === name)) {
    const names = operatorEnumerations.QuotaName.join(', ');
    throw new InvalidArgumentError(`A name, "=" and a whole number or "default" are accepted. Names: ${names}.`);
  }
  return { ...before, [name]: value === 'default' ? null : integer(value) };
}
