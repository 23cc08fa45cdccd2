/** Limits how often the same thing may happen. */
export interface Cooldown {
  /** Whether it may happen now; if so, it counts as having happened. A refusal does not prolong the time. */
  allows(key: string, now: number): boolean;
}

/** Older ones are forgotten beyond this, so that memory is bounded. */
const MAX_ENTRIES = 20_000;

/** `milliseconds` 0 allows everything. The times passed in must not decrease. */
export function createCooldown(milliseconds: number, maxEntries = MAX_ENTRIES): Cooldown {
  /** When each last happened, the oldest first. */
  const last = new Map<string, number>();
  return {
    allows(key, now) {
      if (milliseconds <= 0) return true;
      for (const [each, time] of last) {
        if (now - time < milliseconds && last.size < maxEntries) break;
        last.delete(each);
      }
      if (last.has(key)) return false;
      last.set(key, now);
      return true;
    },
  };
}
