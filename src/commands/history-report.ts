import { isTimeframeChosen, type Options } from '../cli/options.ts';
import { datesOf } from '../cli/values/times.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { labelNotes } from '../fields/data-origin.ts';
import { describeMissingBoards, noSuchBoards, onlyText } from '../fields/notes.ts';
import { renderJson } from '../lib/json-text.ts';
import { describeTime, SECOND_MS } from '../lib/time.ts';
import { BOARD_CATALOGUE, TIMEFRAMES, type Timeframe } from '../market/catalogue.ts';
import { MAX_GAP_MS } from '../market/market-day.ts';
import {
  createReport,
  createReportDay,
  type Report,
  reportJson,
  reportRows,
} from '../market/report/report.ts';
import { isForScripts } from '../settings/resolve.ts';
import { startProgress } from '../terminal/progress.ts';
import { counted } from '../text/format.ts';
import { DISCLAIMER } from './shared/one-shot.ts';
import { styleOf, writeLines } from './shared/print.ts';
import { findReportDays, type ReportDays } from './shared/report-days.ts';
import { openSession, type Session } from './shared/session.ts';

export const REPORT_NOTES: ReadonlyArray<string> = [
  'Without a ticker, history shows how symbols performed after they reached the boards, in one timeframe (default: day). An entry is the first time on a day that a symbol reaches ranks 1 to 5 of a board, three boards, or the top play. A symbol in the first snapshot of a day, or in the first one after a gap, is not an entry. Neither is a symbol on a board that was missing from the snapshot before.',
  'For each entry, history compares its price with the price last seen within 15, 30 or 60 minutes, or by the end of the day. It looks for that price in all recorded timeframes, because symbols that fall leave the boards and then have no price. In the tables, n is the number of entries whose time ends within the day and has no gap. priced is the number of those with a price in the last two minutes of that time. No share includes entries without a later price. Compare each line with the other listed symbols of the same snapshots.',
  'From 20 symbols on, the share that rose has a 95 % interval (Wilson). The true interval is wider, because symbols move together. Costs are not included.',
  'Only snapshots of session open count. If no day has one, all snapshots count. -b shows only the entries of these boards. --bias and --min-boards choose entries by the bias and the number of boards that the symbol has at its entry. Movers with a change of 0 are neither up nor down. Two days, which are kept by default, are too few for a report. To keep 30, run: boards config set record 30',
];

const SPINNER_DELAY_MS = SECOND_MS;

export function oneTimeframe(timeframes: ReadonlyArray<Timeframe>): Timeframe {
  const [first = 'day'] = timeframes;
  if (timeframes.length <= 1) return first;
  const example = timeframes.includes('day') ? 'day' : first;
  throw new UsageError('the report covers only one timeframe', {
    hint: `For example: \`boards history -t ${example}\``,
  });
}

export async function runReport(options: Options, context: Context): Promise<void> {
  const session = openSession(options, context);
  const { value: timeframes } = session.settings.timeframe;
  // Ignores all but the first timeframe of the preference, which other commands share.
  const timeframe = oneTimeframe(isTimeframeChosen(options, context) ? timeframes : timeframes.slice(0, 1));
  const progress = startProgress('reading recordings', context, session.options, SPINNER_DELAY_MS);
  const { report, days, first } = await readReport(timeframe, session, progress.update).finally(
    progress.stop,
  );
  days.noteSkipped();
  if (report.days.length === 0) throw days.absence();
  noteBoards(report, session);
  if (Number.isFinite(days.from) && first - days.from > MAX_GAP_MS)
    session.note(
      `the first snapshot within --last is from ${describeTime(first, session.settings.timeZone)}`,
    );
  noteSample(report, session);
  await writeReport(report, days, session);
}

async function readReport(timeframe: Timeframe, session: Session, updateProgress: (text: string) => void) {
  const { day, last = Infinity, board: boards, bias, minBoards } = session.options;
  const days = await findReportDays(
    {
      timeframe,
      dates: day === undefined ? null : datesOf(day),
      last: last * SECOND_MS,
    },
    session,
  );
  const selection = { boards, bias, minBoards };
  const report = createReport(timeframe, selection);
  const { dates, isRecorded } = days;
  let earliest = Infinity;
  for (const [index, date] of dates.entries()) {
    const { times, read } = await days.open(date);
    const collected = createReportDay(date, timeframe, selection);
    const [first = NaN] = times;
    earliest = Math.min(earliest, ...times.slice(0, 1));
    for (const [count, each] of [timeframe, ...TIMEFRAMES.filter((name) => name !== timeframe)].entries()) {
      updateProgress(
        isRecorded
          ? `reading ${date}, ${index + 1} of ${counted(dates.length, 'day')}`
          : `computing ${each}, ${count + 1} of ${TIMEFRAMES.length} timeframes`,
      );
      for await (const snapshot of read(each, first, times.at(-1) ?? NaN)) collected.add(each, snapshot);
    }
    report.add(collected);
  }
  return { report: report.result(), days, first: earliest };
}

/** Prints a note about missing boards of `-b`. Throws UsageError if no snapshot can have any of them. */
function noteBoards({ timeframe, boards }: Report, { options, note }: Session): void {
  const { board: wanted = [] } = options;
  const lower = (keys: ReadonlyArray<string>) => new Set(keys.map((key) => key.toLowerCase()));
  const present = lower(boards);
  const known = lower(
    BOARD_CATALOGUE.flatMap(({ key, timeframes }) => (timeframes.includes(timeframe) ? [key] : [])),
  );
  const missing = wanted.filter((key) => !present.has(key.toLowerCase()));
  if (missing.length === 0) return;
  const found = { where: 'these snapshots', missing, present: boards.map((key) => ({ key })) };
  if (missing.length === wanted.length && !missing.some((key) => known.has(key.toLowerCase())))
    throw noSuchBoards(found);
  note(describeMissingBoards(found));
}

function noteSample({ withoutOpen, snapshots, isOpen, entries }: Report, { note }: Session): void {
  if (withoutOpen.length > 0)
    note(`skipped days without a snapshot of the open session: ${withoutOpen.join(', ')}`);
  if (snapshots === 1)
    note(
      `there is only one snapshot${isOpen ? ' of the open session' : ''}, and an entry needs an earlier one`,
    );
  if (entries.length > 0 && entries.every(({ price }) => price === null)) note('no entry has a price');
}

async function writeReport(report: Report, days: ReportDays, session: Session): Promise<void> {
  const { options, context, settings, noteAlways } = session;
  const { isSimulated, isRecorded } = days;
  const origin = { isSimulated, isRecorded };
  if (isForScripts(options)) {
    const times = [report.first, report.last];
    const snapshots = times.map((time) => ({ ...origin, snapshot: { time } }));
    labelNotes(snapshots, settings.timeZone).forEach(noteAlways);
    noteAlways(DISCLAIMER);
    const { csvLines } = await import('../output/csv.ts');
    context.stdout.write(
      options.csv === true
        ? csvLines(reportRows(report))
        : renderJson(reportJson(report), context.stdout.isTTY === true),
    );
    return;
  }
  const { board, bias, minBoards } = options;
  const only = onlyText({ symbols: board, bias, minBoards });
  const style = await styleOf(session);
  const { renderReport } = await import('../output/report-lines.ts');
  writeLines(
    renderReport(report, { ...style, ...origin, only, disclaimer: DISCLAIMER, now: context.clock.now() }),
    style,
    context,
  );
}
