import { spawn } from 'node:child_process';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../exit-codes.ts';
import { baseUrlOf, operatorAccess } from '../settings.ts';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** `svc open`: prints the address of a page, and at a terminal opens it in the browser, where there is one. */
export const registerOpen: Register = (program, context) => {
  examples(
    program
      .command('open')
      .description('open the console (operator) or the documentation in the browser')
      .argument('[page]', 'console, docs, or the id or label of an endpoint, which the console shows', 'console')
      .option('--print', 'only print the address, as without a terminal')
      .action(async (page: string, { print }: { print?: boolean }) => {
        const running = context();
        const { stdout, environment } = running.surroundings;
        const address = await addressOf(running, page);
        running.output.line(address);
        if (print || !stdout.isTTY) return;
        const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
        const opener = spawn(command, [...args, address], { stdio: 'ignore', detached: true, env: environment });
        opener.on('error', () => undefined).unref();
      }),
    'svc open docs',
    'svc open 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
  );
};

async function addressOf({ options, surroundings: { environment }, operator }: Context, page: string): Promise<string> {
  if (page === 'docs') return `${await baseUrlOf(options, environment)}/docs`;
  const address = `${(await operatorAccess(options, environment)).operatorUrl}/console`;
  if (page === 'console') return address;
  const { data: found } = await (await operator()).webhooks.find({ search: page });
  if (found.length !== 1) throw new CommandError(`${found.length === 0 ? 'no endpoint matches' : 'several endpoints match'} "${page}".`);
  return `${address}/agencies/${found[0]!.agency_id}/endpoints/${found[0]!.id}`;
}
