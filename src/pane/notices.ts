import type { Clock } from '../context.ts';

const NOTICE_MS = 4000;

/** Shows a notice until a key is pressed or its time is over, otherwise the last alert until a key is pressed. */
export function createNotices(clock: Pick<Clock, 'monotonic'>, draw: () => void) {
  let notice = '';
  let endsAt: number | null = null;
  let alert = '';
  let isAlertShown = false;
  const say = (text: string) => {
    notice = text;
    endsAt = null;
  };
  return {
    /** Shows a text for a few seconds. */
    show(text: string) {
      say(text);
      draw();
    },
    /** Shows a text for a few seconds, but waits for the next frame. */
    say,
    isSaying: (text: string) => notice === text,
    showAlert(text: string) {
      alert = text;
      isAlertShown = false;
      draw();
    },
    message: () => (notice === '' || clock.monotonic() >= (endsAt ?? Infinity) ? alert : notice),
    onShown(message: string) {
      if (message === notice) endsAt ??= clock.monotonic() + NOTICE_MS;
      isAlertShown ||= message !== '' && message === alert;
    },
    endNotice() {
      if (endsAt !== null) say('');
    },
    endAlert() {
      if (isAlertShown) alert = '';
      isAlertShown = false;
    },
  };
}
