import { MINUTE, SECOND } from '../market/calendar.ts';

export const REQUESTS_PER_MINUTE = 120;

/** The state of a key in the current window. */
export interface QuotaState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window resets: 1 to 60. */
  readonly resetSeconds: number;
}

/** Counts requests per key in fixed windows of one clock minute (api.md section 8). */
export function createQuota(limit = REQUESTS_PER_MINUTE) {
  const counts = new Map<string, { readonly minute: number; readonly requests: number }>();
  const usedBy = (key: string, minute: number) => {
    const count = counts.get(key);
    return count?.minute === minute ? count.requests : 0;
  };
  return {
    /** Counts one request if the limit allows it; a throttled request is not counted. */
    take(key: string, now: number): QuotaState {
      const minute = Math.floor(now / MINUTE);
      const used = usedBy(key, minute);
      const allowed = used < limit;
      if (allowed) counts.set(key, { minute, requests: used + 1 });
      return { ...quotaAt(now), allowed, remaining: Math.max(0, limit - used - 1) };
    },
    /** Returns the state without counting a request. */
    peek(key: string, now: number): QuotaState {
      const remaining = limit - usedBy(key, Math.floor(now / MINUTE));
      return { ...quotaAt(now), allowed: remaining > 0, remaining };
    },
  };
}

function quotaAt(now: number): Pick<QuotaState, 'resetSeconds'> {
  const windowEnd = (Math.floor(now / MINUTE) + 1) * MINUTE;
  return { resetSeconds: Math.ceil((windowEnd - now) / SECOND) };
}
