/** Collects the values of a statement and answers with the place of each in its text. */
export class Values {
  readonly list: unknown[] = [];

  place(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
