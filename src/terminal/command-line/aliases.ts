import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { capKinds, capSetting } from '../../converser/words/spending/caps.ts';
import type { SettingKey } from '../../house/setting-keys.ts';

interface Alias {
  readonly key: SettingKey;
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value: (given: readonly string[], before: unknown) => unknown;
}

export const aliases: Readonly<Record<string, Alias>> = {
  effort: some('modelOptions', ([effort = ''], before) => withOptions({ effort }, before)),
  option: some('modelOptions', (given, before) => withOptions(optionsIn(given), before)),
  rounds: one('roundLimit', numberOrText),
  'permission-mode': one('permissionMode'),
  'question-time': one('questionTimeLimit', numberOrText),
  'local-host': list('localHosts'),
  protect: list('protectedPlaces'),
  'trust-source': list('trustedSources'),
  enable: some('ensembles', (given, before) => ({
    ...objectOf(before),
    ...Object.fromEntries(given.map(name => [name, true])),
  })),
  sandbox: one('shell.sandbox'),
  writable: list('shell.writableFolders'),
  port: one('gateway.port', numberOrText),
  host: one('gateway.network', (host, before) => ({ ...objectOf(before), host })),
  'host-name': some('gateway.network', (hostNames, before) => ({ ...objectOf(before), hostNames })),
  origin: some('gateway.network', (origins, before) => ({ ...objectOf(before), origins })),
  'max-daily-cost': one('gateway.limits', (cost, before) => {
    const limits = objectOf(before);
    const dollarsPerDay = numberOrText(cost);
    return { ...limits, [terminalClient]: { ...objectOf(limits[terminalClient]), dollarsPerDay } };
  }),
  'log-content': { key: 'gateway.logContent', type: 'boolean', value: () => true },
  ...Object.fromEntries(
    capKinds.flatMap(kind => [
      [`max-${kind}`, one(capSetting({ scope: 'turn', kind }), numberOrText)],
      [`max-${kind}-per-day`, one(capSetting({ scope: 'day', kind }), numberOrText)],
      [`max-${kind}-per-month`, one(capSetting({ scope: 'month', kind }), numberOrText)],
    ]),
  ),
};

/** `serve` lets in this one program where there is no file of keys. */
export const terminalClient = 'terminal';

export function jsonOrText(written: string): JsonValue {
  try {
    return JSON.parse(written) as JsonValue;
  } catch {
    return written;
  }
}

function one(key: SettingKey, value: (given: string, before: unknown) => unknown = given => given): Alias {
  return { key, type: 'string', value: ([given = ''], before) => value(given, before) };
}

function some(key: SettingKey, value: Alias['value']): Alias {
  return { key, type: 'string', multiple: true, value };
}

function list(key: SettingKey): Alias {
  return some(key, (given, before) => [...(Array.isArray(before) ? before : []), ...given]);
}

function numberOrText(written: string): number | string {
  const number = written.trim() === '' ? Number.NaN : Number(written);
  return Number.isNaN(number) ? written : number;
}

/** These count for every model, and come before those of patterns in your settings. */
function withOptions(options: JsonObject, before: unknown): JsonObject {
  const { '*': all, ...others } = objectOf(before);
  return { ...others, '*': { ...objectOf(all), ...options } };
}

function optionsIn(written: readonly string[]): JsonObject {
  const options: Record<string, JsonValue> = {};
  const body: Record<string, JsonValue> = {};
  for (const each of written) {
    const [name = '', ...rest] = each.split('=');
    const value = jsonOrText(rest.join('='));
    if (name.startsWith('body.')) body[name.slice('body.'.length)] = value;
    else options[name] = value;
  }
  return Object.keys(body).length === 0 ? options : { ...options, body };
}

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
