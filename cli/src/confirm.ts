import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, UsageError } from './exit-codes.ts';
import { replaceControls } from './text.ts';

/** Questions at the terminal. Without a terminal, options must answer them. */
export interface Questions {
  /** Resolves when the user confirms, and throws otherwise. `--yes` confirms. */
  confirm(question: string): Promise<void>;
  /** Asks for a text, which `option` gives without a terminal. A secret is not shown while it is typed. */
  ask(question: string, option: string, settings?: { secret?: boolean; usual?: string }): Promise<string>;
}

export function questions(yes: boolean, stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream): Questions {
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true;

  async function read(question: string, secret: boolean): Promise<string> {
    let muted = false;
    const echo = new Writable({
      write(chunk: Buffer, _encoding, done) {
        if (!muted) stderr.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input: stdin, output: echo, terminal: true });
    const given = new AbortController();
    lines.once('SIGINT', () => given.abort()).once('close', () => given.abort());
    try {
      const answer = lines.question(replaceControls(question), { signal: given.signal });
      muted = secret;
      return (await answer).trim();
    } catch {
      throw new CommandError('interrupted; nothing was changed.');
    } finally {
      lines.close();
      if (secret) stderr.write('\n');
    }
  }

  return {
    async confirm(question) {
      if (yes) return;
      if (!isTerminal) throw new UsageError(`${question} Confirmation requires a terminal: use --yes to skip it.`);
      if (!/^y(es)?$/i.test(await read(`${question} [y/N] `, false))) throw new CommandError('cancelled; nothing was changed.');
    },
    async ask(question, option, { secret = false, usual } = {}) {
      if (!isTerminal) throw new UsageError(`${option} is required without a terminal.`);
      const answer = await read(`${question}${usual === undefined ? '' : ` [${usual}]`}: `, secret);
      return answer === '' && usual !== undefined ? usual : answer;
    },
  };
}
