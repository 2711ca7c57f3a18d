/** The place of an item in a chain. */
export interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | undefined;
  after: Place<Item> | undefined;
  isLeft: boolean;
}

/**
 * Items in the order in which they joined; any of them leaves in constant time. For items that stay for milliseconds: a `Set` makes another
 * table every few of them, and its former tables, once old, keep alive what each collection of young objects finds in the latest one.
 */
export class Chain<Item> {
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): Item | undefined {
    return this.#first?.item;
  }

  join(item: Item): Place<Item> {
    const place: Place<Item> = { item, before: this.#last, after: undefined, isLeft: false };
    if (this.#last) this.#last.after = place;
    else this.#first = place;
    this.#last = place;
    this.#size += 1;
    return place;
  }

  /** Does nothing where the item has left already. */
  leave(place: Place<Item>): void {
    if (place.isLeft) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    // A place that has left refers to no other, so that it keeps none alive.
    place.before = undefined;
    place.after = undefined;
    place.isLeft = true;
    this.#size -= 1;
  }
}
