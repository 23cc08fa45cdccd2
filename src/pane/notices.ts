import type { Clock } from '../context.ts';

const NOTICE_MS = 4000;

/** Shows a notice until a key or time ends it, else the last alert until a key is pressed. */
export function createNotices(clock: Pick<Clock, 'monotonic'>) {
  let notice = '';
  let endsAt: number | null = null;
  let alert = '';
  let isAlertShown = false;
  const say = (text: string) => {
    notice = text;
    endsAt = null;
  };
  return {
    say,
    isSaying: (text: string) => notice === text,
    alert(text: string) {
      alert = text;
      isAlertShown = false;
    },
    message: () => (notice === '' || clock.monotonic() >= (endsAt ?? Infinity) ? alert : notice),
    onShown(message: string) {
      if (message === notice) endsAt ??= clock.monotonic() + NOTICE_MS;
      isAlertShown ||= message !== '' && message === alert;
    },
    endNotice() {
      if (endsAt !== null) say('');
    },
    /** Returns false if no alert was on the screen. */
    endAlert(): boolean {
      const isEnded = isAlertShown;
      if (isEnded) alert = '';
      isAlertShown = false;
      return isEnded;
    },
  };
}
