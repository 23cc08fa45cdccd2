import { isFromMemory } from '../../fields/fields.ts';
import { printedChanges } from '../../market/diff.ts';
import { boardsToShow, narrowsRows } from '../../market/selection.ts';
import { toAscii } from '../../text/ascii.ts';
import { screenStyle } from '../../text/style.ts';
import type { Watch } from '../../watch/feed.ts';
import type { Renderer } from '../../watch/stream.ts';

/** Plain output has tables of the first snapshot and sentences about the later ones. */
export async function loadTables(watch: Watch): Promise<Renderer> {
  const { source, request, context } = watch;
  const { output, selection } = request;
  const isPlain = output === 'plain';
  const plain = isPlain ? await import('../../output/plain-changes.ts') : null;
  const { renderSnapshot } = await import('../../output/snapshot-lines.ts');
  // Tables show one snapshot, so they have no age and no trend.
  const columns = request.columns?.filter((column) => !isFromMemory(column)) ?? null;
  const isWhole = (selection.boards ?? []).length === 0 && !narrowsRows(selection);
  return ({ snapshot, diff, isSimulated, isRecorded }) => {
    const screen = screenStyle(request.style, context, isPlain ? 'plain' : 'screen');
    const style = { ...screen, now: source.clock.now(), isSimulated, isRecorded };
    const lines =
      diff !== null && plain !== null
        ? plain.renderPlainChanges(snapshot, printedChanges(diff, selection), style)
        : [
            ...renderSnapshot(snapshot, boardsToShow(snapshot, selection), { ...style, columns, isWhole }),
            '',
          ];
    const text = lines.map((line) => `${line}\n`).join('');
    return style.ascii ? toAscii(text) : text;
  };
}
