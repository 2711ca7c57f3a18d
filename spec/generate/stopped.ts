/** Ends a process that makes something of the contract with what is wrong, without the generator's own stack. */
export function stopped(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
