import { Help, type Command } from 'commander';
import { usualWidth } from './table.ts';
import { wrapped } from './text.ts';

/** Commands below one heading. The overview describes the main ones in a line each, and names the others. */
interface Group {
  readonly main: Readonly<Record<string, string>>;
  readonly others?: readonly string[];
}

/** Every command of the program, as `svc --help` groups them. */
const overviewGroups: Readonly<Record<string, Group>> = {
  'Send and read': {
    main: {
      orders: 'list and get orders',
      fans: 'list, get and assign fans, and set their AI lock',
      publications: 'list, create and delete publications',
      analytics: 'read revenue, and the work of creators and employees',
    },
    others: ['messages', 'creators', 'employees', 'tags', 'insights', 'ai-requests'],
  },
  Webhooks: {
    main: {
      webhooks: 'manage webhook endpoints, and recover missed events',
      events: 'list and get recorded events with their deliveries',
      deliveries: 'read the deliveries to an endpoint, and send any again',
      failures: 'list permanently failed deliveries, and replay them',
    },
  },
  Incidents: {
    main: {
      incidents: 'list what is wrong at endpoints, and acknowledge it (operator)',
      doctor: 'check connection, key and endpoints, and say what to do',
    },
    others: ['status', 'health', 'agency-activity'],
  },
  Operators: {
    main: {
      agencies: 'create, list, contain, export and erase agencies',
      keys: 'create, list, rotate, revoke and contain the API keys of an agency',
      ingest: 'ingest a file of records; an interrupted file resumes',
    },
    others: ['operator', 'audit', 'erasures', 'ingestions', 'projections', 'service', 'metrics'],
  },
  'Local development': {
    main: {
      listen: 'receive deliveries on this machine until Ctrl-C',
      trigger: 'send a test event to an endpoint, or straight to a URL',
    },
    others: ['verify', 'api', 'fixtures', 'webhook-listeners', 'openapi'],
  },
  Settings: {
    main: { login: 'check an API key, and save it as a profile' },
    others: ['logout', 'profiles', 'me', 'completion', 'man', 'changelog', 'open', 'docs', 'error-page'],
  },
};

/** The commands of large groups, below their headings. */
const headings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  webhooks: {
    'Endpoints:': ['list', 'create', 'get', 'update', 'delete', 'enable', 'disable', 'rotate-secret'],
    'Tests:': ['ping', 'test', 'check-signature'],
    'Figures:': ['stats', 'figures', 'list-figures', 'watch'],
    'Deliveries:': ['get-delivery', 'get-delivery-request', 'retry-delivery'],
    'Missed events:': ['recover', 'get-recovery', 'cancel-recovery'],
  },
  fans: {
    'Read:': ['list', 'get'],
    'Change:': ['assign', 'unassign', 'set-ai-lock', 'release-ai-lock'],
    'Operators:': ['erase', 'export'],
  },
  publications: { 'Agencies:': ['list', 'create', 'delete'], 'Operators:': ['claim', 'report'] },
  agencies: {
    'Agencies:': ['create', 'list', 'get', 'export', 'erase'],
    'Containment:': ['contain', 'release'],
    'Quotas and portal:': ['quotas', 'set-quotas', 'portal-link'],
  },
};

/** Sets the headings of the commands of large groups. */
export function addHeadings(program: Command): void {
  for (const group of program.commands) {
    for (const [heading, names] of Object.entries(headings[group.name()] ?? {})) {
      for (const command of group.commands) if (names.includes(command.name())) command.helpGroup(heading);
    }
  }
}

/** The text in the width of the terminal. Its further lines are indented. */
const hanging = (text: string, helper: Help): string => wrapped(text, widthFor(helper) - 2).replaceAll('\n', '\n  ');

const widthFor = ({ helpWidth }: Help): number => helpWidth ?? usualWidth;

/** The parts of commander's help that differ: a short overview of the program, names of commands alone, and global options in a topic. */
export const helpConfiguration: Partial<Help> = {
  visibleCommands: ({ commands }) => commands.filter((command) => !command.name().startsWith('__')),
  subcommandTerm: (command) => command.name(),
  formatHelp(command, helper) {
    if (command.parent === null) return overview(command, helper);
    const [usage = '', ...rest] = Help.prototype.formatHelp.call(helper, command, helper).split('\n');
    return [hanging(usage, helper), ...rest, hanging('Options of every command, such as --json: svc help options', helper), ''].join('\n');
  },
  // In a narrow terminal, commander would not wrap a description next to its term.
  formatItem(term, termWidth, description, helper) {
    const width = widthFor(helper);
    if (description === '' || width - termWidth - 4 >= helper.minWidthToWrap)
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term}\n${wrapped(description, width - 6).replace(/^/gm, '      ')}`;
  },
};

function overview(program: Command, helper: Help): string {
  const groups = Object.entries(overviewGroups).flatMap(([heading, { main, others }]) => {
    const rows = Object.entries(main).map(([name, text]) => helper.formatItem(name, 'publications'.length, text, helper));
    return helper.formatItemList(
      heading,
      others === undefined ? rows : [...rows, `  ${hanging(`also: ${others.join(', ')}`, helper)}`],
      helper,
    );
  });
  const further = [
    ['svc <command> --help', 'its commands, options and examples'],
    ['svc help <topic>', topicNames(program).join(', ')],
  ] as const;
  return [
    wrapped(program.description(), widthFor(helper)),
    '',
    'Usage: svc <command> [options]',
    '',
    ...groups,
    ...further.map(([term, text]) => helper.formatItem(term, 'svc <command> --help'.length, text, helper)),
    '',
  ].join('\n');
}

/** Every command below the headings of the overview. */
export function allCommands(program: Command): string {
  const helper = helperOf(program);
  const groups = Object.entries(overviewGroups).flatMap(([heading, { main, others = [] }]) =>
    helper.formatItemList(
      heading,
      [...Object.keys(main), ...others].map((name) => {
        const command = program.commands.find((each) => each.name() === name)!;
        return helper.formatItem(name, 'webhook-listeners'.length, command.description(), helper);
      }),
      helper,
    ),
  );
  return groups.join('\n').trimEnd();
}

/** The options that every command has. */
export function globalOptions(program: Command): string {
  const helper = helperOf(program);
  const width = helper.longestOptionTermLength(program, helper);
  return helper
    .visibleOptions(program)
    .map((option) => helper.formatItem(helper.optionTerm(option), width, helper.optionDescription(option), helper))
    .join('\n');
}

function helperOf(program: Command): Help {
  const helper = program.createHelp();
  helper.prepareContext({});
  return helper;
}

function topicNames(program: Command): string[] {
  return program.commands.find((command) => command.name() === 'help')!.commands.map((topic) => topic.name());
}
