import type { Command } from 'commander';
import { configPath } from '../config/location.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { cleanText } from '../view/safe-text.ts';
import { writeNote } from './shared/notes.ts';
import { addExamples } from './shared/options.ts';

export function registerLogout(command: Command, context: Context): void {
  addExamples(command, { 'boards logout': 'no file of boards holds the key any more' }).action(() =>
    runLogout(context),
  );
}

/** Afterwards no file of the program holds the key; throws ConfigError when that cannot be promised. */
async function runLogout(context: Context): Promise<void> {
  const { forgetKey } = await import('../config/forget.ts');
  const path = cleanText(configPath(context) ?? '');
  const { wasStored, deleted } = await forgetKey(context);
  context.stdout.write(wasStored ? `Removed the key from ${path}.\n` : 'No key was stored.\n');
  for (const file of deleted) {
    writeNote(`${file} could not be rewritten; it was deleted, and the preferences with it`, context);
  }
  if (variable('BOARDS_API_KEY', context.env) !== undefined) {
    writeNote('BOARDS_API_KEY is still set, and commands use it', context);
  }
}
