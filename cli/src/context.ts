import type { Command } from 'commander';
import { createClient, type Client, type RetryInformation } from '@agency-service/sdk';
import { createOperatorClient, type OperatorClient } from '@agency-service/sdk/operator';
import { questions, type Questions } from './confirm.ts';
import type { Filter } from './formats.ts';
import { Output, type Streams } from './output.ts';
import { baseUrlOf, operatorAccess, publicAccess, type GlobalOptions } from './settings.ts';

const longestSilentWaitMs = 3_000;

/** What the process gives to the program. */
export interface Surroundings extends Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly environment: NodeJS.ProcessEnv;
  /** Version of this package, sent as the client's name. */
  readonly version: string;
}

/** What a command works with. Made once per run, when the options are known. */
export interface Context {
  readonly options: GlobalOptions;
  readonly surroundings: Surroundings;
  readonly output: Output;
  readonly questions: Questions;
  /** The client of the public API; asks for a key. */
  client(): Promise<Client>;
  /** The client of the operator's API; asks for a token. */
  operator(): Promise<OperatorClient>;
  /** A client for what needs no key. */
  openClient(): Promise<Client>;
}

/** Makes the context of a run from the program's options. */
export function createContext(program: Command, surroundings: Surroundings, filter?: Filter): Context {
  const options = program.opts<GlobalOptions>();
  const output = new Output(surroundings, options, surroundings.environment, filter);
  const { environment } = surroundings;
  const connection = {
    userAgent: `svc/${surroundings.version}`,
    onRetry: ({ status, delayMs }: RetryInformation) => {
      if (delayMs > longestSilentWaitMs)
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
    questions: questions(options.yes === true, surroundings.stdin, surroundings.stderr),
    client: async () => createClient({ ...(await publicAccess(options, environment)), ...publicConnection }),
    operator: async () => createOperatorClient({ ...(await operatorAccess(options, environment)), ...connection }),
    openClient: async () => createClient({ baseUrl: await baseUrlOf(options, environment), apiKey: 'none', ...publicConnection }),
  };
}
