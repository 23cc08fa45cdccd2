const pages = () => import('./topic-pages.ts');

/** The pages of `boards help <topic>`, in the order in which they are listed; each is loaded when it is asked for. */
const TOPICS: Readonly<Record<string, () => Promise<string>>> = {
  boards: async () => (await pages()).boardsTopic(),
  conditions: async () => (await pages()).CONDITIONS_TOPIC,
  csv: async () => (await import('./format-topics.ts')).csvTopic(),
  environment: async () => (await pages()).environmentTopic(),
  'exit-codes': async () => (await pages()).EXIT_CODES_TOPIC,
  format: async () => (await import('./format-topics.ts')).formatTopic(),
  json: async () => (await import('./json-topic.ts')).jsonTopic(),
  keys: async () => (await pages()).KEYS_TOPIC,
  recordings: async () => (await pages()).RECORDINGS_TOPIC,
  schema: async () => (await import('./schema.ts')).schemaTopic(),
};

export const TOPIC_NAMES: ReadonlyArray<string> = Object.keys(TOPICS);

/** The page of a topic; undefined for an unknown one. */
export async function topicPage(topic: string): Promise<string | undefined> {
  return Object.hasOwn(TOPICS, topic) ? TOPICS[topic]?.() : undefined;
}
