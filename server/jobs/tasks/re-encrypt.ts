import type { JobTask } from '../task.ts';

/** Seals with the current key what a former one sealed: when a worker starts with another key, and hourly for later secrets. */
export function reencryptTask(reencrypt: (signal: AbortSignal) => Promise<void>): JobTask {
  return { name: 're_encrypt', class: 'upkeep', cron: '31 * * * *', runsAtStart: true, run: (_payload, signal) => reencrypt(signal) };
}
