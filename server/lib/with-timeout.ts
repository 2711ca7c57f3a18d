/** Rejects when `work` has not ended within the time. The work itself continues. */
export function withTimeout<Result>(work: Promise<Result>, withinMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
