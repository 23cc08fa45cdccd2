import { MINUTE_MS, SECOND_MS } from '../../time-units.ts';

export const REQUESTS_PER_MINUTE = 120;

/** The state of a key in the current window. */
export interface QuotaState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window resets: 1 to 60. */
  readonly resetSeconds: number;
}

/** Counts requests per key in fixed windows of one clock minute. */
export function createQuota() {
  const counts = new Map<string, { readonly minute: number; readonly requests: number }>();
  const usedBy = (key: string, minute: number) => {
    const count = counts.get(key);
    return count?.minute === minute ? count.requests : 0;
  };
  return {
    /** Counts one request if the limit allows it; a throttled request is not counted. */
    take(key: string, now: number): QuotaState {
      const minute = Math.floor(now / MINUTE_MS);
      const used = usedBy(key, minute);
      const allowed = used < REQUESTS_PER_MINUTE;
      if (allowed) counts.set(key, { minute, requests: used + 1 });
      return { ...quotaAt(now), allowed, remaining: Math.max(0, REQUESTS_PER_MINUTE - used - 1) };
    },
    /** Returns the state without counting a request. */
    peek(key: string, now: number): QuotaState {
      const remaining = REQUESTS_PER_MINUTE - usedBy(key, Math.floor(now / MINUTE_MS));
      return { ...quotaAt(now), allowed: remaining > 0, remaining };
    },
  };
}

function quotaAt(now: number): Pick<QuotaState, 'resetSeconds'> {
  const windowEnd = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  return { resetSeconds: Math.ceil((windowEnd - now) / SECOND_MS) };
}
