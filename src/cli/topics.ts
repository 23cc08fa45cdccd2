/** The pages of `boards help <topic>`, in the order in which they are listed. */
export const TOPIC_NAMES = [
  'boards',
  'conditions',
  'csv',
  'environment',
  'exit-codes',
  'format',
  'json',
  'keys',
  'recordings',
  'schema',
] as const;
export type Topic = (typeof TOPIC_NAMES)[number];
