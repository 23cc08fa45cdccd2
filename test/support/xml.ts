import { expect } from 'vitest';

const PART =
  /<(?<close>\/)?(?<name>[\w:]+)(?<attributes>(?:\s+[\w:-]+="[^"<]*")*)\s*(?<empty>\/)?>|[^<&]+|&(?:amp|lt|gt);/y;

/** Checks the part of XML that the pictures use: nesting, quoted and unique attributes, escaped `<` and `&`. */
export function expectWellFormed(xml: string): void {
  const open: Array<string> = [];
  let roots = 0;
  for (PART.lastIndex = 0; PART.lastIndex < xml.length; ) {
    const start = PART.lastIndex;
    const groups = PART.exec(xml)?.groups;
    expect(groups, `at ${start}: ${xml.slice(start, start + 80)}`).toBeDefined();
    const { close, name, attributes = '', empty } = groups ?? {};
    if (name === undefined) continue;
    const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    expect(new Set(names).size, attributes).toBe(names.length);
    if (close !== undefined) expect(open.pop()).toBe(name);
    else if (open.length === 0) roots++;
    if (close === undefined && empty === undefined) open.push(name);
  }
  expect({ open, roots }).toEqual({ open: [], roots: 1 });
}
