/** What help and suggestions say of a command. */
export interface CommandInfo {
  /** Where `boards --help` lists it. */
  readonly group: 'Look' | 'Set up' | 'More';
  readonly summary: string;
}

/** By name, in the order in which they are listed. */
export type CommandList = Readonly<Record<string, CommandInfo>>;
