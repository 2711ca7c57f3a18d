import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { order } from '../records/records.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
beforeAll(async () => {
  own = await svcWithAgency();
}, 60_000);
afterAll(() => own?.close());

/** C0 but for line ends, DEL and C1. */
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;
const clear = '\u001b[2J\u009b31m';

it.each([
  [['orders', clear]],
  [['orders', 'list', `--${clear}`]],
  [['orders', 'list', '--limit', clear]],
  [['orders', 'list', '--since', clear]],
  [['orders', 'list', '--fields', clear]],
  [['orders', 'get', clear]],
  [['completion', clear]],
  [['ingest', clear, '--agency', 'a']],
  [['verify', clear, '--secret', 's']],
  [['api', clear, '/v1/me']],
  [['api', 'GET', clear]],
  [['webhooks', 'delete', clear]],
  [['login', '--base-url', clear]],
  [['orders', 'list', '--profile', clear]],
  [['audit', '--agency', clear]],
])('svc %j shows no control character of its arguments', async (args) => {
  const { stdout, stderr, code } = await own.svc.run(...args);
  expect(code).not.toBe(0);
  expect(stderr).not.toMatch(steering);
  expect(stdout).not.toMatch(steering);
});

it('svc audit of an unknown agency fails, and of one without entries lists none', async () => {
  for (const unknown of ['unknown', '00000000-0000-7000-8000-000000000000']) {
    const { code, stdout } = await own.svc.run('audit', '--agency', unknown);
    expect([code === 0, stdout]).toEqual([false, '']);
  }
  const { id } = await own.service.createAgency();
  expect(await own.svc.run('audit', '--agency', id)).toMatchObject({ code: 0, json: { data: [] } });
});

it('--fields chooses what lists and records show in JSON, and refuses a column that is not there', async () => {
  await own.agency.ingest([order('columns-1', 'creator-1'), order('columns-2', 'creator-1')]);
  const chosen = (await own.svc.run('orders', 'list', '--fields', 'id,amount_cents', '--json')).json;
  expect(chosen.data.length).toBeGreaterThanOrEqual(2);
  for (const item of chosen.data) expect(Object.keys(item)).toEqual(['id', 'amount_cents']);
  expect(chosen).toHaveProperty('next_cursor');
  const piped = (await own.svc.run('creators', 'list', '--fields', 'id,account.external_id')).json;
  expect(Object.keys(piped.data[0])).toEqual(['id', 'account.external_id']);
  expect((await own.svc.run('orders', 'get', 'columns-1', '--fields', 'id')).json).toEqual({ id: 'columns-1' });
  const unknown = await own.svc.run('orders', 'list', '--fields', 'id,nothing', '--json');
  expect([unknown.code, unknown.stdout]).toEqual([2, '']);
  expect(unknown.stderr).toMatch(/unknown field/);
});

it('svc listen names a port that is in use, and what to do', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await own.svc.run('listen', '--port', String(port));
  expect(code).toBe(1);
  expect(stderr).toBe(`svc: port ${port} of 127.0.0.1 is in use by another program. Stop it, or use another --port; 0 picks a free one.\n`);
  const elsewhere = await own.svc.run('listen', '--port', '0', '--host', '203.0.113.1');
  expect(elsewhere.stderr).toMatch(/is not an address of this machine/);
  server.close();
});

it('a wrong operator token is called that', async () => {
  const { code, stderr } = await own.svc.run('agencies', 'list', '--operator-token', 'not-a-valid-operator-token');
  expect(code).toBe(4);
  expect(stderr).toMatch(/Operator token not valid/);
  expect(stderr).not.toMatch(/API key/i);
});

it('one refused line is called one line', async () => {
  const input = `${JSON.stringify({ ...order('bad', 'creator-1'), amount_cents: -1 })}\n`;
  const { stderr } = await own.svc.start(['ingest', '-', '--agency', own.agency.id], { input }).done;
  expect(stderr).toMatch(/line 1 was refused/);
  expect(stderr).not.toMatch(/1 lines/);
});
