import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../cli/src/exit-codes.ts';
import { createProgram } from '../../cli/src/program.ts';
import { sourceOf } from '../../cli/src/references.ts';
import { referenceOf } from '../../cli/src/referring-fields.ts';

type Program = ReturnType<typeof createProgram>;

const wanted = '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05';
const other = '0198f0aa-7b9f-7c10-a7d3-91aa38b204c7';
const common = '0198f0aa-7b';

let url = 'http://127.0.0.1:1';
let server: Server;
let seen: string[] = [];
beforeAll(async () => {
  // Every list contains the same two objects.
  server = createServer((request, response) => {
    seen.push(request.url!);
    const data = [wanted, other].map((id, at) => ({
      id,
      subject_id: id,
      name: `n${at}`,
      label: `n${at}`,
      subject_name: `n${at}`,
      type: 'ping',
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, next_cursor: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

function programAtServer(): Program {
  const key = 'svc_live_abcdefghijklmnopqrstuvwxyz0123456789AB';
  const environment = { SVC_BASE_URL: url, SVC_API_KEY: key, SVC_OPERATOR_URL: url, SVC_OPERATOR_TOKEN: key, HOME: '/nowhere' };
  const { stdin, stdout, stderr } = process;
  return createProgram({ stdin, stdout, stderr, environment, version: '1.0.0' });
}

const leavesOf = (command: Program, words: string[] = []): string[][] =>
  command.commands.length === 0 ? [words] : command.commands.flatMap((each) => leavesOf(each, [...words, each.name()]));
const commandAt = (program: Program, words: readonly string[]): Program =>
  words.reduce((group, name) => group.commands.find((each) => each.name() === name)!, program);

const acceptsPart = (name: string): boolean => {
  const reference = referenceOf(name);
  return reference !== undefined && sourceOf(reference).hasUuids;
};

/** The arguments and options of all commands that are ids of the service. */
function places(): [words: string, argument: number, option: string | undefined][] {
  const program = programAtServer();
  return leavesOf(program).flatMap((words) => {
    const command = commandAt(program, words);
    const inArguments = command.registeredArguments.flatMap((argument, at) => (acceptsPart(argument.name()) ? [at] : []));
    const inOptions = command.options.filter((option) => acceptsPart(option.name())).map(({ long }) => long!);
    return [
      ...inArguments.map((at): [string, number, undefined] => [words.join(' '), at, undefined]),
      ...inOptions.map((long): [string, number, string] => [words.join(' '), -1, long]),
    ];
  });
}

/** The id that the command gets in place of a text. What it requires besides has any value. */
async function idFor(words: string, at: number, long: string | undefined, text: string): Promise<string> {
  const program = programAtServer();
  const command = commandAt(program, words.split(' '));
  let given = '';
  command.action((...received: unknown[]) => {
    const option = command.options.find((each) => each.long === long);
    given = String(option === undefined ? received[at] : command.getOptionValue(option.attributeName()));
  });
  for (const option of command.options) option.mandatory = false;
  const values = command.registeredArguments.map((argument, index) => {
    if (argument.argChoices) return argument.argChoices[0]!;
    return index === at ? text : argument.parseArg ? 'api_keys=1' : wanted;
  });
  await program.parseAsync([...words.split(' '), ...values, ...(long === undefined ? [] : [long, text])], { from: 'user' });
  return given;
}

it('every argument that is an id of the service accepts a part, unless no list contains its ids', () => {
  const program = programAtServer();
  const whole = leavesOf(program).flatMap((words) =>
    commandAt(program, words).registeredArguments.flatMap((argument) =>
      argument.name().endsWith('-id') && referenceOf(argument.name()) === undefined ? [argument.name()] : [],
    ),
  );
  expect(new Set(whole)).toEqual(new Set(['recovery-id', 'erasure-id', 'group-id']));
});

describe.each(places())('svc %s, argument %i or option %s', (words, at, long) => {
  it('accepts the beginning and the end of an id', async () => {
    for (const text of [wanted.slice(0, 13), '2f4c8b1e6d05', '…8b1e6d05', 'A7D3-2F4C8B1E6D05'])
      expect(await idFor(words, at, long, text), text).toBe(wanted);
  });

  it('refuses a part that fits several, and lists them', async () => {
    await expect(idFor(words, at, long, common)).rejects.toThrow(UsageError);
    await expect(idFor(words, at, long, common)).rejects.toThrow(new RegExp(`${wanted} .*${other}`));
  });

  it('leaves other texts to the service: whole ids without a request, short ones and unknown ones', async () => {
    seen = [];
    expect(await idFor(words, at, long, other)).toBe(other);
    expect(seen).toEqual([]);
    for (const text of ['0198f0a', 'ffffffff-ffff']) expect(await idFor(words, at, long, text)).toBe(text);
  });
});
