import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examples, type Register } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { manPage, manPages, namedCommand } from '../man.ts';

/** `svc man`: the manual, as pages that `man` shows. */
export const registerMan: Register = (program, context) => {
  examples(
    program
      .command('man')
      .description('print the manual page of a command, or write all of them to a folder')
      .argument('[command...]', 'words of the command, such as orders list')
      .option('--write <folder>', 'write every page to this folder')
      .action(async (words: string[], { write }: { write?: string }) => {
        const { output, surroundings } = context();
        const { version } = surroundings;
        if (write === undefined) return output.line(manPage(namedCommand(program, words), program, version).text.trimEnd());
        if (words.length > 0) throw new UsageError('--write writes every page: leave the command out.');
        const pages = manPages(program, version);
        try {
          await mkdir(write, { recursive: true });
          for (const { file, text } of pages) await writeFile(join(write, file), text);
        } catch (error) {
          throw fileError(write, error);
        }
        output.done({ folder: write, pages: pages.length }, `${pages.length} pages written to ${write}.`);
      }),
    'svc man orders list | man -l -',
    'svc man --write ~/.local/share/man/man1',
  );
};
