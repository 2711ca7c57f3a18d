import { Command, Option } from 'commander';
import { addDryRun } from './changing-commands.ts';
import type { GetContext, Register } from './command.ts';
import { registerApi } from './commands/api.ts';
import { registerAudit } from './commands/audit.ts';
import { registerCompletion } from './commands/completion.ts';
import { registerDeliveries } from './commands/deliveries.ts';
import { registerDoctor } from './commands/doctor.ts';
import { registerEndpointStatus } from './commands/endpoint-status.ts';
import { registerErasures } from './commands/erasures.ts';
import { registerExports } from './commands/exports.ts';
import { registerFailures } from './commands/failures.ts';
import { registerFixtures } from './commands/fixtures.ts';
import { registerHelp } from './commands/help.ts';
import { registerIngest } from './commands/ingest.ts';
import { registerListen } from './commands/listen.ts';
import { registerProfiles } from './commands/profiles.ts';
import { registerMan } from './commands/man.ts';
import { registerOpen } from './commands/open.ts';
import { registerOperations } from './commands/operations.ts';
import { registerIncidents } from './commands/incidents.ts';
import { registerQuotas } from './commands/quotas.ts';
import { registerRecoveries } from './commands/recoveries.ts';
import { registerRotateKey } from './commands/rotate-key.ts';
import { registerTrigger } from './commands/trigger.ts';
import { registerVerify } from './commands/verify.ts';
import { registerWebhooksWatch } from './commands/webhooks-watch.ts';
import { createContext, type Surroundings } from './context.ts';
import { formats, isForProgram, loadFilter, type Filter } from './formats.ts';
import { addHeadings, helpConfiguration } from './help.ts';
import { list, positiveInteger } from './option-values.ts';
import { configurationFolder, exposedProfiles } from './profiles.ts';
import { resolveIds } from './resolve-ids.ts';
import type { GlobalOptions } from './settings.ts';
import { replaceControls } from './text.ts';

/**
 * The whole command line. Usage errors are thrown after commander has printed them. `onRunning` is called with the command before it runs.
 */
export function createProgram(surroundings: Surroundings, onRunning: (command: Command) => void = () => undefined): Command {
  const isQuiet = (): boolean => isForProgram((program as unknown as { rawArgs?: string[] }).rawArgs ?? []);
  const program: Command = new Command('svc')
    .description('The command line of the Agency Messaging and Webhook Service.')
    .version(surroundings.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      // With --json, an error is one document instead of this text.
      writeErr: (text) => isQuiet() || surroundings.stderr.write(replaceControls(text)),
    })
    .configureHelp(helpConfiguration)
    .showHelpAfterError('Add --help to see the accepted options.')
    .option('--base-url <url>', 'address of the API (SVC_BASE_URL; http://127.0.0.1:8080)')
    .option('--api-key <key>', 'API key (SVC_API_KEY)')
    .option('--profile <name>', 'profile saved by svc login (SVC_PROFILE)')
    .option('--operator-url <url>', 'address of the operator API (SVC_OPERATOR_URL)')
    .option('--operator-token <token>', 'operator token (SVC_OPERATOR_TOKEN; DATA_DIR/operator.json)')
    .option('--service-version <version>', 'API version (SVC_SERVICE_VERSION)')
    .option('--timeout <seconds>', 'timeout of each attempt of a request', positiveInteger)
    .addOption(new Option('-o, --output <format>', 'format of the data').choices(formats))
    .option('--json', 'the same as --output json')
    .option('--bom', 'begin CSV with a byte order mark, so that Excel reads it as UTF-8')
    .option('--fields <names>', 'comma-separated fields to show, in every format', list)
    .option('--jq <filter>', 'print what a jq filter makes of the JSON; with --output ndjson, of each item')
    .option('-y, --yes', 'skip confirmation')
    .option('--verbose', 'report each request, its response, duration and retries on standard error (SVC_DEBUG=1)')
    .option('--debug', 'the same with headers and bodies; secrets are hidden (SVC_DEBUG=api)');
  let filter: Filter | undefined;
  let running: Command | undefined;
  const context: GetContext = () => createContext(program, surroundings, { filter, command: running });
  program.hook('preAction', async (_program, command) => {
    running = command;
    onRunning(command);
    const exposed = await exposedProfiles(configurationFolder(surroundings.environment));
    if (exposed !== undefined) context().output.note(`Other users can read ${exposed}, which holds keys: chmod 600 '${exposed}'`);
    const { jq } = program.opts<GlobalOptions>();
    if (jq !== undefined) filter = await loadFilter(jq);
  });
  const registrations: Register[] = [
    registerProfiles,
    registerOperations,
    registerEndpointStatus,
    registerIncidents,
    registerQuotas,
    registerRotateKey,
    registerRecoveries,
    registerWebhooksWatch,
    registerDeliveries,
    registerFailures,
    registerListen,
    registerTrigger,
    registerFixtures,
    registerDoctor,
    registerOpen,
    registerVerify,
    registerErasures,
    registerExports,
    registerAudit,
    registerIngest,
    registerApi,
    registerCompletion,
    registerMan,
    registerHelp,
  ];
  for (const register of registrations) register(program, context);
  addDryRun(program);
  addHeadings(program);
  resolveIds(program, context);
  return program;
}
