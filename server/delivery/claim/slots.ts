import { limits } from '../../../generated/limits.ts';
import { Chain, type Place } from '../../lib/chain.ts';
import type { Offer } from './dispatcher.ts';

/** An attempt in flight. */
export interface Slot {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly takenAt: number;
  isFree: boolean;
}

/** A slot with its positions in the chains of busy slots and of its endpoint's slots. */
interface TakenSlot extends Slot {
  busy: Place<TakenSlot> | undefined;
  open: Place<TakenSlot> | undefined;
}

export interface SlotsOptions {
  /** Busy attempts at once. An attempt that has waited for its response for a while is not busy. */
  readonly concurrency: number;
  /** Attempts at once to one endpoint. */
  readonly perEndpoint: number;
}

/** After this time, an attempt uses no resources but its socket, and leaves its shared slot. */
const slowAfterMs = 500;

/** Open attempts, slow ones included, for each busy one. */
const openPerBusy = 16;

/** An agency's share of the open attempts. */
const agencyShare = 1 / 8;

/** An endpoint hangs if its last attempt timed out, or if an attempt has waited for this time. It has few slots then. */
const hangsAfterMs = limits.slowEndpointMs;
const slotsOfHanging = limits.attemptsOfSlowEndpoint;

/** An endpoint is limited by its receiver if all its slots were taken within this time. */
const fullForMs = 5_000;

/** If the last response of an endpoint took no longer than this, twice as many deliveries may wait as it has slots. */
const quickMs = 100;
const leasedPerQuickSlot = 3;

/** Leased deliveries for each busy attempt: its own, and those that wait for a slot. */
const leasedPerBusy = 4;

interface EndpointSlots {
  /** In the order in which they were taken. */
  readonly open: Chain<TakenSlot>;
  /** Deliveries that wait for a slot. */
  waitingCount: number;
  isQuick: boolean;
  hasTimedOut: boolean;
  /** When all slots were last taken. */
  fullAt: number;
}

interface AgencySlots {
  /** Attempts in flight and deliveries that wait for one. */
  usedCount: number;
  /** The endpoints with either, and those that hang. */
  readonly endpoints: Map<string, EndpointSlots>;
}

/**
 * Limits the attempts in flight and the deliveries that wait for one, so that hanging endpoints never delay others. An endpoint has a limited
 * number of slots, and few while it hangs. An agency has a share. Attempts that wait for a response leave the shared slots. An endpoint without
 * an attempt in flight may always start one.
 */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #agencies = new Map<string, AgencySlots>();
  readonly #busy = new Chain<TakenSlot>();
  #openCount = 0;
  #waitingCount = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Shared slots that are free. */
  get freeCount(): number {
    return Math.max(0, this.#options.concurrency - this.#busy.size);
  }

  /** How many deliveries may be leased, including those that wait for a slot. */
  get capacity(): number {
    return Math.max(0, leasedPerBusy * this.#options.concurrency - this.#busy.size - this.#waitingCount);
  }

  get hasLittleCapacity(): boolean {
    return this.capacity * 4 < this.#options.concurrency;
  }

  /** Registers a delivery that waits for a slot. */
  enqueue(agencyId: string, endpointId: string): void {
    this.#endpoint(agencyId, endpointId).waitingCount++;
    this.#agencies.get(agencyId)!.usedCount++;
    this.#waitingCount++;
  }

  /** Unregisters a waiting delivery. If it waited too long, no others wait for the endpoint until it has responded quickly again. */
  dequeue(agencyId: string, endpointId: string, isTooLate = false): void {
    const endpoint = this.#endpoint(agencyId, endpointId);
    endpoint.waitingCount--;
    this.#agencies.get(agencyId)!.usedCount--;
    this.#waitingCount--;
    if (isTooLate) endpoint.isQuick = false;
    this.#forgetUnused(agencyId, endpointId, endpoint);
  }

  take(agencyId: string, endpointId: string, now: number): Slot {
    const slot: TakenSlot = { agencyId, endpointId, takenAt: now, isFree: false, busy: undefined, open: undefined };
    const endpoint = this.#endpoint(agencyId, endpointId);
    slot.open = endpoint.open.join(slot);
    slot.busy = this.#busy.join(slot);
    if (endpoint.open.size >= this.#options.perEndpoint) endpoint.fullAt = now;
    this.#agencies.get(agencyId)!.usedCount++;
    this.#openCount++;
    return slot;
  }

  release(slot: Slot, now: number, hasTimedOut = false): void {
    if (slot.isFree) return;
    slot.isFree = true;
    this.#openCount--;
    const { agencyId, endpointId, busy, open } = slot as TakenSlot;
    this.#busy.leave(busy!);
    const endpoint = this.#endpoint(agencyId, endpointId);
    endpoint.open.leave(open!);
    endpoint.isQuick = now - slot.takenAt <= quickMs;
    endpoint.hasTimedOut = hasTimedOut;
    this.#agencies.get(agencyId)!.usedCount--;
    this.#forgetUnused(agencyId, endpointId, endpoint);
  }

  /** Frees the shared slots of attempts that wait for their response. */
  freeSharedSlots(now: number): void {
    for (let slot = this.#busy.first; slot && now - slot.takenAt >= slowAfterMs; slot = this.#busy.first) this.#busy.leave(slot.busy!);
  }

  isHanging(agencyId: string, endpointId: string, now: number): boolean {
    const endpoint = this.#agencies.get(agencyId)?.endpoints.get(endpointId);
    return endpoint !== undefined && isHanging(endpoint, now);
  }

  /** Whether further deliveries of the endpoint wait for receivers of its agency, and not for this process. */
  waitsForReceiver(agencyId: string, endpointId: string, now: number): boolean {
    const agency = this.#agencies.get(agencyId);
    if (!agency) return false;
    if (agency.usedCount >= this.#shareOfAgency && openOf(agency) >= this.#shareOfAgency) return true;
    const endpoint = agency.endpoints.get(endpointId);
    return endpoint !== undefined && (isHanging(endpoint, now) || now - endpoint.fullAt < fullForMs);
  }

  /** Whether the endpoint may start an attempt. Without one in flight it may, even if all shared slots are taken. */
  mayStart(agencyId: string, endpointId: string, now: number): boolean {
    const endpoint = this.#agencies.get(agencyId)?.endpoints.get(endpointId);
    if (!endpoint || endpoint.open.size === 0) return true;
    return this.freeCount > 0 && endpoint.open.size < this.#slotsOf(endpoint, now);
  }

  /** How many deliveries may be leased for the endpoint, with shared capacity for `sharedCount`. */
  capacityFor(agencyId: string, endpointId: string, sharedCount: number, now: number): number {
    const endpoint = this.#agencies.get(agencyId)?.endpoints.get(endpointId);
    const slots = this.#slotsOf(endpoint, now);
    const used = endpoint ? endpoint.open.size + endpoint.waitingCount : 0;
    const capacity = (endpoint?.isQuick ? leasedPerQuickSlot * slots : slots) - used;
    const free = Math.max(0, Math.min(capacity, this.capacityOfAgency(agencyId), sharedCount));
    return used === 0 ? Math.max(1, free) : free;
  }

  /** How many deliveries may be leased for the agency. */
  capacityOfAgency(agencyId: string): number {
    const ofAgency = this.#shareOfAgency - (this.#agencies.get(agencyId)?.usedCount ?? 0);
    return Math.max(0, Math.min(ofAgency, this.#maxOpen - this.#openCount - this.#waitingCount));
  }

  get #maxOpen(): number {
    return this.#options.concurrency * openPerBusy;
  }

  get #shareOfAgency(): number {
    return Math.ceil(this.#maxOpen * agencyShare);
  }

  /** How many deliveries a publisher may lease for these agencies. `unsendable` endpoints get none. */
  offer(agencyIds: Iterable<string>, unsendable: readonly string[], now: number): Omit<Offer, 'lease'> {
    this.freeSharedSlots(now);
    const slots = this.capacity;
    const fewer: { id: string; slots: number }[] = [];
    for (const agencyId of agencyIds) {
      const ofAgency = this.capacityOfAgency(agencyId);
      if (ofAgency < slots) fewer.push({ id: agencyId, slots: ofAgency });
      for (const endpointId of this.#agencies.get(agencyId)?.endpoints.keys() ?? []) {
        fewer.push({ id: endpointId, slots: this.capacityFor(agencyId, endpointId, slots, now) });
      }
    }
    for (const endpointId of unsendable) fewer.push({ id: endpointId, slots: 0 });
    return { slots, slotsPerEndpoint: this.#options.perEndpoint, fewer };
  }

  #endpoint(agencyId: string, endpointId: string): EndpointSlots {
    let agency = this.#agencies.get(agencyId);
    if (!agency) this.#agencies.set(agencyId, (agency = { usedCount: 0, endpoints: new Map() }));
    let endpoint = agency.endpoints.get(endpointId);
    if (!endpoint) {
      endpoint = { open: new Chain(), waitingCount: 0, isQuick: false, hasTimedOut: false, fullAt: -Infinity };
      agency.endpoints.set(endpointId, endpoint);
    }
    return endpoint;
  }

  #slotsOf(endpoint: EndpointSlots | undefined, now: number): number {
    const { perEndpoint } = this.#options;
    return endpoint && isHanging(endpoint, now) ? Math.min(slotsOfHanging, perEndpoint) : perEndpoint;
  }

  #forgetUnused(agencyId: string, endpointId: string, { open, waitingCount, hasTimedOut }: EndpointSlots): void {
    if (open.size > 0 || waitingCount > 0 || hasTimedOut) return;
    const { endpoints } = this.#agencies.get(agencyId)!;
    endpoints.delete(endpointId);
    if (endpoints.size === 0) this.#agencies.delete(agencyId);
  }
}

function openOf({ endpoints }: AgencySlots): number {
  let count = 0;
  for (const { open } of endpoints.values()) count += open.size;
  return count;
}

function isHanging({ open, hasTimedOut }: EndpointSlots, now: number): boolean {
  if (hasTimedOut) return true;
  return open.first !== undefined && now - open.first.takenAt >= hangsAfterMs;
}
