import { explained, type LabelledText, type Topic } from '../../cli/specification.ts';
import { PAGES } from '../../cli/topics.ts';
import { PANE_KEYS, VIEWS } from '../../pane/keys.ts';
import type { Key } from '../../pane/view.ts';
import { SIGNS } from '../../pane/views/help-view.ts';

const entriesOf = (keys: ReadonlyArray<Key>) => keys.map(({ label, help }): LabelledText => [label, help]);

const SECTIONS = [
  ['On the boards, and in most other views', entriesOf(PANE_KEYS)] as const,
  ...VIEWS.map(({ name, keys }) => [`In the ${name}`, entriesOf(keys)] as const),
  ['Signs', Object.values(SIGNS).map(({ label, word }): LabelledText => [label, word])] as const,
].filter(([, entries]) => entries.length > 0);

const keysTopic = () => `Keys and signs of boards watch

${SECTIONS.map(([title, entries]) => `${title}:\n${explained(entries)}\n`).join('\n')}
Everywhere, Ctrl-L redraws the screen and Ctrl-Z suspends the program.
In prompts, Ctrl-W deletes a word and Ctrl-U deletes everything.
`;

export const TOPIC_PAGES: Readonly<Record<Topic, () => string>> = { ...PAGES, keys: keysTopic };
