import type { Action } from './key-actions.ts';

export interface KeyBinding {
  readonly keys: ReadonlyArray<string>;
  /** How the footer and the help show the keys. */
  readonly label: string;
  /** The description in the help. */
  readonly help: string;
  /** The description in the footer; without it, the footer does not show the keys. */
  readonly footer?: string;
  /** The description in the help of a replay, if it is another one; null for keys of live data. */
  readonly replay?: string | null;
  /** True if the keys work in the help too. */
  readonly worksInHelp?: boolean;
  /** True if the keys do nothing in a card, the log and the confluence view. */
  readonly isForBoards?: boolean;
  /** True if the footer of a replay has the key among those about time, in other words. */
  readonly isAboutTime?: boolean;
  readonly action: Action;
}
