/** The short pages of `boards help <topic>`. */
export const HELP_TOPICS = {
  'exit-codes': `Exit codes

  0   ok            data shown (even if empty), help, version, q, the reader
                    closed the pipe
  1   internal      a bug, or output could not be written
  2   usage         invalid command, option or value; a prompt is needed and
                    there is no terminal
  3   config        config file corrupt, not readable or not writable; base URL
                    missing or unsafe; unsafe environment
  4   auth          no key, malformed key, 401, 403
  5   rate_limited  429 after all retries
  6   unavailable   5xx after all retries
  7   network       DNS, connection, TLS, proxy, timeout, response cut off
  8   bad_response  not JSON, not a snapshot, too large, too deep, a redirect,
                    any other 4xx
  9   not_met       --until was not met before --for, --count or q ended the
                    watch
  10  not_recorded  nothing recorded matches; the hint names what is recorded
  129 130 131 143   ended by SIGHUP, SIGINT (Ctrl-C), SIGQUIT, SIGTERM
  128 + n           ended by another signal with the number n, such as SIGUSR2

With --json an error is one line on stderr:
  {"error":{"code","message","status","retryable","retryAfterSeconds","hint"}}
`,
} as const;

/** The pages of files of their own, which are loaded when they are asked for. */
const LOADED_TOPICS = {
  environment: async () => (await import('./topic-pages.ts')).environmentTopic(),
  boards: async () => (await import('./topic-pages.ts')).boardsTopic(),
  conditions: async () => (await import('./topic-pages.ts')).CONDITIONS_TOPIC,
  csv: async () => (await import('./format-topics.ts')).csvTopic(),
  format: async () => (await import('./format-topics.ts')).formatTopic(),
  json: async () => (await import('./json-topic.ts')).jsonTopic(),
  keys: async () => (await import('./topic-pages.ts')).KEYS_TOPIC,
  recordings: async () => (await import('./topic-pages.ts')).RECORDINGS_TOPIC,
  schema: async () => (await import('./schema.ts')).schemaTopic(),
} as const;

/** The topics of `boards help`, in the order in which they are listed. */
export const TOPIC_NAMES: ReadonlyArray<string> = [
  ...Object.keys(HELP_TOPICS),
  ...Object.keys(LOADED_TOPICS),
];

/** The page of a topic; undefined for an unknown one. */
export async function topicPage(topic: string): Promise<string | undefined> {
  const load = Object.entries(LOADED_TOPICS).find(([name]) => name === topic)?.[1];
  return load === undefined ? Object.entries(HELP_TOPICS).find(([name]) => name === topic)?.[1] : load();
}
