export function numberText(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function countText(count: number, unit: string): string {
  return `${numberText(count)} ${unit}${count === 1 ? '' : 's'}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 2 ** 10) return countText(bytes, 'byte');
  return bytes < 2 ** 20 ? `${numberText(bytes / 2 ** 10)} KB` : `${numberText(bytes / 2 ** 20)} MB`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

export function shortText(value: number): string {
  if (value < 1_000) return String(Math.round(value));
  const [divided, unit] = value < 999_500 ? [value / 1_000, 'k'] : [value / 1_000_000, 'M'];
  return `${divided < 9.95 ? divided.toFixed(1) : Math.round(divided)} ${unit}`;
}

export function tokenCountText(count: number): string {
  if (count < 10_000) return String(count);
  if (count < 999_500) return `${(count / 1000).toFixed(count < 99_950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(2)}M`;
}
