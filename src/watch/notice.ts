import type { Clock } from '../context.ts';

const NOTICE_MS = 4000;

/** A short text shown in the footer for four seconds. */
export interface Notice {
  set(text: string): void;
  /** Empty once the notice has expired. */
  text(): string;
}

export function createNotice(clock: Clock): Notice {
  let notice = { text: '', until: Number.NEGATIVE_INFINITY };
  return {
    set(text) {
      notice = { text, until: clock.monotonic() + NOTICE_MS };
    },
    text: () => (clock.monotonic() < notice.until ? notice.text : ''),
  };
}
