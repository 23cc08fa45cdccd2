// Formats metrics as display labels.

/** `4.2x` */
export function multiple(value: number): string {
  return `${value.toFixed(1)}x`;
}

/** `+12.4%` */
export function signedPercent(value: number): string {
  return `${sign(value)}${Math.abs(value).toFixed(1)}%`;
}

/** `+3.1 pts` */
export function signedPoints(value: number): string {
  return `${sign(value)}${Math.abs(value).toFixed(1)} pts`;
}

/** `1 alert`, `12.3K posts`; rounded down to a whole number. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  const whole = Math.floor(value);
  return `${compact(whole)} ${whole === 1 ? singular : plural}`;
}

/** `$1.2B` */
export function dollars(value: number): string {
  return `$${compact(value)}`;
}

/** `950`, `1.2K`, `82.1M` */
export function compact(value: number): string {
  const units = ['', 'K', 'M', 'B', 'T'];
  let scaled = value;
  let unit = 0;
  // 999.95 would be displayed as 1000.0.
  while (scaled >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return unit === 0 ? String(Math.floor(scaled)) : `${scaled.toFixed(1)}${units[unit]}`;
}

function sign(value: number): string {
  return value < 0 ? '-' : '+';
}
