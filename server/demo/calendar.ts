export const dayMs = 86_400_000;
export const minuteMs = 60_000;

/** Days that the demo's past has, today included. */
export const historyDays = 731;

/** Two years up to an instant, by days of UTC: day 0 is the instant's own. Everything that happens lies before it. */
export class Calendar {
  readonly nowMs: number;
  readonly #midnightMs: number;

  constructor(now: Date) {
    this.nowMs = now.getTime();
    this.#midnightMs = Math.floor(this.nowMs / dayMs) * dayMs;
  }

  startOf(daysAgo: number): number {
    return this.#midnightMs - daysAgo * dayMs;
  }

  daysAgo(atMs: number): number {
    return Math.ceil((this.#midnightMs - atMs) / dayMs);
  }

  /** How busy a day is: the agency grows, weekends and the first days of a month are strong, August is weak. */
  busyness(daysAgo: number): number {
    const day = new Date(this.startOf(daysAgo));
    const growth = 1.3 - (0.75 * daysAgo) / historyDays;
    const weekday = [1.22, 0.86, 0.84, 0.9, 0.97, 1.14, 1.26][day.getUTCDay()]!;
    const payday = day.getUTCDate() <= 3 || day.getUTCDate() >= 28 ? 1.15 : 1;
    const season = [0.95, 1.06, 1, 1, 0.98, 0.96, 0.93, 0.86, 0.98, 1.02, 1.08, 1.14][day.getUTCMonth()]!;
    return growth * weekday * payday * season;
  }
}

/** How busy the hours of a day are (UTC): quiet before dawn, a small peak at noon, the evening is the time. */
export const hourWeights: readonly number[] = [34, 22, 13, 7, 5, 5, 8, 14, 22, 28, 32, 38, 44, 40, 36, 37, 42, 52, 66, 82, 96, 100, 86, 58];
