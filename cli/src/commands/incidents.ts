import { examples, groupOf, type Register } from '../command.ts';
import { instantOrAhead } from '../option-values.ts';

/** `svc incidents acknowledge` and `svc incidents mute`. */
export const registerIncidents: Register = (program, context) => {
  for (const [name, kind, description, example] of [
    ['acknowledge', 'acknowledged', 'acknowledge a group of incidents, until it begins again (operator)', ''],
    ['mute', 'muted', 'list a group of incidents last, until an instant (operator)', '--until +8h '],
  ] as const) {
    const command = groupOf(program, 'incidents')
      .command(name)
      .description(description)
      .argument('<group-id>', 'id of the group, from "svc incidents list"')
      .option('--note <text>', 'a note for operators', '')
      .action(async (group_id: string, { note, until }: { note: string; until?: string }) => {
        const { operator, output } = context();
        const { incidents } = await operator();
        output.record(await incidents.acknowledge({ group_id, kind, note, ...(until === undefined ? {} : { until }) }));
      });
    if (kind === 'muted') command.requiredOption('--until <time>', 'when the mute ends, such as +8h', instantOrAhead);
    examples(command, `svc incidents ${name} 5d41402abc4b2a76 ${example}--note "Northlight is informed."`);
  }
};
