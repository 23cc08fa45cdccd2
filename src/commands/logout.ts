import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { variable } from '../environment.ts';
import { cleanText } from '../text/safe-text.ts';
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
  const { deleteKey } = await import('../settings/delete-key.ts');
  const { cleanedFiles, deletedFiles } = await deleteKey(context);
  const names = cleanedFiles.map(cleanText).join(' and ');
  writeText(names === '' ? 'No key was stored.\n' : `Deleted the key from ${names}.\n`, context);
  for (const file of deletedFiles) {
    writeNote(`${file} could not be rewritten and was deleted, including the preferences`, context);
  }
  if (variable('BOARDS_API_KEY', context.env) !== undefined) {
    writeNote('BOARDS_API_KEY is still set, and commands use it', context);
  }
}
