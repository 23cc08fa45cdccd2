import type { BoardRow, TopPlay } from '../api/snapshot.ts';
import type { Schema } from '../json-schema.ts';
import type { RankMark } from '../model/movement.ts';
import type { Standing } from '../model/standings.ts';
import type { Age } from '../model/stints.ts';
import type { Trend } from '../model/trend.ts';
import type { TimeZone } from '../time-zone.ts';
import type { Align } from '../view/safe-text.ts';
import { type Paint, type Theme, unpainted } from '../view/theme.ts';

/** What a line of an output is about: a row of a board, a top play, or a symbol with its boards in all timeframes. */
export type Subject = 'row' | 'topPlay' | 'symbol';

/** What became of a symbol, ready to be shown. */
export interface SinceView {
  /** `◆5`: boards now; `left 14:24`, or with the date of another day than the one shown. */
  readonly now: string;
  /** Its confluence now; null if it left. */
  readonly boards: number | null;
  readonly changePct: number | null;
}

/** What became of the symbol of a row; null if nothing is known of it. */
export type SinceOf = (symbol: string | null) => SinceView | null;

/** A fact of the scanner about a symbol, with all that an output may know beside it. */
export interface Row extends BoardRow {
  /** Its key; null for a symbol that is on none. */
  readonly board?: string | null;
  readonly timeframe?: string | null;
  /** As the service sent it. */
  readonly asOf?: string | null;
  readonly asOfMilliseconds?: number | null;
  readonly session?: string | null;
  /** `SANDBOX`, `RECORDED 10:15:02 EST`; empty for live data. */
  readonly source?: string;
  readonly reasons?: TopPlay['reasons'];
  /** A symbol by its confluence: one standing for each timeframe that lists it. `boards` is their sum then. */
  readonly standings?: ReadonlyArray<Standing>;
  /** Whether several timeframes were asked for. */
  readonly isOfSeveral?: boolean;
  /** What became of the symbol of older data; null: nothing is known, undefined: the data is not older. */
  readonly since?: SinceView | null | undefined;
  /** How the row moved, in the pane; undefined if it did not. */
  readonly mark?: RankMark | undefined;
  /** What memory knows of the row, in the pane; null where it has nothing. */
  readonly past?: RowPast | null;
  /** Whether the age stands in the mark of a row that did not move, because there is no column for it. */
  readonly hasAgeInMark?: boolean;
  /** What stands in place of the metric: its first line, or without the words of the title. */
  readonly shownMetric?: string;
}

/** What memory knows of a row of the pane. */
export interface RowPast {
  readonly age: Age;
  readonly trend: Trend;
}

/** Nothing is known. */
export const EMPTY_ROW: Row = {
  rank: null,
  symbol: null,
  name: null,
  price: null,
  dayPct: null,
  volume: null,
  boards: null,
  bias: null,
  metric: null,
  tag: null,
};

/** A value as in JSON and CSV. */
export type Value = string | number | null | object;

/** `screen` has signs and shortens, `plain` has words, `template` is for `--format`. */
export type Style = 'screen' | 'plain' | 'template';

/** How text is written, when and where it is read. */
interface FieldContext {
  readonly style: Style;
  readonly nowMilliseconds: number;
  readonly timeZone: TimeZone;
}

/** Of the fields of tables, none depends on the time. */
export const ON_SCREEN: FieldContext = { style: 'screen', nowMilliseconds: 0, timeZone: undefined };

/** `quiet` steps back on the screen alone; the others are roles of the theme. */
export type Role = 'up' | 'down' | 'strong' | 'muted' | 'quiet' | 'highlight' | 'accent' | null;

/** One fact about a row, as every output names, explains, compares, writes and paints it. */
export interface Field {
  /** As in JSON: in `--columns`, `--sort`, `--format` and the headers of CSV and plain output. */
  readonly id: string;
  /** The header of tables. */
  readonly label: string;
  /** What it is, and what null means, in lower case: for `help json` and `help schema`. */
  readonly doc: string;
  /** What `--format` says beside that. */
  readonly formatDoc?: string;
  /** Of the value in the rows and the top play that the service sends; absent for a field that they do not have. */
  schema?(description: string): Schema;
  /** The lines that have it, of which `--format` can write it; none for what only the pane knows. */
  readonly of: ReadonlyArray<Subject>;
  /** Whether `--columns` and `--sort` take it; `columns` alone: it has no order. */
  readonly choice?: 'columns' | 'columns and sort';
  readonly align?: Align;
  /** Cells of its column where that is not sized by its texts. */
  readonly cells?: { readonly min: number; readonly max: number };
  /** Other names that options accept. */
  readonly aliases?: ReadonlyArray<string>;
  /** Whether the smallest comes first. */
  readonly isAscending?: boolean;
  raw(row: Row): Value;
  /** Clean text for at most so many cells, `–` for null. */
  text(row: Row, context: FieldContext, cells: number): string;
  role?(row: Row): Role;
}

export function paintOf(field: Field, row: Row, theme: Theme, style: Style): Paint {
  const role = field.role?.(row) ?? null;
  if (role === null) return unpainted;
  if (role === 'quiet') return style === 'screen' ? theme.muted : unpainted;
  return theme[role];
}
