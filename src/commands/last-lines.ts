import type { DataOptions } from '../cli/options.ts';
import type { Context } from '../context.ts';
import { dateOf } from '../market/market-day.ts';
import { partsOf } from '../output/board.ts';
import { type NextStep, renderShortSnapshot, renderSteps } from '../output/last-lines.ts';
import type { Board, TimeframeSnapshot } from '../service/snapshot.ts';
import type { Ctx } from '../text/ctx.ts';
import { cleanText } from '../text/safe-text.ts';
import type { Connection } from './connect.ts';

const FEW_ROWS = 5;
/** A board that every timeframe has. */
const USUAL_BOARD = 'movers';
/** Keys that need no quotes in a shell. */
const PLAIN_KEY = /^\w+$/;

export interface ShownSnapshot {
  readonly loaded: TimeframeSnapshot;
  readonly boards: ReadonlyArray<Board>;
}

interface Shown {
  readonly snapshots: ReadonlyArray<ShownSnapshot>;
  readonly options: DataOptions;
  readonly connection: Connection;
  readonly context: Context;
}

/**
 * What follows `lineCount` lines of boards on a terminal that does not show them all: the top play again, and the next steps.
 * Empty if it does, and if stdout is not a terminal.
 */
export function lastLines(lineCount: number, shown: Shown, style: Ctx): ReadonlyArray<string> {
  const { stdout } = shown.context;
  const isLong =
    stdout.isTTY === true && stdout.rows !== undefined && stdout.rows > 0 && lineCount >= stdout.rows;
  if (!isLong) return [];
  const tops = shown.snapshots.flatMap((each) =>
    renderShortSnapshot(each.loaded.snapshot, countOf(each), each.loaded, style),
  );
  return [...tops, ...renderSteps(stepsOf(shown), style)];
}

/** `13 boards`, or `6 of 13 boards`: as many as there are titles, so that each tier of money flow is one. */
function countOf({ loaded, boards }: ShownSnapshot): string {
  const [shown, all] = [boards, loaded.snapshot.boards].map((each) => each.flatMap(partsOf).length);
  const noun = all === 1 ? 'board' : 'boards';
  return shown === all ? `${all} ${noun}` : `${shown} of ${all} ${noun}`;
}

/** Commands that work where this one did: over the same data, of the same timeframes. */
function stepsOf({ snapshots, options, connection }: Shown): ReadonlyArray<NextStep> {
  const { settings, limit, isEmbedded, past } = connection;
  const timeframes = options.timeframe === undefined ? [] : ['-t', options.timeframe.join(',')];
  const service = [
    ...(isEmbedded ? ['--sandbox'] : []),
    ...(options.baseUrl === undefined ? [] : ['--base-url', options.baseUrl]),
  ];
  const at = past === null ? [] : ['--at', isoOf(past.at)];
  const chosen =
    options.board?.every((key) => PLAIN_KEY.test(key)) === true ? ['-b', options.board.join(',')] : [];
  const command = (...words: ReadonlyArray<string>) =>
    ['boards', ...service, ...at, ...timeframes, ...words].map(cleanText).join(' ');
  const keys = [...new Set(snapshots.flatMap(({ boards }) => boards.map(({ key }) => key)))];
  const one = keys.includes(USUAL_BOARD) ? USUAL_BOARD : keys.find((key) => PLAIN_KEY.test(key));
  const live =
    past === null
      ? { label: 'live', command: ['boards watch', ...service, ...timeframes].map(cleanText).join(' ') }
      : { label: 'replay', command: replayCommand(snapshots, [...service, ...timeframes], isEmbedded) };
  return [
    ...(limit > FEW_ROWS ? [{ label: 'Shorter', command: command(...chosen, '-l', String(FEW_ROWS)) }] : []),
    ...(settings.wide.value || keys.length < 2
      ? []
      : [{ label: 'all columns', command: command(...chosen, '--wide') }]),
    ...(one === undefined || keys.length < 2 ? [] : [{ label: 'one board', command: command('-b', one) }]),
    live,
  ];
}

/** The day of the recording; the sandbox has one day only. */
function replayCommand(
  snapshots: ReadonlyArray<ShownSnapshot>,
  words: ReadonlyArray<string>,
  isEmbedded: boolean,
): string {
  const [first] = snapshots;
  const asOf = first?.loaded.snapshot.asOfMilliseconds ?? null;
  const isDated = first !== undefined && asOf !== null && !isEmbedded;
  const day = isDated ? [dateOf(asOf, first.loaded.isSimulated !== false)] : [];
  return ['boards replay', ...day, ...words].map(cleanText).join(' ');
}

/** `2026-11-20T10:15:02Z`. */
function isoOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;
}
