export const serveOptions = {
  port: { type: 'string' },
  'key-file': { type: 'string' },
  fallback: { type: 'string', multiple: true },
} as const;

/** The port, or what is wrong with it. */
export function readPort(written = '0'): number | { readonly wrong: string } {
  const port = Number(written);
  return /^\d+$/.test(written) && port <= 65_535
    ? port
    : { wrong: `--port must be a number from 0 to 65535, not ${JSON.stringify(written)}.` };
}
