import type { Command } from 'commander';
import { configPath } from '../config/location.ts';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { cleanText } from '../view/safe-text.ts';
import { writeNote } from './shared/notes.ts';
import { addExamples } from './shared/options.ts';
import { writeText } from './shared/output.ts';

export function registerLogout(command: Command, context: Context): void {
  addExamples(command, { 'boards logout': 'delete the key from every file of boards' }).action(() =>
    runLogout(context),
  );
}

/** Deletes the key from all files of the program. Throws ConfigError if a file may still contain it. */
async function runLogout(context: Context): Promise<void> {
  const { deleteKey } = await import('../config/delete-key.ts');
  const path = cleanText(configPath(context) ?? '');
  const { wasStored, deletedFiles } = await deleteKey(context);
  writeText(wasStored ? `Deleted the key from ${path}.\n` : 'No key was stored.\n', context);
  for (const file of deletedFiles) {
    writeNote(`${file} could not be rewritten and was deleted, including the preferences`, context);
  }
  if (variable('BOARDS_API_KEY', context.env) !== undefined) {
    writeNote('BOARDS_API_KEY is still set, and commands use it', context);
  }
}
