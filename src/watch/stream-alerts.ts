import { notificationOutput, notificationSequence } from '../terminal/notification.ts';
import type { Alerts } from './notifications.ts';
import type { Watch } from './source.ts';

/** Alerts beside the data on stdout, on stderr where that is a terminal. */
export function streamAlerts({ source, context }: Watch): Alerts {
  return {
    showNotice: source.note,
    ring: () => context.stderr.write('\x07'),
    notify: (text) => notificationOutput(context)?.write(notificationSequence(text, context.env)),
  };
}
