import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createSampleAgency, idsOf, partsOfFailure, recordsOf, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, type SampleIds } from '../support/sample-request.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { withoutRateLimits } from '../support/without-rate-limits.ts';
import { learned, missingIds, placesOf, probe, type Family } from './probes.ts';
import { singleChecks, startWithCheck } from './row-level-security.ts';

const probes = keyedOperationIds.flatMap((id) => placesOf(id).map((place) => ({ id, place, name: `${id}, ${place.in} ${place.name}` })));

test('every operation with an id is probed', () => {
  const probed = new Set(probes.map(({ id }) => id));
  expect(keyedOperationIds.filter((id) => /\{/.test(operations[id].path) && !probed.has(id))).toEqual([]);
  expect(probes.length).toBeGreaterThan(45);
});

describe.each(singleChecks)('%s:', (check) => {
  let service: TestService;
  let agency: SampleAgency;
  /** Key of the agency, limited to its second creator. */
  let limitedKey: string;
  /** Sets of ids that belong to the agency and are out of the limited key's scope. */
  let beyondLimit: SampleIds[];
  /** Ids that only another agency has. */
  let foreignIds: SampleIds;

  const ofAgency: readonly Family[] = ['user_id', 'tag_id'];
  /** A failure of the endpoint, with its event and its delivery. */
  const failureOf = async (of: SampleAgency, endpointId: string) => {
    const failure_id = await of.addFailure(endpointId);
    return { failure_id, ...(await partsOfFailure(service, failure_id)) };
  };

  beforeAll(async () => {
    service = await startWithCheck(check, { delivers: false });
    await withoutRateLimits(service);
    agency = await createSampleAgency(service, 'here');
    limitedKey = await agency.createKey({ creatorIds: [agency.otherIds['creator_id']!] });
    const { creator_id: first } = agency.ids;
    const { creator_id: second } = agency.otherIds;
    const wide = [await agency.addEndpoint(), await agency.addEndpoint([first!, second!])];
    beyondLimit = [
      agency.ids,
      ...(await Promise.all(wide.map(async (id) => ({ ...agency.ids, endpoint_id: id, ...(await failureOf(agency, id)) })))),
    ];

    const other = await createSampleAgency(service, 'elsewhere');
    await other.ingest([
      ...recordsOf('9', 'elsewhere'),
      { type: 'employee', id: 'user-9', name: 'Elsewhere', email: null, role: 'chatter', active: true },
      { type: 'tag', id: 'tag-9', name: 'Elsewhere', color: null, position: 9 },
    ]);
    const endpoint_id = await other.addEndpoint();
    foreignIds = {
      ...idsOf('9'),
      user_id: 'user-9',
      tag_id: 'tag-9',
      endpoint_id,
      ...(await failureOf(other, endpoint_id)),
      publication_id: await other.addPublication('creator-9'),
    };
    await service.operator('POST', '/operator/v1/projections/refresh');
  });
  afterAll(() => service.close());

  /**
   * Every row of every table but those of the rate limits, of the keys and of their uses, which are not tenants' data, and where the
   * write-ahead log stood when the agency itself last ended a transaction.
   */
  async function allRows(): Promise<Record<string, unknown>> {
    const tables = await service.database.query<{ name: string }>({
      text: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT IN ('rate_windows', 'api_keys', 'key_uses', 'ingestions') ORDER BY 1`,
    });
    const rows = await Promise.all(
      tables.map(
        async ({ name }) =>
          [
            name,
            await service.database.query({
              text: `SELECT to_jsonb(t)::text AS row FROM "${name}" t ${name === 'agency_writes' ? `WHERE agency_id <> '${agency.id}'` : ''} ORDER BY 1`,
            }),
          ] as const,
      ),
    );
    return Object.fromEntries(rows);
  }

  describe('requests for an id out of scope change no row:', () => {
    let rowsBefore: unknown;
    beforeAll(async () => {
      rowsBefore = await allRows();
    });
    afterAll(async () => expect(await allRows()).toEqual(rowsBefore));

    describe('an id of another agency gets the response of an unknown id', () => {
      test.each(probes)('$name', async ({ id, place }) => {
        const missing = missingIds(foreignIds);
        const foreign = await probe(service, agency.key, id, place, agency.ids, foreignIds);
        const absent = await probe(service, agency.key, id, place, agency.ids, missing);
        expect(learned(foreign, foreignIds)).toEqual(learned(absent, missing));
      });
    });

    describe('an id of a creator outside the key’s scope gets the response of an unknown id', () => {
      const limited = probes.filter(({ place }) => !place.families.some((family) => ofAgency.includes(family)));

      test.each(limited)('$name', async ({ id, place }) => {
        const namedIds = (ids: SampleIds) => JSON.stringify(place.families.map((family) => ids[family]));
        for (const ids of new Map(beyondLimit.map((ids) => [namedIds(ids), ids])).values()) {
          const missing = missingIds(ids);
          const beyond = await probe(service, limitedKey, id, place, agency.otherIds, ids);
          const absent = await probe(service, limitedKey, id, place, agency.otherIds, missing);
          expect(learned(beyond, ids)).toEqual(learned(absent, missing));
        }
      });
    });
  });

  describe('an id out of scope in a list of ids gets the response of an unknown id, and no row changes', () => {
    const lists = probes.filter(({ place }) => place.isList);
    let rowsAcknowledged: unknown;

    beforeAll(async () => {
      const request_ids = [agency.ids['request_id'], agency.otherIds['request_id']];
      await service.request('POST', '/v1/ai-requests/acknowledgements', { key: agency.key, body: { request_ids } });
      rowsAcknowledged = await allRows();
    });
    afterAll(async () => expect(await allRows()).toEqual(rowsAcknowledged));

    test('every list of ids is probed, in queries and bodies', () => {
      expect(lists.filter(({ place }) => place.in === 'query').length).toBeGreaterThan(10);
      expect(lists.filter(({ place }) => place.in === 'body').map(({ name }) => name)).toEqual([
        'acknowledgeAiRequests, body request_ids',
        'createWebhookEndpoint, body allowed_creator_ids',
        'createWebhookListener, body allowed_creator_ids',
        'updateWebhookEndpoint, body allowed_creator_ids',
      ]);
    });

    async function expectNothingLearned(
      { id, place }: (typeof lists)[number],
      key: string,
      own: SampleIds,
      beyond: SampleIds,
    ): Promise<void> {
      const family = place.families[0]!;
      const sent = { [family]: beyond[family]! };
      const missing = missingIds(sent);
      expect(sent[family]).not.toBe(own[family]);
      for (const standing of ['after', 'before'] as const) {
        const there = await probe(service, key, id, place, own, sent, standing);
        const absent = await probe(service, key, id, place, own, missing, standing);
        expect(learned(there, sent), standing).toEqual(learned(absent, missing));
        // Where unknown ids are allowed, the response equals that for the known ids only.
        if (there.status === 200) expect(there.text, standing).toBe((await probe(service, key, id, place, own, own)).text);
        else expect([404, 422], standing).toContain(there.status);
      }
    }

    test.each(lists)('$name, of another agency', (list) => expectNothingLearned(list, agency.key, agency.ids, foreignIds));

    test.each(lists.filter(({ place }) => !place.families.some((family) => ofAgency.includes(family))))(
      '$name, of a creator that the key does not cover',
      (list) => expectNothingLearned(list, limitedKey, agency.otherIds, agency.ids),
    );
  });
});

/** With both checks active. */
describe('an id within the scope of a limited key gets another response than an unknown id', () => {
  let service: TestService;
  let read: SampleAgency;
  beforeAll(async () => {
    service = await sharedService();
    read = await createSampleAgency(service, 'own');
    await service.operator('POST', '/operator/v1/projections/refresh');
  });
  afterAll(() => service.close());

  test.each([...new Set(probes.map(({ id }) => id))])('%s', async (id) => {
    const own = operations[id].method === 'get' ? read : await createSampleAgency(service, 'own');
    const key = await own.createKey({ creatorIds: [own.otherIds['creator_id']!] });
    const places = placesOf(id);
    const missing = missingIds(own.otherIds);
    const absent: object[] = [];
    for (const place of places) absent.push(learned(await probe(service, key, id, place, own.otherIds, missing), missing));
    const present = await probe(service, key, id, places[0]!, own.otherIds, own.otherIds);
    expect([200, 201, 202, 204, 412]).toContain(present.status);
    for (const answer of absent) expect(learned(present, own.otherIds)).not.toEqual(answer);
  });
});
