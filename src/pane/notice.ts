import type { Clock } from '../context.ts';

const NOTICE_MS = 4000;

/** A short text shown in the footer for four seconds, or until a key does something. */
export interface Notice {
  set(text: string): void;
  /** Ends it, if it was shown. */
  end(): void;
  /** Empty once the notice has expired, and while it has to wait, from which on the four seconds count. */
  text(isWaiting: boolean): string;
}

export function createNotice(clock: Clock): Notice {
  let shown = '';
  /** Null until it is shown. */
  let until: number | null = null;
  return {
    set(text) {
      shown = text;
      until = null;
    },
    end() {
      if (until !== null) shown = '';
    },
    text(isWaiting) {
      if (isWaiting || shown === '') return '';
      until ??= clock.monotonic() + NOTICE_MS;
      if (clock.monotonic() >= until) shown = '';
      return shown;
    },
  };
}
