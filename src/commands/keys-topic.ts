import { LEGEND } from '../view/pane-help.ts';
import { displayWidth } from '../view/safe-text.ts';
import { wrapWords } from '../view/wrap.ts';
import { keyHelp } from '../watch/footer.ts';
import { PAGE_WIDTH } from './shared/screen-hint.ts';

/** The page of `boards help keys`: what `?` shows in the pane. */
export const KEYS_TOPIC = [
  'Keys and signs of boards watch',
  ...[keyHelp(), LEGEND].flatMap(({ title, entries }) => {
    const labelWidth = Math.max(...entries.map(({ label }) => displayWidth(label)));
    const indent = ' '.repeat(labelWidth + 4);
    const lines = entries.flatMap(({ label, word }) =>
      wrapWords(word, PAGE_WIDTH - indent.length).map((text, index) =>
        index === 0 ? `  ${label}${' '.repeat(labelWidth - displayWidth(label))}  ${text}` : indent + text,
      ),
    );
    return ['', `${title}:`, ...lines];
  }),
  '',
].join('\n');
