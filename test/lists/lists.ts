import fc from 'fast-check';
import { expect } from 'vitest';
import type { AnyRecord } from '../records/records.ts';
import { sharedService, type Answer, type TestAgency, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';

/** Parameters of a request before they are written as text. */
export type Query = Readonly<Record<string, readonly string[] | string | number | undefined>>;

/** What a plain filter over all rows says of a request: the ids in order, or the status and slug of a refusal. */
export type Expected = { readonly ids: readonly string[] } | { readonly refusal: string };

export function queryText(query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = Array.isArray(value) ? value.map(encodeURIComponent).join(',') : encodeURIComponent(String(value));
    return [`${name}=${text}`];
  });
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}

export function refusalOf({ status, body }: Answer): string {
  return `${status} ${String(body.type).split('/').at(-1)}`;
}

/** The worker's service without limits of rates, with one agency to read lists of. */
export class Lists {
  readonly service: TestService;
  readonly agency: TestAgency;
  /** How many checks expected what: a property whose queries find nothing would prove little. */
  readonly outcomes = { refused: 0, empty: 0, found: 0 };

  readonly #limitAgain: () => Promise<void>;

  private constructor(service: TestService, agency: TestAgency, limitAgain: () => Promise<void>) {
    this.service = service;
    this.agency = agency;
    this.#limitAgain = limitAgain;
  }

  static async start(): Promise<Lists> {
    const service = await sharedService();
    return new Lists(service, await service.createAgency(), await withoutRateLimits(service));
  }

  async close(): Promise<void> {
    await this.#limitAgain();
    await this.service.close();
  }

  async ingest(records: readonly AnyRecord[]): Promise<void> {
    for (let from = 0; from < records.length; from += 500) await this.agency.ingest(records.slice(from, from + 500));
  }

  async refreshProjections(): Promise<void> {
    expect(await this.service.operator('POST', '/operator/v1/projections/refresh')).toMatchObject({ status: 200 });
  }

  get(path: string, query: Query = {}, key = this.agency.key): Promise<Answer> {
    return this.service.request('GET', path + queryText(query), { key });
  }

  /** All pages of a list; every page but the last is full, and only the last has no cursor. */
  async walk(path: string, query: Query, limit: number, key = this.agency.key): Promise<any[]> {
    const items: any[] = [];
    for (let cursor: string | undefined; ;) {
      const answer = await this.get(path, { ...query, limit, cursor }, key);
      expect(answer.status, answer.text).toBe(200);
      const { data, next_cursor: next } = answer.body as { data: any[]; next_cursor: string | null };
      items.push(...data);
      if (next === null) {
        expect(data.length).toBeLessThanOrEqual(limit);
        return items;
      }
      expect(data.length).toBe(limit);
      cursor = next;
    }
  }

  /** Requests a list and compares all its pages, or the refusal, with the expected ones. */
  async check(path: string, query: Query, limit: number, key: string, expected: Expected, idOf: (item: any) => string): Promise<void> {
    this.outcomes['refusal' in expected ? 'refused' : expected.ids.length === 0 ? 'empty' : 'found'] += 1;
    if ('refusal' in expected) expect(refusalOf(await this.get(path, query, key))).toBe(expected.refusal);
    else expect((await this.walk(path, query, limit, key)).map(idOf)).toEqual(expected.ids);
  }
}

/** One run of a property is several requests: runs are counted, so that their number is known, and seeded, so that they can be repeated. */
export const runs = (numRuns: number, seed: number) => ({ numRuns, seed, endOnFailure: true });

/** Rows that are the same in every run of the tests. */
export function sampleOf<Row>(arbitrary: fc.Arbitrary<Row>, count: number, seed: number): Row[] {
  return fc.sample(arbitrary, { numRuns: count, seed });
}

/** None, some or all of the filters, few of them more often than many: together they soon find nothing. */
export function someFilters<Filters extends object>(all: { [Name in keyof Filters]: fc.Arbitrary<Filters[Name]> }): fc.Arbitrary<
  Partial<Filters>
> {
  const names = Object.keys(all) as (keyof Filters)[];
  const subsets = [2, 3, names.length].map((most) => fc.subarray(names, { maxLength: Math.min(most, names.length) }));
  return fc
    .oneof(...subsets)
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, all[name]]))) as fc.Arbitrary<Partial<Filters>>);
}

/** Some values of a list, perhaps one twice. */
export const someOf = (...values: string[]) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 6 });

/** One of the instants, as it is or a little earlier or later, written in UTC or with another offset. */
export function instantNear(instants: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...instants), fc.constantFrom(-3_600_000, -1, 0, 0, 0, 1, 1_800_000), fc.constantFrom(0, 0, 120, -330))
    .map(([instant, shiftMs, offsetMinutes]) => {
      const ms = Date.parse(instant) + shiftMs;
      const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, -1);
      const pad = (value: number) => String(Math.abs(value)).padStart(2, '0');
      return offsetMinutes === 0
        ? `${local}Z`
        : `${local}${offsetMinutes < 0 ? '-' : '+'}${pad(Math.trunc(offsetMinutes / 60))}:${pad(offsetMinutes % 60)}`;
    });
}

export const isWithin = (instant: string, start: string | undefined, end: string | undefined): boolean =>
  (start === undefined || Date.parse(instant) >= Date.parse(start)) && (end === undefined || Date.parse(instant) < Date.parse(end));

export const isInverted = (start: string | undefined, end: string | undefined): boolean =>
  start !== undefined && end !== undefined && Date.parse(end) < Date.parse(start);

/** Latest first, and of one instant the greater id first. Ids compare byte by byte. */
export function newestFirst<Row>(rows: readonly Row[], instantOf: (row: Row) => string, idOf: (row: Row) => string): Row[] {
  const compare = (a: Row, b: Row) =>
    Date.parse(instantOf(b)) - Date.parse(instantOf(a)) || Buffer.compare(Buffer.from(idOf(b)), Buffer.from(idOf(a)));
  return [...rows].sort(compare);
}
