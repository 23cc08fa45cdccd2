import { MINUTE_MS } from '../time-units.ts';

/** What trends are about, of rows and of confluence: the last 30 minutes, shown as eighths. */
export const TREND_WINDOW_MS = 30 * MINUTE_MS;
export const TREND_BUCKETS = 8;
export const TREND_BUCKET_MS = TREND_WINDOW_MS / TREND_BUCKETS;

/** These minutes are compared with those before. */
export const TREND_RECENT_MS = 10 * MINUTE_MS;

/** What came less than this ago is new. */
export const NEWS_MS = 5 * MINUTE_MS;
