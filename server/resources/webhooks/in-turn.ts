const latest = new Map<string, Promise<unknown>>();

/** Does work when what was given before it under the same name has ended, well or not. Who waits holds nothing. */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (latest.get(name) ?? Promise.resolve()).then(work, work);
  latest.set(name, turn);
  try {
    return await turn;
  } finally {
    if (latest.get(name) === turn) latest.delete(name);
  }
}
