/** The position of an item in a chain. */
export interface Place<Item> {
  readonly item: Item;
  before: Place<Item> | undefined;
  after: Place<Item> | undefined;
  isLeft: boolean;
}

/**
 * Items in the order in which they joined; any item can leave in constant time. It is for items that stay for milliseconds. A `Set` would
 * replace its hash table every few of them, and its old tables would keep young objects alive until a full garbage collection.
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

  /** Does nothing if the item has already left. */
  leave(place: Place<Item>): void {
    if (place.isLeft) return;
    const { before, after } = place;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    // An item that has left refers to no other, so that it keeps none alive.
    place.before = undefined;
    place.after = undefined;
    place.isLeft = true;
    this.#size -= 1;
  }
}
