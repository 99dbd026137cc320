import { isAmount } from '../../converser/json/json.ts';
import { hostName, listenAddress } from '../../gateway/listen-address.ts';
import { isOrigin, type Reach, reachOf } from '../../gateway/reach.ts';

export const serveOptions = {
  port: { type: 'string' },
  'key-file': { type: 'string' },
  keys: { type: 'string' },
  fallback: { type: 'string', multiple: true },
  host: { type: 'string' },
  'host-name': { type: 'string', multiple: true },
  'max-daily-cost': { type: 'string' },
  origin: { type: 'string', multiple: true },
  'log-content': { type: 'boolean' },
} as const;

export type ServeValues = {
  readonly [Name in 'host' | 'host-name' | 'origin']?: Name extends 'host' ? string : string[];
};

/** To whom the gateway is open, or what is wrong with that. */
export function readReach(values: ServeValues): Reach | { readonly wrong: string } {
  const { host: address, 'host-name': written = [], origin: origins = [] } = values;
  if (address !== undefined && listenAddress(address) === undefined)
    return {
      wrong: `--host must be an address such as 0.0.0.0 or ::1, or a name, not ${JSON.stringify(address)}.`,
    };
  const wrongName = written.find(name => hostName(name) === undefined);
  if (wrongName !== undefined)
    return {
      wrong: `--host-name must be a name without a port, such as host.docker.internal, not ${JSON.stringify(wrongName)}.`,
    };
  const wrongOrigin = origins.find(origin => !isOrigin(origin));
  if (wrongOrigin !== undefined)
    return {
      wrong: `--origin must be as browsers send it, such as https://app.example, not ${JSON.stringify(wrongOrigin)}.`,
    };
  const names = written.flatMap(name => hostName(name) ?? []);
  return reachOf({ address, names, origins });
}

/** US dollars, or what is wrong with them. */
export function readDailyCost(written: string | undefined): number | undefined | { readonly wrong: string } {
  if (written === undefined) return undefined;
  const dollars = Number(written);
  return isAmount(dollars) && written.trim() !== ''
    ? dollars
    : {
        wrong: `--max-daily-cost must be an amount of US dollars such as 0.50, not ${JSON.stringify(written)}.`,
      };
}

/** Which options can't be combined with `--keys`, and what to do instead. */
export function keysConflict(values: {
  readonly keys?: string;
  readonly 'key-file'?: string;
  readonly 'max-daily-cost'?: string;
}): string | undefined {
  if (values.keys === undefined) return undefined;
  if (values['key-file'] !== undefined) return "--key-file doesn't go with --keys. Remove one of them.";
  if (values['max-daily-cost'] !== undefined)
    return `--max-daily-cost doesn't go with --keys. Write dollarsPerDay for each client in ${values.keys}.`;
  return undefined;
}

/** The port, or what is wrong with it. */
export function readPort(written = '0'): number | { readonly wrong: string } {
  const port = Number(written);
  return /^\d+$/.test(written) && port <= 65_535
    ? port
    : { wrong: `--port must be a number from 0 to 65535, not ${JSON.stringify(written)}.` };
}
