import type { Clock } from '../context.ts';

/** A short text in the footer. A key that does something ends it, or time. */
interface Notice {
  readonly text: string;
  /** Null until it is shown. */
  readonly until: number | null;
}

const NOTICE_MS = 4000;
const NO_NOTICE: Notice = { text: '', until: null };

/** The message at the end of the footer: a notice for some seconds, else the last alert until a key is pressed. */
export function createNotices(clock: Pick<Clock, 'monotonic'>) {
  let notice = NO_NOTICE;
  let alert: { readonly text: string; readonly isShown: boolean } | null = null;
  return {
    say(text: string | null) {
      if (text !== null) notice = { text, until: null };
    },
    isSaying: (text: string) => notice.text === text,
    alert(text: string) {
      alert = { text, isShown: false };
    },
    /** Empty for nothing. */
    message(): string {
      const isOver = notice.text === '' || clock.monotonic() >= (notice.until ?? Infinity);
      return isOver ? (alert?.text ?? '') : notice.text;
    },
    /** Starts the time of the notice if that is the message on the screen. */
    onShown(message: string) {
      if (message !== '' && message === notice.text)
        notice = { ...notice, until: notice.until ?? clock.monotonic() + NOTICE_MS };
      if (message === alert?.text) alert = { ...alert, isShown: true };
    },
    endNotice() {
      if (notice.until !== null) notice = NO_NOTICE;
    },
    /** Returns false if no alert was on the screen. */
    endAlert(): boolean {
      const isShown = alert?.isShown === true;
      if (isShown) alert = null;
      return isShown;
    },
  };
}
