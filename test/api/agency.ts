import { afterAll, beforeAll, expect } from 'vitest';
import { creator, type AnyRecord } from '../records/records.ts';
import { serviceFor, type Answer, type TestAgency, type TestService, type TestServiceOptions } from '../support/service.ts';

interface CallOptions {
  /** An API key, or null for none. The key of the whole agency is the default. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An agency with the creators `c1` and `c2`, and a key for each reach. */
export class Agency {
  readonly service: TestService;
  readonly id: string;
  /** Reaches the whole agency. */
  readonly key: string;
  /** Reaches `c1` alone. */
  readonly restrictedKey: string;
  readonly createKey: TestAgency['createKey'];
  readonly #agency: TestAgency;

  private constructor(service: TestService, agency: TestAgency, restrictedKey: string) {
    this.service = service;
    this.id = agency.id;
    this.key = agency.key;
    this.restrictedKey = restrictedKey;
    this.createKey = (options) => agency.createKey(options);
    this.#agency = agency;
  }

  static async create(service: TestService): Promise<Agency> {
    const agency = await service.createAgency();
    await agency.ingest([creator('c1'), creator('c2')]);
    return new Agency(service, agency, await agency.createKey({ creatorIds: ['c1'] }));
  }

  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.service.request(method, path, { key: this.key, ...options });
  }

  get(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.call('GET', path, options);
  }

  ingest(...records: AnyRecord[]) {
    return this.#agency.ingest(records);
  }

  rows<Row = Record<string, any>>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.service.database.query<Row>({ text, values: [this.id, ...values] });
  }

  /** Events are stored for the endpoints that subscribe to them. */
  async asksFor(type: string): Promise<this> {
    await this.rows(
      `INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
       VALUES ($1, 'https://x.example', '', '', '', ARRAY[$2], '2026-07-06')`,
      type,
    );
    return this;
  }

  /** The events of a type that it asks for, in the order in which they were recorded. */
  events(type: string): Promise<{ creator_id: string; occurred_at: Date; data: Record<string, unknown> }[]> {
    return this.rows('SELECT creator_id, occurred_at, data FROM webhook_events WHERE agency_id = $1 AND type = $2 ORDER BY id', type);
  }

  /** The items of every page of a list, read with `limit`. */
  async pages(path: string, limit: number, key = this.key): Promise<any[][]> {
    const pages: any[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`;
      const { status, body } = await this.get(path + query, { key });
      expect(status).toBe(200);
      pages.push(body.data);
      cursor = body.next_cursor;
    }
    return pages;
  }
}

/** Answers with a maker of agencies in the worker's service or, with options, in one of the block's own, which delivers nothing by default. */
export function useService(options?: TestServiceOptions): () => Promise<Agency> {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await serviceFor(options);
  });
  afterAll(() => service?.close());
  return () => Agency.create(service!);
}

export function problem(status: number, slug: string, members: Record<string, unknown> = {}) {
  return { status, body: { type: expect.stringMatching(new RegExp(`/${slug}$`)), status, ...members } };
}

/** A refusal of the validator that names the place. */
export function invalid(path: string) {
  return problem(400, 'validation_failed', { errors: expect.arrayContaining([expect.objectContaining({ path })]) });
}
