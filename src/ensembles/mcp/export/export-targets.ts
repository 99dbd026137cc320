import type { JsonObject } from '../../../converser/json/json.ts';
import { type Machine, type Places, placesOf } from '../import/client-places.ts';

/** The address of Converser's own MCP server, and the key to it. */
export interface McpAccess {
  readonly url: string;
  readonly key: string;
}

/** A file of another program, to which Converser can be added as an MCP server. */
export interface ExportTarget {
  /** The program's name. */
  readonly program: string;
  /** The name of its key. Its files share one. */
  readonly keyName: string;
  /** Absolute paths that the program reads alike: the first that exists counts, or else the first. */
  readonly files: readonly [string, ...string[]];
  /** The opened folder to which it belongs, absolute. Otherwise it is your own. */
  readonly folder?: string;
  readonly format: 'json' | 'toml';
  /** The keys that lead to the program's servers. */
  readonly section: readonly string[];
  /** What you should know before you add Converser. */
  readonly note?: string;
  readonly entry: (access: McpAccess) => JsonObject;
}

export interface ExportSurroundings extends Machine {
  /** The opened folders, absolute. */
  readonly folders: readonly string[];
  /** VS Code's own file of your servers, and the folder in which its extensions keep their files. */
  readonly vscode?: { readonly file: string; readonly extensions: string };
  /** The name of VS Code's key. */
  readonly vscodeKey: string;
}

/** The files of all programs whose format is known, whether or not they exist; your own first. */
export function exportTargets({
  folders,
  vscode,
  vscodeKey,
  ...machine
}: ExportSurroundings): readonly ExportTarget[] {
  const places = placesOf(machine);
  const code = { ...vscodeServers, keyName: vscodeKey };
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

const mcpServers = { format: 'json', section: ['mcpServers'] } as const;

/** https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
const vscodeServers: Omit<Kind, 'keyName'> = {
  program: 'VS Code',
  format: 'json',
  section: ['servers'],
  note: 'Its agent finds Converser without this while the gateway runs. Add it for agents outside of this window.',
  entry: withType('http'),
};
/** https://code.claude.com/docs/en/mcp */
const claudeCode: Kind = {
  program: 'Claude Code',
  keyName: 'claude-code',
  ...mcpServers,
  entry: withType('http'),
};
/** https://developers.openai.com/codex/mcp */
const codex: Kind = {
  program: 'Codex',
  keyName: 'codex',
  format: 'toml',
  section: ['mcp_servers'],
  entry: access => ({ url: access.url, http_headers: headers(access) }),
};
/** https://opencode.ai/v1/docs/mcp-servers: version 2 reads it as well. */
const openCode: Kind = {
  program: 'opencode',
  keyName: 'opencode',
  format: 'json',
  section: ['mcp'],
  entry: access => ({ ...withType('remote')(access), enabled: true }),
};
/** https://cursor.com/docs/mcp */
const cursor: Kind = { program: 'Cursor', keyName: 'cursor', ...mcpServers, entry: withUrl };
/** https://docs.windsurf.com/windsurf/cascade/mcp */
const windsurf: Kind = {
  program: 'Windsurf',
  keyName: 'windsurf',
  ...mcpServers,
  entry: access => ({ serverUrl: access.url, headers: headers(access) }),
};
/** https://docs.cline.bot/mcp: without the type, an address is taken for one of the older transport. */
const cline: Kind = { program: 'Cline', keyName: 'cline', ...mcpServers, entry: withType('streamableHttp') };
/** https://geminicli.com/docs/tools/mcp-server */
const gemini: Kind = { program: 'Gemini CLI', keyName: 'gemini-cli', ...mcpServers, entry: withHttpUrl };
/** https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp */
const qwen: Kind = { program: 'Qwen Code', keyName: 'qwen-code', ...mcpServers, entry: withHttpUrl };
/** https://lmstudio.ai/docs/app/mcp */
const lmStudio: Kind = { program: 'LM Studio', keyName: 'lm-studio', ...mcpServers, entry: withUrl };
/** https://zed.dev/docs/ai/mcp */
const zed: Kind = {
  program: 'Zed',
  keyName: 'zed',
  format: 'json',
  section: ['context_servers'],
  entry: withUrl,
};

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
