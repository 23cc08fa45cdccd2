import { renderHelp } from '../pane-help.ts';
import type { Key, View } from '../view.ts';
import { linesBody } from './board-body.ts';

/** What one needs of a view: a row and what its cells are, its keys and its signs. */
export function helpView({ help = { sample: [], signs: [] } }: View, keys: ReadonlyArray<Key>): View {
  const { sample, signs } = help;
  const section = (title: string) => ({
    title,
    entries: keys
      .filter(({ group }) => group === title.toLowerCase())
      .map(({ label, help: word }) => ({ label, word })),
  });
  return {
    name: 'help',
    isModal: true,
    hasShortHeader: true,
    keys: [],
    draw: ({ ctx: { width, theme } }) =>
      linesBody(
        renderHelp(
          sample,
          [
            [section('Look'), section('Mark')],
            [section('Move'), section('Time')],
          ],
          signs,
          width,
          theme,
        ),
      ),
  };
}
