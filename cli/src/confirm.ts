import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './exit-codes.ts';

/** Questions to the person at the terminal. Without a terminal nothing is asked: the answer must be an option. */
export interface Questions {
  /** Whether to go on. `--yes` answers it. */
  confirm(question: string): Promise<boolean>;
  /** A text; `option` is how to give it without a terminal. A secret is not shown while it is typed. */
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
    try {
      const answer = lines.question(question);
      muted = secret;
      return (await answer).trim();
    } finally {
      lines.close();
      if (secret) stderr.write('\n');
    }
  }

  return {
    async confirm(question) {
      if (yes) return true;
      if (!isTerminal) throw new UsageError(`${question} There is no terminal to ask at: give --yes to go on.`);
      return /^y(es)?$/i.test(await read(`${question} [y/N] `, false));
    },
    async ask(question, option, { secret = false, usual } = {}) {
      if (!isTerminal) throw new UsageError(`${option} is required where there is no terminal to ask at.`);
      const answer = await read(`${question}${usual === undefined ? '' : ` [${usual}]`}: `, secret);
      return answer === '' && usual !== undefined ? usual : answer;
    },
  };
}
