import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findPrimary, type Probe } from '../../server/database/client/primary.ts';

interface Host {
  timeline?: number;
  answersAfterMs?: number;
}

/** Hosts by port. One without a timeline accepts no writes. */
function search(hosts: Readonly<Record<number, Host>>): Promise<number> {
  const open = (address: string): Probe => {
    const port = Number(address);
    const { timeline, answersAfterMs = 0 } = hosts[port]!;
    return {
      host: 'database.test',
      port,
      isReadOnly: timeline === undefined,
      connect: () => sleep(answersAfterMs),
      query: <Row>() => Promise.resolve({ rows: [{ timeline }] as Row[] }),
      end: () => Promise.resolve(),
    };
  };
  return findPrimary(Object.keys(hosts), open).then(({ port }) => port);
}

test('a new process uses the host that was promoted last, even if that host responds slowly', async () => {
  expect(await search({ 1: { timeline: 1 }, 2: { timeline: 2, answersAfterMs: 600 } })).toBe(2);
});

test('a former primary is not used again, even if the primary responds late or not at all', async () => {
  expect(await search({ 3: {}, 4: { timeline: 7 } })).toBe(4);
  expect(await search({ 3: { timeline: 6 }, 4: { timeline: 7, answersAfterMs: 600 } })).toBe(4);
  await expect(search({ 3: { timeline: 6 }, 4: {} })).rejects.toThrow(
    'no host accepts writes (database.test:4: it is read-only; database.test:3: it is a former primary)',
  );
});

test('a host that does not respond delays only the first connection of a process', async () => {
  const hosts = { 5: { timeline: 1 }, 6: { answersAfterMs: 1_000 } };
  const durationOf = async () => {
    const begunAt = performance.now();
    expect(await search(hosts)).toBe(5);
    return performance.now() - begunAt;
  };
  expect(await durationOf()).toBeGreaterThan(990);
  expect(await durationOf()).toBeLessThan(900);
});

test('a promotion is detected although the former primary responds first', async () => {
  expect(await search({ 7: { timeline: 1 }, 8: {} })).toBe(7);
  expect(await search({ 7: { timeline: 1 }, 8: { timeline: 2, answersAfterMs: 100 } })).toBe(8);
});

test('a search that is still open when another one finds the new primary does not return to the former one', async () => {
  expect(await search({ 9: { timeline: 1 }, 10: {} })).toBe(9);
  const early = search({ 9: { timeline: 1, answersAfterMs: 200 }, 10: {} });
  const refused = expect(early).rejects.toThrow('it is a former primary');
  expect(await search({ 9: {}, 10: { timeline: 2 } })).toBe(10);
  await refused;
  await expect(search({ 9: { timeline: 1 }, 10: {} })).rejects.toThrow('it is a former primary');
});
