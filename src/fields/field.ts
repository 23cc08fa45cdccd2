import type { Schema } from '../lib/json-schema.ts';
import type { Age } from '../lib/time.ts';
import type { Mark } from '../market/diff.ts';
import type { Standing } from '../market/standings.ts';
import type { RowOutcome, SymbolOutcome } from '../market/symbol-outcomes.ts';
import type { Trend } from '../market/timeline/trend.ts';
import type { BoardRow, TopPlay } from '../service/snapshot.ts';
import type { Align } from '../text/safe-text.ts';
import type { Style } from '../text/style.ts';

/** `symbol` has its boards in all timeframes; `memory` has fields that only the pane can compute. */
export type Subject = 'row' | 'topPlay' | 'symbol' | 'memory';

export interface Origin {
  readonly timeframe?: string | null;
  /** As the service sent it. */
  readonly asOf?: string | null;
  readonly time?: number | null;
  readonly session?: string | null;
  /** In whole seconds; null if the snapshot has no time. */
  readonly dataAge?: number | null;
  /** `SANDBOX` or `RECORDED 10:15:02 EST`; empty for live data. */
  readonly source?: string;
}

interface InPane {
  /** The move since the baseline. */
  readonly mark?: Pick<Mark, 'from' | 'to'> | undefined;
  /** The change since the baseline; negative for lost boards. */
  readonly boardsGained?: number | undefined;
  readonly age?: Age | null;
  readonly trend?: Trend | null;
  /** Null if the outcome is unknown; undefined for a row of the newest snapshot. */
  readonly rowOutcome?: RowOutcome | null | undefined;
  /** `related` marks another row of the selected symbol. */
  readonly emphasis?: 'selected' | 'related' | null;
  readonly isPinned?: boolean;
  /** The metric in a tile, without words that the title shows. */
  readonly shownMetric?: string | undefined;
}

export interface Row extends BoardRow, Origin, InPane {
  readonly board?: string | null;
  readonly reasons?: TopPlay['reasons'];
  /** Set for a row about a symbol in several timeframes. `boards` is then the sum over these timeframes. */
  readonly standings?: ReadonlyArray<Standing>;
  readonly isTopPlay?: boolean;
  readonly isOfSeveral?: boolean;
  /** Null if the outcome is unknown; undefined for the newest data. */
  readonly outcome?: SymbolOutcome | null | undefined;
}

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

export type Value = string | number | null | object;

export type FieldStyle = Pick<Style, 'mode' | 'now' | 'timeZone'>;

/** For fields that do not depend on the time. */
export const ON_SCREEN: FieldStyle = { mode: 'screen', now: 0, timeZone: undefined };

/** `quiet` is muted on screen and unstyled elsewhere; the others are roles of the theme. */
export type Role = 'up' | 'down' | 'strong' | 'muted' | 'quiet' | 'accent' | null;

/** A column is as wide as its widest text, within the limits below. */
interface BoardColumn {
  readonly place: number;
  /** Columns of lower order are added first. Every tile has the columns up to `LAST_BASIC_ORDER`. */
  readonly order: number;
  /** True if tiles of the pane have the column. `cells` is its size there. */
  readonly isInTiles?: boolean;
  /** The column may be cut down to this many cells. */
  readonly least?: number;
  readonly most?: number;
  /** True if every table uses the same width, so that columns beside it do not move with the rows. */
  readonly isFixed?: boolean;
}

export interface TableField<R = Row> {
  /** Names the field in JSON, `--columns`, `--sort`, `--format` and the headers of CSV and plain output. */
  readonly id: string;
  readonly label: string;
  readonly align?: Align;
  /** The width in cells where it does not depend on the texts, as in the pane. */
  readonly cells?: { readonly min: number; readonly max: number };
  /** If absent, the field appears only when it is chosen. */
  readonly column?: BoardColumn;
  /** Returns clean text for at most this many cells, `–` for null. */
  text(row: R, style: FieldStyle, cells: number): string;
  role?(row: R): Role;
}

export interface Field extends TableField {
  /** In lower case, with the meaning of null: for `help json` and `help schema`. */
  readonly doc: string;
  /** Follows `doc` in the help of `--format`. */
  readonly formatDoc?: string;
  /** Absent for a field that no JSON has. */
  schema?(description: string): Schema;
  /** The kinds of lines in which `--format` can write the field; empty if only tables show it. */
  readonly of: ReadonlyArray<Subject>;
  /** `columns` marks a field that `--sort` does not accept. */
  readonly choice?: 'columns' | 'columns and sort';
  /** True for facts about the snapshot, which have a column only when it is chosen. */
  readonly isOfOrigin?: boolean;
  /** True if older data shows the column by default; other data never does. */
  readonly isOfOlder?: boolean;
  readonly isAscending?: boolean;
  /** Tables omit a column for which this is false in all rows. */
  isKnown?(row: Row): boolean;
  raw(row: Row): Value;
  /** `--sort` compares this instead of the value. */
  order?(row: Row): Value;
}
