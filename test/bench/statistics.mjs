export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** Returns a Markdown table whose first column is text and whose other columns are numbers. */
export function renderTable(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [first, ...rest] = lines.map((cells) => `| ${cells.map(pad).join(' | ')} |`);
  return [first, `| ${rule.join(' | ')} |`, ...rest].join('\n');
}
