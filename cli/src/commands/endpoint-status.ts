import { examples, groupOf, type Register } from '../command.ts';
import { incidentNotes } from '../incident.ts';

/** `enable` and `disable` of `svc webhooks`, and of `svc operator webhooks` for endpoints of any agency. */
export const registerEndpointStatus: Register = (program, context) => {
  for (const [name, status, description] of [
    ['enable', 'active', 'enable an endpoint again'],
    ['disable', 'disabled', 'pause an endpoint; while paused, its events are neither sent nor recorded'],
  ] as const) {
    for (const isOperators of [false, true]) {
      const group = groupOf(isOperators ? groupOf(program, 'operator') : program, 'webhooks');
      examples(
        group
          .command(name)
          .description(isOperators ? `${description} (operator)` : description)
          .argument('<endpoint-id>', isOperators ? 'webhook endpoint of any agency' : 'webhook endpoint')
          .action(async (endpoint_id: string) => {
            const { client, operator, output } = context();
            const call = { endpoint_id, status };
            const endpoint = isOperators ? await (await operator()).webhooks.setStatus(call) : await (await client()).webhooks.update(call);
            output.record(endpoint);
            for (const note of incidentNotes([endpoint])) output.note(note);
          }),
        `svc ${isOperators ? 'operator ' : ''}webhooks ${name} 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05`,
      );
    }
  }
};
