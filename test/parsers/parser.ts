import fc, { type IAsyncProperty, type IProperty } from 'fast-check';

/** What holds for whatever a parser is given. */
export interface Parser {
  readonly name: string;
  readonly holds: IProperty<any> | IAsyncProperty<any>;
}

/** Tries a parser with this many texts, which the seed determines. Rejects with the shortest text for which it does not hold. */
export async function tryOut({ holds }: Parser, runs: number, seed: number): Promise<void> {
  await fc.assert(holds as IAsyncProperty<any>, { numRuns: runs, seed });
}
