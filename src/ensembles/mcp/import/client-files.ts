import { type Dialect, dialects } from '../entries/dialect.ts';
import { type Machine, type Places, placesOf } from './client-places.ts';

export interface ImportSurroundings extends Machine {
  readonly folders: readonly string[];
  readonly readText: (file: string) => Promise<string | undefined>;
}

export interface ClientFile {
  readonly file: string;
  readonly dialect: Dialect;
  readonly isOfFolder: boolean;
  readonly folder?: string;
}

export function clientFiles(surroundings: ImportSurroundings): readonly ClientFile[] {
  const { folders } = surroundings;
  const places = placesOf(surroundings);
  return [
    ...yourOwn(places, folders).map(file => ({ ...file, isOfFolder: false })),
    ...folders.flatMap(folder =>
      listed(inFolders).map(({ file, dialect }) => ({
        file: places.join(folder, file),
        dialect,
        folder,
        isOfFolder: true,
      })),
    ),
  ];
}

type Listed = Omit<ClientFile, 'isOfFolder'>;

type Row = readonly [Dialect, ...files: string[]];

function listed(rows: readonly Row[]): readonly Listed[] {
  return rows.flatMap(([dialect, ...files]) => files.map(file => ({ dialect, file })));
}

function yourOwn({ home, config, xdg, ...places }: Places, folders: readonly string[]): readonly Listed[] {
  /** The machine may be the one that VS Code is connected from. */
  const ofExtension = (id: string, file: string) => {
    const place = ['globalStorage', id, 'settings', file];
    return [config('Code', 'User', ...place), home('.vscode-server', 'data', 'User', ...place)];
  };
  const rows: readonly Row[] = [
    [dialects.claudeDesktop, config('Claude', 'claude_desktop_config.json')],
    [dialects.claudeCode, places.claudeCode],
    [dialects.cursor, home('.cursor', 'mcp.json')],
    [dialects.windsurf, home('.codeium', 'windsurf', 'mcp_config.json'), home('.codeium', 'mcp_config.json')],
    [
      dialects.cline,
      home('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
      ...ofExtension('saoudrizwan.claude-dev', 'cline_mcp_settings.json'),
    ],
    [dialects.zed, places.zed],
    [dialects.lmStudio, home('.lmstudio', 'mcp.json'), home('.cache', 'lm-studio', 'mcp.json')],
    [dialects.gemini, home('.gemini', 'settings.json')],
    [dialects.codex, places.codex],
    [
      dialects.opencode,
      ...['opencode.json', 'opencode.jsonc', 'config.json'].map(name => xdg('opencode', name)),
    ],
    [dialects.crush, places.crush],
    [dialects.kilo, xdg('kilo', 'kilo.json'), xdg('kilo', 'kilo.jsonc')],
    [
      dialects.olderKilo,
      ...ofExtension('kilocode.kilo-code', 'mcp_settings.json'),
      home('.kilocode', 'cli', 'global', 'settings', 'mcp_settings.json'),
    ],
    [dialects.copilot, places.copilot],
    [dialects.kiro, home('.kiro', 'settings', 'mcp.json')],
  ];
  // Claude Code's file also contains the settings for single folders.
  const claudeInFolders = folders.map(folder => ({
    folder,
    file: places.claudeCode,
    dialect: {
      ...dialects.claudeCode,
      section: ['projects', folder, 'mcpServers'],
      off: ['projects', folder, 'disabledMcpServers'],
    },
  }));
  return [...listed(rows), ...claudeInFolders];
}

const inFolders: readonly Row[] = [
  [dialects.cursor, '.cursor/mcp.json'],
  [dialects.zed, '.zed/settings.json'],
  [dialects.gemini, '.gemini/settings.json'],
  [dialects.codex, '.codex/config.toml'],
  [
    dialects.opencode,
    'opencode.json',
    'opencode.jsonc',
    '.opencode/opencode.json',
    '.opencode/opencode.jsonc',
  ],
  [dialects.crush, 'crush.json', '.crush.json'],
  [dialects.kilo, 'kilo.json', 'kilo.jsonc', '.kilo/kilo.json', '.kilo/kilo.jsonc'],
  [dialects.olderKilo, '.kilocode/mcp.json'],
  [dialects.copilot, '.github/mcp.json'],
  [dialects.kiro, '.kiro/settings/mcp.json'],
];
