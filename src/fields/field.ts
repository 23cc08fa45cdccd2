import type { Schema } from '../lib/json-schema.ts';
import type { Age } from '../lib/time.ts';
import type { Mark } from '../market/diff.ts';
import type { Standing } from '../market/standings.ts';
import type { RowOutcome, SymbolOutcome } from '../market/symbol-outcomes.ts';
import type { Trend } from '../market/timeline/trend.ts';
import type { BoardRow, TopPlay } from '../service/snapshot.ts';
import type { Align } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';

/**
 * What a line of an output is about: a row of a board, a top play, or a symbol with its boards in all timeframes.
 * `memory` is a row of the pane, which knows earlier snapshots: what it has beside the fields of a row.
 */
export type Subject = 'row' | 'topPlay' | 'symbol' | 'memory';

/** The facts that are the same on each line of a snapshot. */
export interface Origin {
  readonly timeframe?: string | null;
  /** As the service sent it. */
  readonly asOf?: string | null;
  readonly time?: number | null;
  readonly session?: string | null;
  /** The age of the snapshot in whole seconds; null if the time of the snapshot is unknown. */
  readonly dataAge?: number | null;
  /** `SANDBOX`, `RECORDED 10:15:02 EST`; empty for live data. */
  readonly source?: string;
}

/** The part of a row that only the pane fills: its emphasis, and facts from memory. */
interface InPane {
  /** The move since the baseline; undefined if there is none. */
  readonly mark?: Pick<Mark, 'from' | 'to'> | undefined;
  /** The boards that a symbol gained since the baseline; below 0 for lost ones. */
  readonly boardsGained?: number | undefined;
  /** Null where memory has nothing. */
  readonly age?: Age | null;
  readonly trend?: Trend | null;
  /** The outcome of the row of an older snapshot; null: not known, undefined: the snapshot is not older. */
  readonly rowOutcome?: RowOutcome | null | undefined;
  /** `related` is another row of the selected symbol. */
  readonly emphasis?: 'selected' | 'related' | null;
  readonly isPinned?: boolean;
  /** What stands in place of the metric: its first line, or without the words of the title. */
  readonly shownMetric?: string | undefined;
}

/** A fact of the scanner about a symbol, with all that an output may know beside it. */
export interface Row extends BoardRow, Origin, InPane {
  /** Its key; null for a symbol that is on none. */
  readonly board?: string | null;
  readonly reasons?: TopPlay['reasons'];
  /** A symbol by its confluence: one standing for each timeframe that lists it. `boards` is their sum then. */
  readonly standings?: ReadonlyArray<Standing>;
  readonly isTopPlay?: boolean;
  /** True if several timeframes were requested. */
  readonly isOfSeveral?: boolean;
  /** The outcome of the symbol of older data; null: unknown, undefined: the data is not older. */
  readonly outcome?: SymbolOutcome | null | undefined;
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

/** What the text of a field depends on beside the row. */
export type FieldStyle = Pick<Style, 'mode' | 'now' | 'timeZone'>;

/** For what does not depend on the time. */
export const ON_SCREEN: FieldStyle = { mode: 'screen', now: 0, timeZone: undefined };

/** `quiet` steps back on the screen alone; the others are roles of the theme. */
export type Role = 'up' | 'down' | 'strong' | 'muted' | 'quiet' | 'accent' | null;

/** The column of a field in the table of a board, as wide as the widest of its texts. */
interface BoardColumn {
  /** From left to right. */
  readonly place: number;
  /** The column with the lowest is added first. Those up to `LAST_BASIC_ORDER` are in every tile. */
  readonly order: number;
  /** Whether tiles of the pane have it, too, with the size of its `cells`. */
  readonly isInTiles?: boolean;
  /** It is shown cut, from so many cells, where there is no room for its widest text. */
  readonly least?: number;
  readonly most?: number;
  /** Whether it is as wide in every table, so that the columns beside it do not move with the rows. */
  readonly isFixed?: boolean;
}

/** The part of a field that a table uses, for rows of any kind. */
export interface TableField<R = Row> {
  /** As in JSON: in `--columns`, `--sort`, `--format` and the headers of CSV and plain output. */
  readonly id: string;
  /** The header of tables on a screen. */
  readonly label: string;
  readonly align?: Align;
  /** Cells of its column where that is not sized by its texts, as in the pane. */
  readonly cells?: { readonly min: number; readonly max: number };
  /** Its column in tables of boards and of confluence; absent: it is shown only where it is chosen. */
  readonly column?: BoardColumn;
  /** Clean text for at most so many cells, `–` for null. */
  text(row: R, style: FieldStyle, cells: number): string;
  role?(row: R): Role;
}

/** One fact about a row, as every output names, explains, compares, writes and paints it. */
export interface Field extends TableField {
  /** What it is, and what null means, in lower case: for `help json` and `help schema`. */
  readonly doc: string;
  /** What `--format` says beside that. */
  readonly formatDoc?: string;
  /** Returns the JSON Schema of the value; absent for a field that no JSON has. */
  schema?(description: string): Schema;
  /** The lines that have it, of which `--format` can write it; none for what only the pane knows. */
  readonly of: ReadonlyArray<Subject>;
  /** Whether `--columns` and `--sort` take it; `columns` alone: it has no order. */
  readonly choice?: 'columns' | 'columns and sort';
  /** Whether it says where the row is from, and so has a column only where it is chosen. */
  readonly isOfOrigin?: boolean;
  /** Whether it has a column by default where data is older, and only there. */
  readonly isOfOlder?: boolean;
  /** Whether the smallest comes first. */
  readonly isAscending?: boolean;
  /** Whether a row can have it: a table has no column for what none of its rows can have. Absent: every row can. */
  isKnown?(row: Row): boolean;
  raw(row: Row): Value;
  /** What `--sort` compares, where that is not the value. */
  order?(row: Row): Value;
}
