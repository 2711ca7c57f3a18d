import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, InvalidArgumentError, ServiceError } from '../../sdk/src/index.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';
import { recordsOf } from '../support/sample-agency.ts';
import { clientOf } from './clients.ts';
import { problem, startScriptedServer, type ScriptedServer } from './scripted-server.ts';

let service: TestService;
let agency: TestAgency;
let server: ScriptedServer;
beforeAll(async () => {
  [service, server] = await Promise.all([sharedService(), startScriptedServer()]);
  agency = await service.createAgency();
  await agency.ingest([
    { type: 'employee', id: 'user-1', name: 'one', email: null, role: 'chatter', active: true },
    { type: 'tag', id: 'tag-1', name: 'one', color: null, position: 1 },
    ...recordsOf('1', 'sample'),
  ]);
});
afterAll(async () => {
  await service?.close();
  await server?.close();
});

const page = (ids: readonly string[], next: string | null) => ({
  status: 200,
  body: { data: ids.map((id) => ({ id })), next_cursor: next },
});
const scripted = () => createClient({ baseUrl: server.url, apiKey: 'k', maxRetries: 0 });

describe('toArray', () => {
  it('reads no more items and pages than it returns', async () => {
    const three = [page(['a', 'b'], 'c2'), page(['c', 'd'], 'c3'), page(['e'], null)];
    for (const [max, ids, pages] of [
      [1, 'a', 1],
      [2, 'ab', 1],
      [3, 'abc', 2],
      [5, 'abcde', 3],
      [99, 'abcde', 3],
    ] as const) {
      server.script(...three);
      const found = await scripted().orders.listAll().toArray({ max });
      expect([found.map(({ id }) => id).join(''), server.seen.length]).toEqual([ids, pages]);
    }
  });

  it('needs a bound', async () => {
    for (const max of [0, -1, 1.5, Number.NaN, undefined, '5']) {
      await expect(
        scripted()
          .orders.listAll()
          .toArray({ max: max as number }),
      ).rejects.toBeInstanceOf(InvalidArgumentError);
    }
  });
});

describe('an error of a list', () => {
  it('has the cursor of the page that failed, from which the list continues', async () => {
    server.script(page(['a', 'b'], 'c2'), problem('internal_error', 500));
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of scripted().orders.listAll()) seen.push(id);
    })();
    const error = (await reading.catch((reason: unknown) => reason)) as ServiceError;
    expect(error).toMatchObject({ slug: 'internal_error', cursor: 'c2' });
    server.script(page(['c'], null));
    const rest = await scripted().orders.listAll({ cursor: error.cursor! }).toArray({ max: 10 });
    expect([...seen, ...rest.map(({ id }) => id)]).toEqual(['a', 'b', 'c']);
    expect(server.seen[0]!.url).toContain('cursor=c2');
  });

  it('has no cursor on the first page', async () => {
    server.script(problem('internal_error', 500));
    const error = (await scripted()
      .orders.listAll()
      .toArray({ max: 1 })
      .catch((reason: unknown) => reason)) as ServiceError;
    expect(error.cursor).toBeUndefined();
  });

  it('has the cursor of the page during which the list was aborted, and pages end too', async () => {
    const controller = new AbortController();
    server.script(page(['a'], 'c2'), page(['b', 'c'], 'c3'));
    const reading = (async () => {
      for await (const { id } of scripted().orders.listAll({}, { signal: controller.signal })) if (id === 'b') controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'aborted', cursor: 'c2' });
    server.script(page(['a'], 'c2'), 'hang');
    const hanging = (async () => {
      for await (const _ of scripted()
        .orders.listAll({}, { signal: AbortSignal.timeout(200) })
        .pages())
        void _;
    })();
    await expect(hanging).rejects.toMatchObject({ kind: 'aborted', cursor: 'c2' });
  });
});

describe('instants', () => {
  it('may be dates, in queries and in bodies', async () => {
    const client = clientOf(service, agency.key);
    const at = new Date('2026-07-10T12:00:00.000Z');
    const found = await client.orders.listAll({ start: at, end: new Date(at.getTime() + 1) }).toArray({ max: 5 });
    expect(found.map(({ id }) => id)).toEqual(['order-1']);
    expect(await client.orders.listAll({ start: new Date(at.getTime() + 1) }).toArray({ max: 5 })).toEqual([]);
    const due = new Date(Date.now() + 3_600_000);
    const { scheduled_at } = await client.publications.create({ creator_id: 'creator-1', text: 'a', scheduled_at: due });
    expect(scheduled_at).toBe(due.toISOString());
    await expect(client.orders.list({ start: new Date(Number.NaN) })).rejects.toMatchObject({ argument: 'start' });
  });
});

describe('insights.edit', () => {
  const fan = { account_id: 'account-1', fan_id: 'fan-1' };

  it('edits the stored note, and repeats the edit after a conflict', async () => {
    const client = clientOf(service, agency.key);
    const first = await client.insights.edit(fan, () => 'one');
    expect(await client.insights.get(fan)).toEqual(first);
    const texts: string[] = [];
    const edited = await client.insights.edit(fan, async (note) => {
      texts.push(note);
      if (texts.length === 1) await client.insights.edit(fan, () => 'two');
      return `${note} and mine`;
    });
    expect([texts, edited.note]).toEqual([['one', 'two'], 'two and mine']);
    const many = await Promise.all(['a', 'b', 'c'].map((letter) => client.insights.edit(fan, (note) => note + letter)));
    expect(many).toHaveLength(3);
    expect([...(await client.insights.get(fan)).note.slice(-3)].sort()).toEqual(['a', 'b', 'c']);
  });

  it('lets ten programs that edit one note at the same time all succeed', async () => {
    const client = createClient({ baseUrl: service.baseUrl, apiKey: agency.key });
    await client.insights.edit(fan, () => 'begin ');
    const letters = [...'abcdefghij'];
    await Promise.all(letters.map((letter) => client.insights.edit(fan, (note) => note + letter, { editWithinMs: Infinity })));
    expect([...(await client.insights.get(fan)).note.slice('begin '.length)].sort()).toEqual(letters);
  });

  it('leaves a note unchanged where nothing is returned', async () => {
    const client = clientOf(service, agency.key);
    const before = await client.insights.edit(fan, () => 'kept');
    expect(await client.insights.edit(fan, () => undefined)).toEqual(before);
    expect(await client.insights.edit(fan, (note) => note)).toEqual(before);
    await expect(client.insights.edit(fan, 'text' as never)).rejects.toMatchObject({ argument: 'edit' });
    await expect(client.insights.edit(fan, () => 'x', { editWithinMs: -1 })).rejects.toMatchObject({ argument: 'editWithinMs' });
  });

  it('gives up after its time limit, and reports the number of attempts', async () => {
    const client = clientOf(service, agency.key);
    const losing = async (editWithinMs: number) => {
      let tries = 0;
      const overtaken = async () => {
        tries += 1;
        await client.insights.edit(fan, () => `other ${tries} of ${editWithinMs}`);
        return 'mine';
      };
      const error: unknown = await client.insights.edit(fan, overtaken, { editWithinMs }).catch((reason: unknown) => reason);
      return { tries, error };
    };
    for (const editWithinMs of [0, 1_000]) {
      const { tries, error } = await losing(editWithinMs);
      expect(error).toMatchObject({ slug: 'precondition_failed', status: 412, operationId: 'updateInsight', outcomeUnknown: false });
      expect(error).toMatchObject({ requestId: expect.any(String) as string, problem: { current_etag: expect.any(String) as string } });
      const counted = tries === 1 ? '1 try' : `${tries} tries`;
      expect((error as Error).stack).toMatch(new RegExp(`\\(412\\)\\. Gave up after ${counted} in [\\d.]+ s: each time another edit`));
      expect(tries).toBeGreaterThan(editWithinMs === 0 ? 0 : 1);
    }
  });

  it('ends at once when its signal aborts while it waits', async () => {
    const client = clientOf(service, agency.key);
    const controller = new AbortController();
    let tries = 0;
    const call = client.insights.edit(
      fan,
      async () => {
        await client.insights.edit(fan, () => `another ${(tries += 1)}`);
        if (tries === 4) controller.abort();
        return 'mine';
      },
      { signal: controller.signal, editWithinMs: Infinity },
    );
    await expect(call).rejects.toMatchObject({ kind: 'aborted' });
    expect(tries).toBe(4);
  });
});
