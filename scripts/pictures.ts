import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCREENSHOTS, takeScreenshot } from './generators/screenshots.ts';

const directory = new URL('../../.github/pictures/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const [name, screenshot] of Object.entries(SCREENSHOTS)) {
  writeFileSync(fileURLToPath(new URL(`${name}.svg`, directory)), await takeScreenshot(screenshot));
}
