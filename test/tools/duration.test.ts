import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cpuSecondsOf } from '../support/cpu-time.ts';
import { durationLine } from '../support/duration.ts';

const busy = 'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);';

describe.skipIf(!existsSync('/proc/self/stat'))('the CPU of a process (left out where the system has no /proc)', () => {
  test('includes its children that have ended', () => {
    const before = cpuSecondsOf(process.pid)!;
    spawnSync(process.execPath, ['-e', busy]);
    expect(cpuSecondsOf(process.pid)! - before).toBeGreaterThan(0.09);
  });

  test('includes the children of children that run', async () => {
    const inner = `${busy} console.log('used'); setInterval(() => {}, 1e6)`;
    const outer = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
    const before = cpuSecondsOf(process.pid)!;
    const child = spawn(process.execPath, ['-e', outer], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    try {
      await once(child.stdout, 'data');
      expect(cpuSecondsOf(process.pid)! - before).toBeGreaterThan(0.09);
    } finally {
      process.kill(-child.pid!, 'SIGKILL');
    }
  });

  test('is unknown when it has ended', () => {
    expect(cpuSecondsOf(spawnSync(process.execPath, ['-e', '']).pid)).toBeUndefined();
  });
});

test('the line of a duration says what is unknown', () => {
  expect(durationLine(12.34, 5.67)).toBe('Took 12.3 s, CPU 5.7 s');
  expect(durationLine(12.34, undefined)).toBe('Took 12.3 s, CPU unknown');
});
