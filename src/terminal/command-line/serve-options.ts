export const serveOptions = {
  port: { type: 'string' },
  'key-file': { type: 'string' },
} as const;

/** The port, or what is wrong with it. */
export function readPort(written: string | undefined): number | { readonly wrong: string } {
  const port = Number(written ?? 0);
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  return isPort
    ? port
    : { wrong: `--port must be a number from 0 to 65535, not ${JSON.stringify(written)}.` };
}
