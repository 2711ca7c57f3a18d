import type { Command } from 'commander';
import { exitMeanings } from './exit-codes.ts';
import { allCommands, globalOptions } from './help.ts';

/** A page of `svc help`. */
interface Topic {
  readonly description: string;
  readonly text: (program: Command) => string;
}

const variables: Readonly<Record<string, string>> = {
  SVC_BASE_URL: 'address of the API, as --base-url',
  SVC_API_KEY: 'API key, as --api-key',
  SVC_PROFILE: 'name of the saved profile, as --profile',
  SVC_OPERATOR_URL: 'address of the operator API, as --operator-url',
  SVC_OPERATOR_TOKEN: 'operator token, as --operator-token',
  SVC_SERVICE_VERSION: 'API version, as --service-version',
  SVC_WEBHOOK_SECRET: 'signing secret, as --secret',
  SVC_CONFIG_DIR: 'folder of the saved profiles; default: ~/.config/svc',
  SVC_DEBUG: '1: as --verbose; api: as --debug',
  DATA_DIR: 'folder of the file operator.json; default: .data',
  NO_COLOR: 'any value: no colors',
  CLICOLOR: '0: no colors',
  CLICOLOR_FORCE: '1: colors also in a pipe',
  COLUMNS: 'width of tables where the terminal reports none',
  HTTPS_PROXY: 'proxy of https requests',
  HTTP_PROXY: 'proxy of http requests',
  NO_PROXY: 'hosts that are reached without a proxy',
};

/** The topics of `svc help`, by name. */
export const helpTopics: Readonly<Record<string, Topic>> = {
  commands: { description: 'every command', text: allCommands },
  options: { description: 'options of every command', text: globalOptions },
  environment: {
    description: 'variables that svc reads',
    text: () =>
      `${pairs(Object.entries(variables))}\n
An option takes precedence over a profile that --profile names, that over
variables, and those over the default profile.`,
  },
  'exit-codes': {
    description: 'exit codes of the process',
    text: () =>
      `${pairs(exitMeanings.map((meaning, code) => [String(code), meaning]))}\n
404 of the service is "not found", 401 and 403 are "refused", others "failed".
Where a command is partly done, its note says how to continue.`,
  },
  output: {
    description: 'formats, fields and filters of the output',
    text: () =>
      pairs([
        ['--output table', 'fits the terminal; the default there'],
        ['--json', 'one JSON document; the default in a pipe or a file'],
        ['--output ndjson', 'one line of JSON for each item, as it arrives'],
        ['--output csv', 'a file for a spreadsheet; --bom for Excel'],
        ['--fields a,b.c', 'only these fields, in every format'],
        ['--jq <filter>', 'what a jq filter makes of the JSON; texts without quotes'],
        ['--all', 'every page of a list; else a note names the next --cursor'],
      ]) +
      `\n
Data goes to standard output, everything else to standard error.
With --json, an error is one JSON document on standard error.
A table shows amounts in euros and times in the zone of this machine. JSON has
cents and UTC.
A table names the columns that it leaves out. An id may be given by its last
8 characters or more.`,
  },
  time: {
    description: 'times that options accept, and times in the output',
    text: () =>
      pairs([
        ['2026-07-18T21:00:00Z', 'an instant with its offset from UTC'],
        ['30m, 24h, 7d', 'that long ago, for times in the past'],
        ['+30m, +24h, +7d', 'that long from now, for times in the future'],
        ['2026-07-18', 'a day, for --start and --end of analytics'],
      ]) +
      `\n
A table shows times in the zone of this machine, which TZ changes. Every other
format shows UTC. --timezone of analytics is the zone in which days begin.`,
  },
};

function pairs(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`).join('\n');
}
