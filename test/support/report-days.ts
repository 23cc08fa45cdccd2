import { join } from 'node:path';
import type { Timeframe } from '../../src/market/catalogue.ts';
import type { ReportSelection } from '../../src/market/report/entries.ts';
import { createReport, createReportDay, type Report } from '../../src/market/report/report.ts';
import type { Snapshot } from '../../src/service/snapshot.ts';
import { temporaryDirectory } from './directories.ts';
import { writeRecording } from './recordings.ts';
import { bodyOf, rowOf, snapshotOf, topPlayOf } from './snapshots.ts';

/** The snapshots are in order of time. */
export interface DaySnapshots {
  readonly date: string;
  readonly snapshots: Readonly<Partial<Record<Timeframe, ReadonlyArray<Snapshot>>>>;
}

export function reportOf(
  days: ReadonlyArray<DaySnapshots>,
  timeframe: Timeframe = 'day',
  selection: ReportSelection = {},
): Report {
  const report = createReport(timeframe, selection);
  for (const { date, snapshots } of days) {
    const day = createReportDay(date, timeframe, selection);
    for (const [name, all] of Object.entries(snapshots))
      for (const snapshot of all) day.add(name as Timeframe, snapshot);
    report.add(day);
  }
  return report.result();
}

// In this market, each figure can be computed by hand. Every four minutes from 9:30 to 12:30 in New York, a
// symbol (S0 first) enters Movers at rank 1 and pushes the others down. It stays for 40 minutes, the first 20
// of them in ranks 1 to 5. Even symbols are also on Relative volume for 80 minutes, in `swing` for 104. A
// price starts at 100, and then rises, falls or stays, depending on the index modulo 3. Every fourth symbol
// has a negative change, and the number 3 as its boards. Every 20 minutes, the newest symbol becomes the top
// play.
const CONVEYOR_DATE = '2026-06-02';
const OPENING = Date.parse(`${CONVEYOR_DATE}T13:30:00Z`);
const MINUTES = 180;
const STEPS = [0.1, -0.1, 0];

function conveyorRow(index: number, minute: number, rank: number) {
  return rowOf({
    rank,
    symbol: `S${index}`,
    name: null,
    price: 100 + (STEPS[index % 3] ?? 0) * (minute - 4 * index),
    dayPct: index % 4 === 0 ? -2 : 2,
    boards: index % 4 === 0 ? 3 : 1,
    bias: index % 2 === 0 ? 'bullish' : 'bearish',
  });
}

function conveyorBody(minute: number, timeframe: string) {
  const newest = Math.floor(Math.min(Math.max(minute, 0), MINUTES) / 4);
  const listed = Array.from({ length: 10 }, (_, index) => newest - index).filter((index) => index >= 0);
  const even = Array.from(
    { length: timeframe === 'day' ? 10 : 13 },
    (_, index) => newest - (newest % 2) - 2 * index,
  );
  const ranked = (all: ReadonlyArray<number>) =>
    all.filter((index) => index >= 0).map((index, place) => conveyorRow(index, minute, place + 1));
  const top = 5 * Math.floor(newest / 5);
  const boards =
    timeframe === 'day'
      ? { movers: ranked(listed), rvol: ranked(even.slice(0, 10)) }
      : { rvol: ranked(even) };
  return bodyOf({
    asOf: new Date(OPENING + minute * 60_000).toISOString(),
    timeframe,
    session: minute < 0 ? 'premarket' : minute <= MINUTES ? 'open' : 'afterhours',
    topPlay: topPlayOf({ symbol: `S${top}`, price: null, dayPct: null, boards: 2 }),
    boards,
    boardNames: Object.keys(boards),
  });
}

/** Starts two minutes before the session and ends two minutes after it. */
function conveyor(timeframe: 'day' | 'swing') {
  return Array.from({ length: MINUTES + 5 }, (_, index) => conveyorBody(index - 2, timeframe));
}

export const conveyorDay = (): DaySnapshots => ({
  date: CONVEYOR_DATE,
  snapshots: { day: conveyor('day').map(snapshotOf), swing: conveyor('swing').map(snapshotOf) },
});

export function recordedConveyor(): string {
  const directory = temporaryDirectory();
  for (const timeframe of ['day', 'swing'] as const)
    writeRecording(
      join(directory, 'boards.example_443', CONVEYOR_DATE),
      `${timeframe}.ndjson`,
      conveyor(timeframe).map((body) => JSON.stringify(body)),
    );
  return directory;
}

/** In these two days, most symbols rise or fall faster. Each third one has no price, at first or later. */
export function recordedTrends(session = 'open'): string {
  const directory = temporaryDirectory();
  for (const [date, minutes] of [
    ['2026-06-01', 150],
    ['2026-06-02', 180],
  ] as const) {
    const bodies = Array.from({ length: minutes + 1 }, (_, minute) => trendsBody(date, minute, session));
    const lines = bodies
      .filter((_, minute) => minute < 70 || minute > 90)
      .map((body) => JSON.stringify(body));
    writeRecording(join(directory, 'boards.example_443', date), 'day.ndjson', lines);
  }
  return directory;
}

function trendsBody(date: string, minute: number, session: string) {
  const newest = Math.floor(minute / 2);
  const rowAt = (index: number, place: number) => {
    const age = minute - 2 * index;
    const price = 100 + (index % 2 === 0 ? 0.31 : -0.07) * (1 + index / 40) * age;
    const isPriced = index % 9 === 4 ? age < 1 : index % 9 !== 7;
    const fields = { rank: place + 1, symbol: `T${index}`, name: null, boards: 1, bias: null };
    return rowOf({ ...fields, price: isPriced ? price : null, dayPct: index % 3 === 0 ? -2 : 2 });
  };
  const listed = Array.from({ length: 10 }, (_, place) => newest - place).filter((index) => index >= 0);
  const boards = { movers: listed.map(rowAt), shorted: listed.filter((index) => index % 2 > 0).map(rowAt) };
  return bodyOf({
    asOf: new Date(Date.parse(`${date}T13:30:00Z`) + minute * 60_000).toISOString(),
    session,
    topPlay: null,
    boards,
    boardNames: Object.keys(boards),
  });
}
