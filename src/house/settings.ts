import { isJsonObject } from '../converser/ground/json/json.ts';
import { type Limits, ordinaryLimits } from '../converser/turn/converse-options.ts';
import { parseToolChoices } from '../converser/words/ensemble/parse-tool-choices.ts';
import type { ToolChoices } from '../converser/words/ensemble/tool-choices.ts';
import { isSource } from '../converser/words/labels/label.ts';
import type { FallbackChains } from '../converser/words/models/fallback/fallback-chains.ts';
import {
  type ModelOptions,
  type OptionsByModel,
  readModelOptions,
} from '../converser/words/models/model-options.ts';
import {
  ordinaryMode,
  type PermissionMode,
  permissionModes,
} from '../converser/words/permission/permission-mode.ts';
import type { PermissionRule } from '../converser/words/permission/rules.ts';
import { type Caps, capKinds, capSetting, type Scope, scopes } from '../converser/words/spending/caps.ts';
import { type SandboxMode, sandboxModes } from '../ensembles/shell/sandbox/access.ts';
import type { Scopes } from '../gateway/guard/client-keys.ts';
import { parseScopes, scopeMistake } from '../gateway/guard/kept-keys.ts';
import { hostName, listenAddress, ordinaryAddress } from '../gateway/listen-address.ts';
import { isOrigin, type Reach, reachOf } from '../gateway/reach.ts';
import { readProviders } from '../providers/configured/read-providers.ts';
import type { ProviderDefinition } from '../providers/facts/provider-definition.ts';
import {
  boolean,
  entriesOf,
  listOf,
  mustBe,
  number,
  oneOf,
  type Parse,
  string,
  text,
  value,
  type Wrong,
} from './parse-setting.ts';
import type { SettingKey } from './setting-keys.ts';

/** Your settings. Each value is read anew, so that a change takes effect with the next use. */
export interface Settings {
  readonly model: string;
  readonly modelProviders: readonly ProviderDefinition[];
  readonly modelOptions: OptionsByModel;
  readonly instructions: string;
  readonly fallbacks: FallbackChains;
  readonly permissionMode: PermissionMode;
  readonly permissions: readonly (readonly [text: string, rule: PermissionRule])[];
  readonly protectedPlaces: readonly unknown[];
  readonly tools: ToolChoices;
  readonly ensembles: Readonly<Record<string, boolean>>;
  readonly ensemblesFolder: string;
  readonly localHosts: readonly string[];
  readonly trustedSources: readonly string[];
  readonly shell: ShellSettings;
  readonly questionTimeLimit: number;
  /** For one turn, fixed when it starts. */
  readonly limits: Limits;
  readonly mcpFiles: readonly McpFiles[];
  readonly gateway: GatewaySettings;
}

export type McpFiles = 'user' | 'workspace';

export interface ShellSettings {
  readonly sandbox: SandboxMode;
  readonly writableFolders: readonly string[];
}

export interface GatewaySettings {
  readonly startsAutomatically: boolean;
  readonly port: number;
  /** By program. One whose limits can't be read may use nothing. */
  readonly limits: ReadonlyMap<string, Scopes | 'unreadable'>;
  readonly reach: Reach;
  readonly logsContent: boolean;
}

export interface SettingMistake {
  readonly key: SettingKey;
  readonly mistake: string;
}

/** `report` gets each mistake once. */
export function createSettings(
  read: (key: SettingKey) => unknown,
  report: (mistake: SettingMistake) => void = () => {},
): Settings {
  const reported = new Set<string>();
  function at<T>(key: SettingKey, parse: Parse<T>): T {
    return parse(read(key), (what, part) => {
      const mistake = part === undefined ? ` ${what}` : `: ${part} ${what}`;
      if (reported.has(key + mistake)) return;
      reported.add(key + mistake);
      report({ key, mistake });
    });
  }

  const shell: ShellSettings = {
    get sandbox() {
      return at('shell.sandbox', value(oneOf(sandboxModes), 'auto'));
    },
    get writableFolders() {
      return at('shell.writableFolders', listOf(string));
    },
  };
  const gateway: GatewaySettings = {
    get startsAutomatically() {
      return at('gateway.startAutomatically', value(boolean, false));
    },
    get port() {
      return at('gateway.port', value(number({ from: 0, to: 65_535, isWhole: true }), 4141));
    },
    get limits() {
      return new Map(at('gateway.limits', entriesOf(programLimits)));
    },
    get reach() {
      return at('gateway.network', reach);
    },
    get logsContent() {
      return at('gateway.logContent', value(boolean, false));
    },
  };
  return {
    shell,
    gateway,
    get model() {
      return at('model', text);
    },
    get modelProviders() {
      return at('modelProviders', modelProviders);
    },
    get modelOptions() {
      return Object.fromEntries(at('modelOptions', entriesOf(modelOptions)));
    },
    get instructions() {
      return at('instructions', text);
    },
    get fallbacks() {
      return Object.fromEntries(at('fallbacks', entriesOf(listOf(modelName))));
    },
    get permissionMode() {
      return at('permissionMode', value(oneOf(permissionModes), ordinaryMode));
    },
    get permissions() {
      return at('permissions', entriesOf(value(oneOf(['allow', 'ask', 'deny']), undefined)));
    },
    get protectedPlaces() {
      return [read('protectedPlaces') ?? []].flat();
    },
    get tools() {
      return at('tools', toolChoices);
    },
    get ensembles() {
      return Object.fromEntries(at('ensembles', entriesOf(value(boolean, undefined))));
    },
    get ensemblesFolder() {
      return at('ensemblesFolder', value(absolutePath, '')).trim();
    },
    get localHosts() {
      return at('localHosts', listOf(string));
    },
    get trustedSources() {
      return at('trustedSources', trustedSources);
    },
    get questionTimeLimit() {
      // Timers can't take much more than 24 days.
      return at('questionTimeLimit', value(number({ from: 0, to: 1_440 }), 30)) * 60_000;
    },
    get limits() {
      const rounds = at('roundLimit', value(number({ from: 1, isWhole: true }), ordinaryLimits.rounds));
      return { ...ordinaryLimits, rounds, caps: capsIn(at) };
    },
    get mcpFiles() {
      return at('mcpFiles', listOf<McpFiles>(oneOf(['user', 'workspace']), ['user', 'workspace']));
    },
  };
}

function capsIn(at: <T>(key: SettingKey, parse: Parse<T>) => T): Caps {
  const capsOf = (scope: Scope) =>
    capKinds.flatMap(kind => {
      const isWhole = kind !== 'cost';
      const cap = at(capSetting({ scope, kind }), value(number({ from: 0, isWhole }), undefined));
      return cap === undefined ? [] : [[kind, cap]];
    });
  const written = scopes.map(scope => [scope, capsOf(scope)] as const);
  return Object.fromEntries(
    written.filter(([, caps]) => caps.length > 0).map(([scope, caps]) => [scope, Object.fromEntries(caps)]),
  );
}

const modelProviders: Parse<readonly ProviderDefinition[]> = (written, wrong) => {
  const { providers, problems } = readProviders(written);
  for (const { path, message } of problems) wrong(message, `${path || 'as a whole'}:`);
  return providers;
};

function modelOptions(written: unknown, wrong: Wrong): ModelOptions | undefined {
  const read = readModelOptions(written);
  if ('options' in read) return read.options;
  wrong(read.mistake, ':');
  return undefined;
}

/** A wrong entry trusts nothing. It stays, so that you can take it back. */
const trustedSources: Parse<readonly string[]> = (written, wrong) => {
  listOf(source)(written, wrong);
  return listOf(string)(written, () => {});
};

const toolChoices: Parse<ToolChoices> = (written, wrong) => {
  const { choices, problems } = parseToolChoices(written);
  for (const { path, message } of problems) wrong(message, `${path || 'as a whole'}:`);
  return choices;
};

function programLimits(written: unknown, wrong: Wrong): Scopes | 'unreadable' {
  if (!isJsonObject(written)) wrong(mustBe('an object', written));
  for (const [name, limit] of Object.entries(isJsonObject(written) ? written : {})) {
    const mistake = scopeMistake(name, limit);
    if (mistake !== undefined) wrong(`${mistake === 'unknown' ? 'is unknown' : mistake}.`, `.${name}`);
  }
  return parseScopes(written) ?? 'unreadable';
}

/** A mistake leaves the gateway closed to others. */
const reach: Parse<Reach> = (written, wrong) => {
  const network = isJsonObject(written) ? written : {};
  if (written !== undefined && written !== null && !isJsonObject(written))
    wrong(mustBe('an object such as { "host": "127.0.0.1" }', written));
  const within =
    (part: string): Wrong =>
    mistake =>
      wrong(mistake, part);
  const names = listOf(programsName)(network.hostNames, within('hostNames'));
  return reachOf({
    address: value(address, ordinaryAddress)(network.host, within('host')),
    names: names.flatMap(name => hostName(name) ?? []),
    origins: listOf(origin)(network.origins, within('origins')),
  });
};

function stringThat(holds: (written: string) => boolean, expects: string) {
  return {
    expects,
    holds: (written: unknown): written is string => typeof written === 'string' && holds(written),
  };
}

const modelName = stringThat(name => name.trim() !== '', 'a model such as ollama/qwen3');
const absolutePath = stringThat(
  path => path.trim() === '' || /^([/\\]|[a-z]:[/\\])/i.test(path.trim()),
  'an absolute path',
);
const source = stringThat(isSource, 'server:NAME, tools:server:NAME, web:HOST or tool:NAME');
const address = stringThat(
  host => listenAddress(host) !== undefined,
  'an address such as 0.0.0.0 or ::1, or a name',
);
const programsName = stringThat(
  name => hostName(name) !== undefined,
  'a name without a port, such as host.docker.internal',
);
const origin = stringThat(isOrigin, 'an origin as browsers send it, such as https://app.example');
