import type { Command } from 'commander';
import { createClient, type Client, type ConnectionOptions, type Fetch, type RetryInformation } from '@agency-service/sdk';
import { createOperatorClient, type OperatorClient } from '@agency-service/sdk/operator';
import { questions, type Questions } from './confirm.ts';
import { intercepted } from './dry-run.ts';
import type { Filter } from './formats.ts';
import { Output, type Streams } from './output.ts';
import { logDetailOf, logged } from './request-log.ts';
import { baseUrlOf, operatorAccess, publicAccess, type GlobalOptions } from './settings.ts';

const maxSilentWaitMs = 3_000;

const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/** The streams and the environment of the process. */
export interface Surroundings extends Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly environment: NodeJS.ProcessEnv;
  /** Version of this package, sent as the client's name. */
  readonly version: string;
}

/** Everything that a command uses. Created once per run, after the options are parsed. */
export interface Context {
  readonly options: GlobalOptions;
  readonly surroundings: Surroundings;
  readonly output: Output;
  readonly questions: Questions;
  /** With `--dry-run`: a request that would change something is shown instead of sent. */
  readonly isDryRun: boolean;
  /** The connection settings of every client of the run. */
  readonly connection: ConnectionOptions;
  /** The client of the public API; asks for a key. */
  client(): Promise<Client>;
  /** The client of the operator's API; asks for a token. */
  operator(): Promise<OperatorClient>;
  /** A client for operations that need no key. */
  openClient(): Promise<Client>;
}

/** Facts about a run that are known before its command starts. */
export interface RunFacts {
  readonly filter: Filter | undefined;
  /** The command, once it is known. */
  readonly command: Command | undefined;
}

/** Makes the context of a run from the program's options. */
export function createContext(program: Command, surroundings: Surroundings, { filter, command }: RunFacts): Context {
  const options = program.opts<GlobalOptions>();
  const output = new Output(surroundings, options, surroundings.environment, filter);
  const { environment } = surroundings;
  const detail = logDetailOf(options, environment);
  const isDryRun = command?.opts()['dryRun'] === true;
  const send = logged(platformFetch, detail, (text) => output.note(text));
  const connection: ConnectionOptions = {
    userAgent: `svc/${surroundings.version}`,
    ...(isDryRun ? intercepted(send, output, command.name() === 'api') : { fetch: send }),
    onRetry: ({ status, delayMs, retriesMade }: RetryInformation) => {
      if (detail !== 'none') output.note(`* retry ${retriesMade + 1} in ${delayMs} ms after ${status ?? 'no response'}`);
      else if (delayMs > maxSilentWaitMs)
        output.note(`${status === 429 ? 'Too many requests' : 'No response'}: retrying in ${Math.ceil(delayMs / 1000)} s.`);
    },
    ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
  };
  const version = options.serviceVersion ?? environment['SVC_SERVICE_VERSION'];
  const publicConnection = { ...connection, ...(version ? { version } : {}) };
  return {
    options,
    surroundings,
    output,
    questions: questions(options.yes === true || isDryRun, surroundings.stdin, surroundings.stderr),
    isDryRun,
    connection,
    client: async () => createClient({ ...(await publicAccess(options, environment)), ...publicConnection }),
    operator: async () => createOperatorClient({ ...(await operatorAccess(options, environment)), ...connection }),
    openClient: async () => createClient({ baseUrl: await baseUrlOf(options, environment), apiKey: 'none', ...publicConnection }),
  };
}
