import type { Column, Palette, Timeframe } from '../vocabulary.ts';

/** An effective value and its source, for display: `--timeframe`, `BOARDS_TIMEFRAME`, `config file` or `default`. */
export interface Setting<T> {
  readonly value: T;
  readonly source: string;
}

/** Parsed options of the command line. */
export interface SettingOptions {
  readonly baseUrl?: string | undefined;
  readonly timeframe?: ReadonlyArray<Timeframe> | undefined;
  readonly limit?: number | undefined;
  readonly board?: ReadonlyArray<string> | undefined;
  readonly interval?: number | undefined;
  readonly palette?: Palette | undefined;
  readonly columns?: ReadonlyArray<Column> | undefined;
  /** False for `--no-wide`. */
  readonly wide?: boolean | undefined;
  /** False for `--no-record`. */
  readonly record?: boolean | undefined;
}

/** A value of an option or an environment variable, which `source` names; null if it is not given. */
export function fromInput<T>(value: T | undefined, source: string): Setting<T> | null {
  return value === undefined ? null : { value, source };
}

/** A field of the decoded config file; null if it is missing. */
export function fromFile<T>(value: T | null): Setting<T> | null {
  return value === null ? null : { value, source: 'config file' };
}

export function fromDefault<T>(value: T): Setting<T> {
  return { value, source: 'default' };
}
