import type { Habit } from './receiver-process.ts';

export type FactType = 'order.created' | 'order.refunded';
export type EndpointState = 'active' | 'disabled' | 'deleted' | 'unknown';

/** What the caller knows of an endpoint's state: `unknown` from a request to change it until its response. */
export class EndpointLife {
  readonly id: string;
  /** The last part of its URL's path. */
  readonly name: string;
  readonly agencyId: string;
  readonly habit: Habit;
  readonly types: readonly FactType[];
  readonly #states: { readonly from: number; readonly is: EndpointState }[];

  constructor(known: Pick<EndpointLife, 'id' | 'name' | 'agencyId' | 'habit' | 'types'>, at: number) {
    this.id = known.id;
    this.name = known.name;
    this.agencyId = known.agencyId;
    this.habit = known.habit;
    this.types = known.types;
    this.#states = [{ from: at, is: 'active' }];
  }

  get state(): EndpointState {
    return this.#states.at(-1)!.is;
  }

  /** `at` may lie before what is known so far: that is forgotten then. */
  become(is: EndpointState, at: number): void {
    while (this.#states.length > 0 && this.#states.at(-1)!.from >= at) this.#states.pop();
    if (this.#states.at(-1)?.is !== is) this.#states.push({ from: at, is });
  }

  /** Its state throughout a time; `unknown` before it was there, and where the state changes. */
  stateDuring(from: number, until: number): EndpointState {
    const states = this.#states.filter((state, index) => state.from <= until && (this.#states[index + 1]?.from ?? Infinity) > from);
    return states.length === 1 && states[0]!.from <= from ? states[0]!.is : 'unknown';
  }
}
