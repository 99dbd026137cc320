import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { type Dialect, dialects } from '../entries/dialect.ts';
import { urlOf } from '../entries/read-entry.ts';
import { valueAt } from '../entries/value-at.ts';
import { type Machine, type Places, placesOf } from '../import/client-places.ts';

export interface McpAccess {
  readonly url: string;
  readonly key: string;
}

export interface ExportTarget {
  readonly program: string;
  /** All files of a program share one key. */
  readonly keyName: string;
  /** The program reads these absolute paths alike: the first that exists counts, or else the first. */
  readonly files: readonly [string, ...string[]];
  /** The absolute path of the opened folder to which it belongs; absent if it is your own. */
  readonly folder?: string;
  readonly format: 'json' | 'toml';
  readonly section: readonly string[];
  readonly note?: string;
  readonly entry: (access: McpAccess) => JsonObject;
}

export interface ExportSurroundings extends Machine {
  /** In absolute paths. */
  readonly folders: readonly string[];
  readonly vscode?: { readonly file: string; readonly extensions: string };
  readonly vscodeKey: string;
}

export function exportTargets({
  folders,
  vscode,
  vscodeKey,
  ...machine
}: ExportSurroundings): readonly ExportTarget[] {
  const places = placesOf(machine);
  const code = {
    ...kind(dialects.vscode, vscodeKey, withType('http')),
    note: 'Its agent finds Converser without this while the gateway runs. Add it for agents outside of this window.',
  };
  return [
    ...yourOwn(places, vscode?.extensions),
    ...(vscode === undefined ? [] : [{ ...code, files: [vscode.file] as const }]),
    ...folders.flatMap(folder => ofFolder(places, code, folder).map(target => ({ ...target, folder }))),
  ];
}

const headers = ({ key }: McpAccess) => ({ Authorization: `Bearer ${key}` });

const withType = (type: string) => (access: McpAccess) => ({
  type,
  url: access.url,
  headers: headers(access),
});
const withUrl = (access: McpAccess) => ({ url: access.url, headers: headers(access) });
const withHttpUrl = (access: McpAccess) => ({ httpUrl: access.url, headers: headers(access) });

type Kind = Omit<ExportTarget, 'files' | 'folder'>;

function kind(
  { client: program, format, section }: Dialect,
  keyName: string,
  entry: ExportTarget['entry'],
): Kind {
  return { program, keyName, format, section, entry };
}

const claudeCode = kind(dialects.claudeCode, 'claude-code', withType('http'));
const codex = kind(dialects.codex, 'codex', access => ({ url: access.url, http_headers: headers(access) }));
/** https://opencode.ai/v1/docs/mcp-servers: version 2 reads it as well. */
const openCode = kind(dialects.opencode, 'opencode', access => ({
  ...withType('remote')(access),
  enabled: true,
}));
const cursor = kind(dialects.cursor, 'cursor', withUrl);
const windsurf = kind(dialects.windsurf, 'windsurf', access => ({
  serverUrl: access.url,
  headers: headers(access),
}));
/** Without the type, an address is taken for one of the older transport. */
const cline = kind(dialects.cline, 'cline', withType('streamableHttp'));
const gemini = kind(dialects.gemini, 'gemini-cli', withHttpUrl);
/** https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp */
const qwen = kind({ ...dialects.gemini, client: 'Qwen Code' }, 'qwen-code', withHttpUrl);
const lmStudio = kind(dialects.lmStudio, 'lm-studio', withUrl);
const zed = kind(dialects.zed, 'zed', withUrl);

function yourOwn(places: Places, extensions: string | undefined): readonly ExportTarget[] {
  const { join, home, xdg } = places;
  const clineSettings = ['settings', 'cline_mcp_settings.json'] as const;
  const clineFiles = [home('.cline', 'data', ...clineSettings)];
  if (extensions !== undefined)
    clineFiles.unshift(join(extensions, 'saoudrizwan.claude-dev', ...clineSettings));
  return [
    { ...claudeCode, files: [places.claudeCode] },
    { ...codex, files: [places.codex] },
    { ...openCode, files: [xdg('opencode', 'opencode.json'), xdg('opencode', 'opencode.jsonc')] },
    { ...cursor, files: [home('.cursor', 'mcp.json')] },
    { ...windsurf, files: [home('.codeium', 'windsurf', 'mcp_config.json')] },
    ...clineFiles.map(file => ({ ...cline, files: [file] as const })),
    { ...gemini, files: [home('.gemini', 'settings.json')] },
    { ...qwen, files: [home('.qwen', 'settings.json')] },
    { ...lmStudio, files: [home('.lmstudio', 'mcp.json')] },
    { ...zed, files: [places.zed] },
  ];
}

function ofFolder({ join }: Places, code: Kind, folder: string): readonly ExportTarget[] {
  return [
    { ...claudeCode, files: [join(folder, '.mcp.json')] },
    { ...codex, files: [join(folder, '.codex', 'config.toml')] },
    { ...openCode, files: [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')] },
    { ...cursor, files: [join(folder, '.cursor', 'mcp.json')] },
    { ...gemini, files: [join(folder, '.gemini', 'settings.json')] },
    { ...qwen, files: [join(folder, '.qwen', 'settings.json')] },
    { ...zed, files: [join(folder, '.zed', 'settings.json')] },
    { ...code, files: [join(folder, '.vscode', 'mcp.json')] },
  ];
}

export function accessIn(entry: JsonValue | undefined): McpAccess | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { headers, http_headers: ofCodex } = entry;
  const authorization = valueAt(headers ?? ofCodex, ['Authorization']);
  const url = urlOf(entry);
  if (url === undefined || typeof authorization !== 'string') return undefined;
  return { url, key: authorization.replace(/^Bearer +/i, '') };
}
