import type { RecordOf, RecordType } from '../entities/record.ts';
import { pickFan, type Audience, type DemoFan } from './audience.ts';
import { dayMs, hourWeights, minuteMs, type Calendar } from './calendar.ts';
import type { Cast, DemoCreator } from './cast.ts';
import { Random } from './random.ts';

export type DemoRecord = RecordOf<RecordType>;

export interface World {
  readonly calendar: Calendar;
  readonly cast: Cast;
  readonly audiences: readonly Audience[];
}

const sendsPerDay = 84;
const tipsPerDay = 5;
const pushesPerDay = 2.4;
const aiRequestsPerDay = 4;

const mediaPrices = [500, 800, 1000, 1200, 1500, 1900, 2500, 3000, 3900, 4900, 6900, 9900];
const mediaPriceWeights = [6, 10, 16, 12, 18, 12, 10, 7, 4, 3, 1.5, 0.5];
const tipAmounts = [200, 300, 500, 1000, 1500, 2000, 5000, 10_000, 20_000];
const tipWeights = [10, 14, 26, 22, 10, 9, 6, 2, 0.5];
const pushPrices = [700, 1000, 1400, 1900];

const iso = (ms: number) => new Date(ms).toISOString();

/** Ids of the upstream platform are numbers that grow with time. */
const upstreamId = (ms: number, random: Random) => String(Math.floor(ms / 10) * 8 + random.integer(0, 7)).slice(1);

/** What happened on one day. Each day has its own random sequence, so that days can be generated in any order. */
export class Day {
  readonly records: DemoRecord[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #daysAgo: number;
  readonly #busyness: number;

  constructor(world: World, daysAgo: number) {
    this.#world = world;
    this.#daysAgo = daysAgo;
    this.#random = new Random(`day ${new Date(world.calendar.startOf(daysAgo)).toISOString()}`);
    this.#busyness = world.calendar.busyness(daysAgo);
    world.cast.creators.forEach((creator, index) => {
      if (creator.connectedDaysAgo > daysAgo) this.#addStory(creator, index, world.audiences[index]!);
    });
  }

  #addStory(creator: DemoCreator, index: number, audience: Audience): void {
    const often = (perDay: number) => this.#random.count(perDay * creator.share * this.#busyness);
    for (let left = often(sendsPerDay); left > 0; left -= 1) this.#send(creator, index, audience);
    for (let left = often(tipsPerDay); left > 0; left -= 1) {
      this.#purchase('tip', creator, index, audience, tipAmounts[this.#random.weighted(tipWeights)]!, this.#instant());
    }
    for (let left = often(pushesPerDay); left > 0; left -= 1) {
      this.#purchase('push', creator, index, audience, this.#random.pick(pushPrices), this.#instant());
    }
    for (let left = often(aiRequestsPerDay); left > 0; left -= 1) this.#aiRequest(creator, index, audience);
    for (const fan of audience.fans) this.#renewal(creator, fan);
  }

  #instant(): number {
    const hour = this.#random.weighted(hourWeights);
    return this.#world.calendar.startOf(this.#daysAgo) + hour * 60 * minuteMs + this.#random.integer(0, 60 * minuteMs - 1);
  }

  /** An employee of the creator's team whose shift it is, if there is one. */
  #writer(index: number, atMs: number): string | null {
    const hour = new Date(atMs).getUTCHours();
    const there = this.#world.cast.employees.filter(
      ({ creators, fromDaysAgo, untilDaysAgo }) => creators.includes(index) && fromDaysAgo > this.#daysAgo && untilDaysAgo < this.#daysAgo,
    );
    const onShift = there.filter(({ shift }) => (hour - shift + 24) % 24 < 8);
    const team = onShift.length > 0 ? onShift : there;
    return team.length === 0 ? null : this.#random.pick(team).record.id;
  }

  #media(): { id: string; type: string }[] {
    return Array.from({ length: this.#random.weighted([0, 60, 20, 12, 8]) }, () => ({
      id: this.#random.digits(9),
      type: this.#random.chance(0.7) ? 'photo' : 'video',
    }));
  }

  #send(creator: DemoCreator, index: number, audience: Audience): void {
    const random = this.#random;
    const { nowMs } = this.#world.calendar;
    const atMs = this.#instant();
    const fan = pickFan(random, audience, atMs);
    if (!fan || atMs >= nowMs) return;
    const isPrivateMedia = random.chance(0.24);
    const price = isPrivateMedia && !random.chance(0.08) ? mediaPrices[random.weighted(mediaPriceWeights)]! : null;
    const boughtMs = atMs + random.wait(50 * minuteMs) + 20_000;
    const isOpen = boughtMs >= nowMs || (nowMs - atMs < 2 * dayMs && random.chance(0.3));
    const outcome = (['purchased', 'refused', 'pending'] as const)[random.weighted([42, 50, 8])]!;
    const saleStatus = !isPrivateMedia ? null : price === null ? 'free' : isOpen ? 'pending' : outcome;
    const messageId = nowMs - atMs < 5 * minuteMs && random.chance(0.5) ? null : upstreamId(atMs, random);
    const userId = random.chance(0.04) ? null : this.#writer(index, atMs);
    const isHistorical = this.#daysAgo > 650 && random.chance(0.004);
    this.records.push({
      type: 'send',
      id: random.uuid(atMs),
      sent_at: iso(atMs),
      source: random.chance(0.22) ? 'script' : 'messaging',
      sent_by_user_id: userId,
      creator_id: creator.record.id,
      fan_id: isHistorical ? null : fan.id,
      fan_username: isHistorical ? null : fan.username,
      is_private_media: isPrivateMedia,
      price_eur: price,
      sale_status: saleStatus,
      message_id: messageId,
      media: isPrivateMedia || random.chance(0.1) ? this.#media() : [],
    });
    if (saleStatus === 'purchased' && price !== null) this.#order('private_media', creator, fan, userId, messageId, price, boughtMs);
  }

  #purchase(type: 'tip' | 'push', creator: DemoCreator, index: number, audience: Audience, amountCents: number, atMs: number): void {
    const fan = pickFan(this.#random, audience, atMs);
    if (!fan) return;
    const userId = type === 'tip' && this.#random.chance(0.85) ? this.#writer(index, atMs) : null;
    this.#order(type, creator, fan, userId, type === 'push' ? upstreamId(atMs, this.#random) : null, amountCents, atMs);
  }

  /** A subscription begins with the relation and renews every thirty days until the fan lets it go. */
  #renewal(creator: DemoCreator, fan: DemoFan): void {
    if (!fan.subscribed) return;
    const age = fan.subscribed.fromDaysAgo - this.#daysAgo;
    if (age < 0 || age % 30 !== 0 || this.#daysAgo < fan.subscribed.untilDaysAgo) return;
    this.#order('subscription', creator, fan, null, null, creator.subscriptionCents, fan.relatedMs + age * dayMs);
  }

  #order(
    type: RecordOf<'order'>['order_type'],
    creator: DemoCreator,
    fan: DemoFan,
    userId: string | null,
    messageId: string | null,
    amountCents: number,
    atMs: number,
  ): void {
    const random = this.#random;
    const { nowMs } = this.#world.calendar;
    if (atMs >= nowMs) return;
    const id = random.uuid(atMs);
    this.records.push({
      type: 'order',
      id,
      order_type: type,
      creator_id: creator.record.id,
      fan_id: fan.id,
      user_id: userId,
      message_id: messageId,
      amount_cents: amountCents,
      created_at: iso(atMs),
    });
    const refundedMs = atMs + random.wait(4 * dayMs) + 10 * minuteMs;
    if (random.chance(0.05) && refundedMs < nowMs) this.records.push({ type: 'refund', order_id: id, refunded_at: iso(refundedMs) });
  }

  #aiRequest(creator: DemoCreator, index: number, audience: Audience): void {
    const atMs = this.#instant();
    const fan = pickFan(this.#random, audience, atMs);
    if (!fan || atMs >= this.#world.calendar.nowMs) return;
    this.records.push({
      type: 'ai_request',
      id: this.#random.uuid(atMs),
      account_id: creator.accountId,
      fan_id: fan.id,
      action: this.#random.chance(0.6) ? 'relaunch' : 'stop',
      requested_by_user_id: this.#writer(index, atMs),
      requested_at: iso(atMs),
    });
  }
}
