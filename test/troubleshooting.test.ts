import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/troubleshooting.md', import.meta.url), 'utf8');
const directory = new URL('../src/', import.meta.url);
const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(file, directory), 'utf8'))
  .join('\n')
  .replaceAll(/\$\{[^{}]*\}/g, '');

const messages = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
);

test('the page of messages lists at least a dozen', () => {
  expect(messages.length).toBeGreaterThanOrEqual(12);
});

test.each(messages)('%s is a message of the program', (message) => {
  // What a message names, such as a host, stands as `…`; the verb before it and the status come from elsewhere.
  const parts = message.split(/^cannot [a-z ]+…|…|\(\d{3}.*|https:\/\//);
  const words = parts.map((part) => part.replace(/^[\s:]+|[\s:,]+$/g, ''));
  expect(words.filter((part) => !sources.includes(part))).toEqual([]);
});
