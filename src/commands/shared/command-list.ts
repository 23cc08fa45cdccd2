/** What help and suggestions show about a command. */
export interface CommandInfo {
  /** The group in `boards --help`. */
  readonly group: 'Look' | 'Set up' | 'More';
  readonly summary: string;
}

/** Commands by name, in display order. */
export type CommandList = Readonly<Record<string, CommandInfo>>;
