/** Every command, in the order in which they are listed. */
export const COMMAND_NAMES = [
  'boards',
  'top',
  'watch',
  'symbol',
  'confluence',
  'login',
  'logout',
  'status',
  'config',
  'completion',
  'sandbox',
  'help',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** The commands that a command line can be about: the one that it names; all when it asks for help; else `boards`. */
export function commandsFor(argv: ReadonlyArray<string>): ReadonlyArray<CommandName> {
  const named = COMMAND_NAMES.find((name) => name === argv[0]);
  if (named !== undefined && named !== 'help') return [named];
  const isHelp = named === 'help' || argv.includes('--help') || argv.includes('-h');
  return isHelp ? COMMAND_NAMES : ['boards'];
}
