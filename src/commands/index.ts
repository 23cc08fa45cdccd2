import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { commandFirst } from './command-line.ts';
import type { CommandInfo, CommandList } from './shared/command-list.ts';

/** Defines the arguments, options and action of a command. `commands` lists all commands. */
type Register = (command: Command, context: Context, commands: CommandList) => void;

interface CommandEntry extends CommandInfo {
  /** Loads the command on demand, because loading all commands takes 12 ms more. */
  readonly load: () => Promise<Register>;
  /** Known without loading the command, so that options may stand before them. */
  readonly subcommands?: ReadonlyArray<string>;
}

/** Every command, in display order. */
export const COMMANDS = {
  boards: {
    group: 'Look',
    summary: 'show one snapshot: the top play, then every board',
    load: async () => (await import('./boards.ts')).registerBoards,
  },
  top: {
    group: 'Look',
    summary: 'show the top play: the symbol on the most boards',
    load: async () => (await import('./top.ts')).registerTop,
  },
  watch: {
    group: 'Look',
    summary: 'open a live pane: all boards, and what moved',
    load: async () => (await import('./watch.ts')).registerWatch,
  },
  symbol: {
    group: 'Look',
    summary: 'show the boards that a symbol is on, with its ranks',
    load: async () => (await import('./symbol.ts')).registerSymbol,
  },
  confluence: {
    group: 'Look',
    summary: 'list every symbol, by the number of boards it is on',
    load: async () => (await import('./confluence.ts')).registerConfluence,
  },
  history: {
    group: 'Look',
    summary: 'show where a symbol has been over the day, as recorded',
    load: async () => (await import('./history.ts')).registerHistory,
  },
  replay: {
    group: 'Look',
    summary: 'play a recorded day: the pane, or what watch would print',
    load: async () => (await import('./replay.ts')).registerReplay,
  },
  login: {
    group: 'Set up',
    summary: 'store the key: typed at a prompt, or piped to stdin',
    load: async () => (await import('./login.ts')).registerLogin,
  },
  logout: {
    group: 'Set up',
    summary: 'delete the stored key; preferences are kept',
    load: async () => (await import('./logout.ts')).registerLogout,
  },
  status: {
    group: 'Set up',
    summary: 'show settings and their sources, and send a test request',
    load: async () => (await import('./status.ts')).registerStatus,
  },
  config: {
    group: 'Set up',
    summary: 'list, get, set and unset preferences',
    subcommands: ['list', 'get', 'set', 'unset', 'path'],
    load: async () => (await import('./config.ts')).registerConfig,
  },
  completion: {
    group: 'More',
    summary: 'print the completion script for a shell',
    load: async () => (await import('./completion.ts')).registerCompletion,
  },
  sandbox: {
    group: 'More',
    summary: 'serve the API on this computer, with simulated data',
    load: async () => (await import('./sandbox.ts')).registerSandbox,
  },
  help: {
    group: 'More',
    summary: 'explain a command or a topic, as in boards help keys',
    load: async () => (await import('./help.ts')).registerHelp,
  },
} as const satisfies Record<string, CommandEntry>;
export type CommandName = keyof typeof COMMANDS;

/** A command line with the command before its options, where they may stand too. `-t day --help` asks for the help of `boards`. */
export function ordered(argv: ReadonlyArray<string>): ReadonlyArray<string> {
  const entries: Readonly<Record<string, CommandEntry>> = COMMANDS;
  const words = commandFirst(argv, commandNames(), (name) => entries[name]?.subcommands ?? []);
  const isNamed = words[0] !== undefined && words[0] in COMMANDS;
  return isNamed || !(words.includes('--help') || words.includes('-h')) ? words : ['boards', ...words];
}

/** The commands to load for an ordered command line: the named command, with `help` the one it explains, or else `boards`. */
export function commandsFor(argv: ReadonlyArray<string>): ReadonlyArray<CommandName> {
  const all = commandNames();
  const named = all.find((name) => name === argv[0]);
  if (named === 'help') return all.filter((name) => argv.includes(name));
  return [named ?? 'boards'];
}

export function commandNames(): ReadonlyArray<CommandName> {
  return Object.keys(COMMANDS).filter((name): name is CommandName => name in COMMANDS);
}
