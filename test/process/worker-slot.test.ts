import { afterEach, expect, test, vi } from 'vitest';
import { WorkerSlot } from '../../server/processes/worker-slot.ts';
import { inBlocks } from '../../server/log/log.ts';
import { StartError } from '../../server/startup/start-error.ts';

afterEach(() => void vi.useRealTimers());

/** A worker whose start and end the test decides. */
class PlannedWorker {
  readonly pid = 1;
  readonly #ready = Promise.withResolvers<unknown>();
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

function slotOf(onFork: (worker: PlannedWorker, count: number) => void) {
  const workers: PlannedWorker[] = [];
  const onRestart = vi.fn();
  const log = { info: vi.fn(), error: vi.fn() };
  const fork = () => {
    const worker = new PlannedWorker();
    workers.push(worker);
    onFork(worker, workers.length);
    return worker;
  };
  return { slot: new WorkerSlot(fork, log, onRestart), workers, log, onRestart };
}

test('a start fails with the reason of a worker that does not start', async () => {
  const { slot, workers } = slotOf((worker) => worker.refuse('PORT 8080 is in use'));
  await expect(slot.start()).rejects.toThrow(new StartError('PORT 8080 is in use'));
  expect(workers).toHaveLength(1);
});

test('the wait before a worker that dies again and again doubles up to ten seconds', async () => {
  vi.useFakeTimers();
  const { slot, workers, onRestart } = slotOf((worker, count) => {
    worker.begin();
    if (count > 1) void Promise.resolve().then(() => setTimeout(() => worker.die()));
  });
  await slot.start();
  workers[0]!.die();
  const forkedAt: number[] = [];
  for (let ms = 0; ms < 60_000; ms += 10) {
    const before = workers.length;
    await vi.advanceTimersByTimeAsync(10);
    if (workers.length > before) forkedAt.push(ms);
  }
  const waits = forkedAt.map((at, index) => at - (forkedAt[index - 1] ?? 0));
  expect(waits.slice(0, 6).every((wait, index) => Math.abs(wait - 250 * 2 ** index) <= 20)).toBe(true);
  expect(waits.slice(6).every((wait) => Math.abs(wait - 10_000) <= 20)).toBe(true);
  expect(onRestart).toHaveBeenCalledTimes(workers.length - 1);
  await slot.stop(1_000);
});

test('a worker that cannot be replaced stays at work, and one that can is stopped after the next one is ready', async () => {
  const { slot, workers } = slotOf((worker, count) => {
    if (count === 2) worker.refuse('the schema is not that of this release');
    else worker.begin();
  });
  await slot.start();
  await expect(slot.replace()).rejects.toThrow('the schema is not that of this release');
  expect([slot.current, workers[0]!.stoppedWith]).toEqual([workers[0], undefined]);
  await slot.replace();
  expect([slot.current, workers[0]!.stoppedWith]).toEqual([workers[2], 2_000]);
});

test('a worker that dies while it is replaced has one successor', async () => {
  const { slot, workers, onRestart } = slotOf((worker, count) => count === 1 && worker.begin());
  await slot.start();
  const replaced = slot.replace();
  workers[0]!.die();
  await workers[0]!.ended;
  workers[1]!.begin();
  await replaced;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect([slot.current, workers.length, onRestart.mock.calls.length]).toEqual([workers[1], 2, 0]);
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
