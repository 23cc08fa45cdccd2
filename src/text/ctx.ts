import type { TimeZone } from '../time-zone.ts';
import type { Theme } from './theme.ts';

/** When and where times are read. */
export interface Reading {
  /** In milliseconds since 1970. */
  readonly nowMilliseconds: number;
  readonly timeZone: TimeZone;
}

/** `screen` has signs and shortens, `plain` has words, `template` is for `--format`. */
export type Style = 'screen' | 'plain' | 'template';

/** How something is shown, but for what depends on the data. */
export interface Ctx extends Reading {
  readonly theme: Theme;
  /** Cells for all of it, or for a part that is drawn. */
  readonly width: number;
  readonly style: Style;
  /** Whether the writer passes the lines through `toAscii`, which keeps their widths. */
  readonly ascii: boolean;
}
