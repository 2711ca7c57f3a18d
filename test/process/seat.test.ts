import { afterEach, expect, test, vi } from 'vitest';
import { Seat } from '../../server/processes/seat.ts';
import { inBlocks } from '../../server/log/log.ts';
import { StartError } from '../../server/startup/start-error.ts';

afterEach(() => void vi.useRealTimers());

/** A child whose start and end the test decides. */
class PlannedChild {
  readonly pid = 1;
  readonly #ready = Promise.withResolvers<string | undefined>();
  readonly #ended = Promise.withResolvers<unknown>();
  readonly ready = this.#ready.promise;
  readonly ended = this.#ended.promise;
  stoppedWith: number | undefined;

  begin(): void {
    this.#ready.resolve(undefined);
  }

  refuse(reason: string): void {
    this.#ready.reject(new StartError(reason));
    this.#ended.resolve({ code: 1, signal: null });
  }

  die(): void {
    this.#ready.reject(new StartError('process ended'));
    this.#ended.resolve({ code: null, signal: 'SIGKILL' });
  }

  stop(lingerMs: number): void {
    this.stoppedWith = lingerMs;
    this.#ended.resolve({ code: 0, signal: null });
  }
}

function seatOf(onFork: (child: PlannedChild, count: number) => void) {
  const children: PlannedChild[] = [];
  const onRestart = vi.fn();
  const log = { info: vi.fn(), error: vi.fn() };
  const fork = () => {
    const child = new PlannedChild();
    children.push(child);
    onFork(child, children.length);
    return child;
  };
  return { seat: new Seat(fork, log, onRestart), children, log, onRestart };
}

test('a start fails with the reason of a child that does not start', async () => {
  const { seat, children } = seatOf((child) => child.refuse('PORT 8080 is in use'));
  await expect(seat.open()).rejects.toThrow(new StartError('PORT 8080 is in use'));
  expect(children).toHaveLength(1);
});

test('the wait before a child that dies again and again doubles up to ten seconds', async () => {
  vi.useFakeTimers();
  const { seat, children, onRestart } = seatOf((child, count) => {
    child.begin();
    if (count > 1) void Promise.resolve().then(() => setTimeout(() => child.die()));
  });
  await seat.open();
  children[0]!.die();
  const forkedAt: number[] = [];
  for (let ms = 0; ms < 60_000; ms += 10) {
    const before = children.length;
    await vi.advanceTimersByTimeAsync(10);
    if (children.length > before) forkedAt.push(ms);
  }
  const waits = forkedAt.map((at, index) => at - (forkedAt[index - 1] ?? 0));
  expect(waits.slice(0, 6).every((wait, index) => Math.abs(wait - 250 * 2 ** index) <= 20)).toBe(true);
  expect(waits.slice(6).every((wait) => Math.abs(wait - 10_000) <= 20)).toBe(true);
  expect(onRestart).toHaveBeenCalledTimes(children.length - 1);
  await seat.stop(1_000);
});

test('a child that cannot be replaced stays at work, and one that can is stopped after the next one is ready', async () => {
  const { seat, children } = seatOf((child, count) => {
    if (count === 2) child.refuse('the schema is not that of this release');
    else child.begin();
  });
  await seat.open();
  await expect(seat.replace()).rejects.toThrow('the schema is not that of this release');
  expect([seat.current, children[0]!.stoppedWith]).toEqual([children[0], undefined]);
  await seat.replace();
  expect([seat.current, children[0]!.stoppedWith]).toEqual([children[2], 2_000]);
});

test('a child that dies while it is replaced has one successor', async () => {
  const { seat, children, onRestart } = seatOf((child, count) => count === 1 && child.begin());
  await seat.open();
  const replaced = seat.replace();
  children[0]!.die();
  await children[0]!.ended;
  children[1]!.begin();
  await replaced;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([seat.current, children.length, onRestart.mock.calls.length]).toEqual([children[1], 2, 0]);
});

test('lines are written whole, in blocks that a pipe does not mix with those of other processes', () => {
  const blocks: string[] = [];
  let gathered = '';
  const flushSync = () => {
    blocks.push(gathered);
    gathered = '';
  };
  const write = inBlocks({ write: (text) => (gathered += text), flushSync });
  const lines = Array.from({ length: 200 }, (_, index) => `${'é'.repeat(1 + ((index * 37) % 300))}\n`);
  for (const line of lines) write(line);
  flushSync();
  expect(blocks.join('')).toBe(lines.join(''));
  expect(blocks.every((block) => block.endsWith('\n') && Buffer.byteLength(block) <= 4_096)).toBe(true);
});
