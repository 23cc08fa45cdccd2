/** Names of keys that are no character; a character is its own name. */
const SEQUENCES: Readonly<Record<string, string>> = {
  '[A': 'up',
  OA: 'up',
  '[B': 'down',
  OB: 'down',
  '[C': 'right',
  OC: 'right',
  '[D': 'left',
  OD: 'left',
  '[H': 'home',
  OH: 'home',
  '[1~': 'home',
  '[F': 'end',
  OF: 'end',
  '[4~': 'end',
  '[5~': 'pageup',
  '[6~': 'pagedown',
  '[Z': 'shift-tab',
};

const CONTROLS: Readonly<Record<string, string>> = {
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x08': 'backspace',
  '\x09': 'tab',
  '\x0a': 'enter',
  '\x0d': 'enter',
  '\x15': 'ctrl-u',
  '\x1a': 'ctrl-z',
  '\x1c': 'ctrl-\\',
  '\x7f': 'backspace',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a keyboard begin with one.
const TOKEN = /\x1b(?:\[[0-9;?<]*[ -/]*[@-~]|O[@-~]|[^[O\x1b])|[\s\S]/gu;

/** The keys in what a terminal in raw mode sent; sequences without a name are dropped whole. */
export function readKeys(chunk: string): ReadonlyArray<string> {
  return (chunk.match(TOKEN) ?? []).flatMap((token) => {
    if (token === '\x1b') return ['escape'];
    if (token.startsWith('\x1b')) return SEQUENCES[token.slice(1)] ?? [];
    return CONTROLS[token] ?? (token < ' ' ? [] : [token]);
  });
}
