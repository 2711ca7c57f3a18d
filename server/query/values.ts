/** Collects the values of a statement; `place` returns the parameter of a value. */
export class Values {
  readonly list: unknown[] = [];

  place(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
