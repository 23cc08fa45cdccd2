import type { Command } from 'commander';
import type { Specification } from '../cli/specification.ts';
import type { Context } from '../context.ts';

interface Entry {
  /** The heading in `boards --help`. */
  readonly group: 'Look' | 'Set up' | 'More';
  readonly summary: string;
  /** Loads the command on demand, because all of them take long. */
  readonly load: () => Promise<(context: Context, program: Command) => Specification>;
}

/** Every command, in display order. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  boards: {
    group: 'Look',
    summary: 'show one snapshot: the top play, then every board',
    load: async () => (await import('./boards.ts')).boards,
  },
  top: {
    group: 'Look',
    summary: 'show the top play: the symbol on the most boards',
    load: async () => (await import('./top.ts')).top,
  },
  watch: {
    group: 'Look',
    summary: 'open a live pane: all boards, and what moved',
    load: async () => (await import('./watch.ts')).watch,
  },
  symbol: {
    group: 'Look',
    summary: 'show the boards that a symbol is on, with its ranks',
    load: async () => (await import('./symbol.ts')).symbol,
  },
  confluence: {
    group: 'Look',
    summary: 'list every symbol, by the number of boards it is on',
    load: async () => (await import('./confluence.ts')).confluence,
  },
  history: {
    group: 'Look',
    summary: 'show where a symbol has been over the day, as recorded',
    load: async () => (await import('./history.ts')).history,
  },
  replay: {
    group: 'Look',
    summary: 'play a recorded day: the pane, or what watch would print',
    load: async () => (await import('./replay.ts')).replay,
  },
  login: {
    group: 'Set up',
    summary: 'store the key: typed at a prompt, or piped to stdin',
    load: async () => (await import('./login.ts')).login,
  },
  logout: {
    group: 'Set up',
    summary: 'delete the stored key; preferences are kept',
    load: async () => (await import('./logout.ts')).logout,
  },
  status: {
    group: 'Set up',
    summary: 'show settings and their sources, and send a test request',
    load: async () => (await import('./status.ts')).status,
  },
  config: {
    group: 'Set up',
    summary: 'list, get, set and unset preferences',
    load: async () => (await import('./config.ts')).config,
  },
  completion: {
    group: 'More',
    summary: 'print the completion script for a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
  sandbox: {
    group: 'More',
    summary: 'serve the API on this computer, with simulated data',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  help: {
    group: 'More',
    summary: 'explain a command or a topic, as in boards help keys',
    load: async () => (await import('./help.ts')).help,
  },
};
