/** Pane width in cells, from 20 to 1000. An unknown or zero width counts as 80. */
export function paneWidth(columns: number | undefined): number {
  const width = columns === undefined || !Number.isFinite(columns) || columns <= 0 ? 80 : Math.floor(columns);
  return Math.min(1000, Math.max(20, width));
}
