import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { boardsToShow, listRows, narrowsRows, selectRaw } from '../model/select.ts';
import { unexpected } from '../quote.ts';
import { nearest } from '../suggest.ts';
import { addExamples } from './examples.ts';
import { loadSnapshots } from './load.ts';
import { noteMissingBoards } from './missing-boards.ts';
import { COMMAND_NAMES } from './names.ts';
import {
  addColorOptions,
  addCsvOption,
  addSelectionOptions,
  addServiceOptions,
  addSnapshotOptions,
  type DataOptions,
} from './options.ts';
import { openSession } from './session.ts';
import { disclaimer, perTimeframe, writeData, writeJson, writePages } from './write.ts';

export function registerBoards(program: Command, context: Context): void {
  const command = program
    .command('boards', { isDefault: true })
    .description('one snapshot: the top play, then a table per board')
    .allowExcessArguments();
  addSnapshotOptions(command);
  addSelectionOptions(command);
  addServiceOptions(command);
  addColorOptions(command);
  command.option('--json', 'the snapshot as the service sent it');
  addCsvOption(command);
  addExamples(command, {
    'boards --sandbox': 'look around, without a key',
    'boards -t swing -b movers,rvol': 'two boards of another timeframe',
    'boards --bias bullish --min-boards 3': 'only what many boards agree on',
    'boards -t all --json': 'everything, for a script',
  });
  command.action(async (options: DataOptions) => {
    refuseWords(command.args);
    await runBoards(options, context);
  });
}

/** Fetches the chosen timeframes and writes them as tables, JSON or CSV. */
async function runBoards(options: DataOptions, context: Context): Promise<void> {
  const session = await openSession(options, context);
  const loaded = await loadSnapshots(session, options, context, () => preload(options));
  const selection = { ...options, symbols: options.symbol, boards: session.settings.boards?.value };
  noteMissingBoards(loaded.snapshots, selection.boards, session);
  const writing = { options, session, context };
  if (options.json === true) {
    const raws = loaded.snapshots.map(({ snapshot }) => selectRaw(snapshot, selection));
    return writeJson(perTimeframe(raws, session), writing);
  }
  if (options.csv === true) {
    const { renderCsv } = await import('../view/csv.ts');
    const rows = loaded.snapshots.flatMap(({ snapshot }) => listRows(snapshot, selection));
    return writeData(renderCsv(rows), writing);
  }
  const { renderSnapshot } = await import('../view/snapshot.ts');
  const view = {
    columns: session.settings.columns?.value ?? null,
    nowMilliseconds: context.clock.now(),
    sandbox: session.sandbox,
    showAge: true,
  };
  const selected = loaded.snapshots.map(({ snapshot }) => ({
    snapshot,
    boards: boardsToShow(snapshot, selection),
  }));
  if (narrowsRows(selection) && selected.every(({ boards }) => boards.length === 0))
    session.note('no symbol matches');
  await writePages(
    loaded,
    (style) => [
      ...selected.map(({ snapshot, boards }, index) => [
        ...(index > 0 ? [''] : []),
        ...renderSnapshot(snapshot, boards, { ...style, ...view }),
      ]),
      disclaimer(style, context),
    ],
    writing,
  );
}

async function preload({ json, csv }: DataOptions): Promise<void> {
  if (csv === true) await import('../view/csv.ts');
  else if (json !== true) await Promise.all([import('../view/snapshot.ts'), import('./screen-style.ts')]);
}

/** `boards` takes no words, so that a word is a mistyped command, or one that came after the options. */
function refuseWords(words: ReadonlyArray<string>): void {
  const [word] = words;
  if (word === undefined) return;
  if (COMMAND_NAMES.some((name) => name === word)) {
    throw new UsageError(`the command comes first`, { hint: `boards ${word} …, then the options.` });
  }
  const meant = nearest(
    word,
    COMMAND_NAMES.filter((name) => name !== 'boards'),
  );
  const isTicker = /^[A-Z][A-Z0-9.^=/-]{0,11}$/.test(word) && meant !== word.toLowerCase();
  const guess = isTicker ? `symbol ${word}` : meant;
  const question = guess === undefined ? '' : `Did you mean boards ${guess}? `;
  throw unexpected('there is no command', word, `${question}Commands: ${COMMAND_NAMES.join(', ')}.`);
}
