import { bellOutput, notificationOutput, notificationSequence } from '../terminal/notification.ts';
import type { Alerts } from './notifications.ts';
import type { Watch } from './source.ts';

/** Alerts beside the data, in the terminal that one of the two outputs is. A file gets no bells. */
export function streamAlerts({ source, context }: Watch): Alerts {
  return {
    showNotice: source.note,
    ring: () => bellOutput(context)?.write('\x07'),
    notify: (text) => notificationOutput(context)?.write(notificationSequence(text, context.env)),
  };
}
