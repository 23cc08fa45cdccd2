import { UsageError } from './errors.ts';

/** Shorter than any key; no command, option, ticker, board or number is as long. */
const KEY_CHARACTERS = 20;
/** More of a key than these must not be shown. */
const SHOWN_KEY_CHARACTERS = 5;
const SHOWN_CHARACTERS = 40;
const NOT_SHOWN = '"…"';

/**
 * True for text that may be a key: with the mark of a live key (api.md section 5), or 20 characters long. White space
 * neither counts nor protects: what stands for a word may be a key with spaces in it. Covers every well-formed key of that
 * length, as `checkKeyForm` defines it. Not for what is free text by its place: paths, templates, addresses and commands,
 * which are not echoed.
 */
export function looksLikeKey(text: string): boolean {
  return /[_\s-]live[_\s-]/i.test(text) || text.replace(/\s/g, '').length >= KEY_CHARACTERS;
}

/** True for text in which a live key stands whole, so that it is certain also in an address or a command. */
export function containsLiveKey(text: string): boolean {
  return /_live_[a-z0-9]{24}/i.test(text);
}

/** A word of the user as an error may show it: cut to 40 characters, and not shown when it may be a key. `whole` is the list that it is part of. */
export function quote(word: string, whole = word): string {
  if (looksLikeKey(word)) return NOT_SHOWN;
  const most = looksLikeKey(whole) ? SHOWN_KEY_CHARACTERS : SHOWN_CHARACTERS;
  return JSON.stringify(word.length > most ? `${word.slice(0, most)}…` : word);
}

/** The error for a word that is none of those expected in its place; `fault` is followed by the word. */
export function unexpected(fault: string, word: string, hint: string, whole?: string): UsageError {
  return looksLikeKey(word) ? keyRefused() : new UsageError(`${fault} ${quote(word, whole)}`, { hint });
}

/** Says how a key is given instead; without a word of what was given. */
export function keyRefused(): UsageError {
  return new UsageError('what looks like a key is refused here: others could read it', {
    hint: 'Type it at the prompt of boards login, pipe it to boards login on stdin, or set BOARDS_API_KEY.',
  });
}
