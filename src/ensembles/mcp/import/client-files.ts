import { type Machine, type Places, placesOf } from './client-places.ts';

/** What decides where other programs keep their servers. */
export interface ImportSurroundings extends Machine {
  /** The opened folders, absolute, because some programs keep servers there. */
  readonly folders: readonly string[];
  /** A file's text; `undefined` if it cannot be read. Rejects with an error that names the file if it is not text. */
  readonly readText: (file: string) => Promise<string | undefined>;
}

/** A file of another program. */
export interface ClientFile {
  /** The program's name. */
  readonly client: string;
  /** Absolute path. */
  readonly file: string;
  /** Whether it came with an open folder. Otherwise it is your own. */
  readonly isOfFolder: boolean;
  /** The opened folder that it, or this part of it, belongs to. Absolute. */
  readonly folder?: string;
  readonly format: 'json' | 'toml';
  /** The paths of keys under which its servers are. */
  readonly sections: readonly (readonly string[])[];
  /** How it writes placeholders; see `translate-placeholders.ts`. */
  readonly placeholders: PlaceholderStyle;
  /** The transport of a URL without a type. */
  readonly plainUrl: 'http' | 'sse';
  /** Milliseconds of one unit of its `timeout`. 0: that is not about calls. */
  readonly timeoutUnit: number;
  /** A key beside which a newer form has nothing but settings, and under which its servers are. */
  readonly nested?: string;
  /** The paths of lists with the names of servers that are switched off. */
  readonly off?: readonly (readonly string[])[];
  /** `$(…)` in a value is a command. */
  readonly runsCommands?: true;
}

/**
 * `braces`: `{env:NAME}`;
 * `ours`: `${env:NAME}` and the like; `shell`: `${NAME}` and `${NAME:-otherwise}`; `dollar`: `$NAME` as well;
 * `none`: strings are literal.
 */
export type PlaceholderStyle = 'ours' | 'shell' | 'dollar' | 'braces' | 'none';

const ordinary: Omit<ClientFile, 'client' | 'file'> = {
  isOfFolder: false,
  format: 'json',
  sections: [['mcpServers']],
  placeholders: 'none',
  plainUrl: 'http',
  timeoutUnit: 1000,
};

/** The files of all known programs, whether or not they exist; your own first. */
export function clientFiles(surroundings: ImportSurroundings): readonly ClientFile[] {
  const { folders } = surroundings;
  const places = placesOf(surroundings);
  return [
    ...everywhere(places, folders).map(file => ({ ...ordinary, ...file })),
    ...folders.flatMap(folder =>
      inFolder(places.join, folder).map(file => ({ ...ordinary, ...file, folder, isOfFolder: true })),
    ),
  ];
}

type Listed = Partial<ClientFile> & Pick<ClientFile, 'client' | 'file'>;

/** As in https://docs.cline.bot, https://cursor.com/docs/mcp, https://zed.dev/docs/ai/mcp, … of November 2026. */
function everywhere(
  {
    home,
    config,
    xdg,
    join,
    claudeCode,
    codex,
    copilot: copilotFolder,
    crush: crushFile,
    zed: zedFile,
  }: Places,
  folders: readonly string[],
): readonly Listed[] {
  const cline = ['globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'];
  const clines = [
    home('.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    config('Code', 'User', ...cline),
    home('.vscode-server', 'data', 'User', ...cline),
  ];
  return [
    { client: 'Claude Desktop', file: config('Claude', 'claude_desktop_config.json') },
    { ...claude, file: claudeCode },
    // It also contains the settings for single folders.
    ...folders.map(folder => ({
      ...claude,
      file: claudeCode,
      sections: [['projects', folder, 'mcpServers']],
      off: [['projects', folder, 'disabledMcpServers']],
      folder,
    })),
    { client: 'Cursor', file: home('.cursor', 'mcp.json'), placeholders: 'ours' },
    { client: 'Windsurf', file: home('.codeium', 'windsurf', 'mcp_config.json'), placeholders: 'ours' },
    { client: 'Windsurf', file: home('.codeium', 'mcp_config.json'), placeholders: 'ours' },
    ...clines.map(file => ({
      client: 'Cline',
      file,
      placeholders: 'ours' as const,
      plainUrl: 'sse' as const,
    })),
    { ...zed, file: zedFile },
    { client: 'LM Studio', file: home('.lmstudio', 'mcp.json') },
    { client: 'LM Studio', file: home('.cache', 'lm-studio', 'mcp.json') },
    { ...gemini, file: home('.gemini', 'settings.json') },
    { ...codexFile, file: codex },
    ...['opencode.json', 'opencode.jsonc', 'config.json'].map(name => ({
      ...opencode,
      file: xdg('opencode', name),
    })),
    { ...crush, file: crushFile },
    ...['kilo.json', 'kilo.jsonc'].map(name => ({ ...kilo, file: xdg('kilo', name) })),
    ...[
      config('Code', 'User', ...kiloGlobal),
      home('.vscode-server', 'data', 'User', ...kiloGlobal),
      home('.kilocode', 'cli', 'global', 'settings', 'mcp_settings.json'),
    ].map(file => ({ ...olderKilo, file })),
    { ...copilot, file: join(copilotFolder, 'mcp-config.json') },
    { ...kiro, file: home('.kiro', 'settings', 'mcp.json') },
  ];
}

const kiloGlobal = ['globalStorage', 'kilocode.kilo-code', 'settings', 'mcp_settings.json'];

function inFolder(join: Places['join'], folder: string): readonly Listed[] {
  return [
    { client: 'Cursor', file: join(folder, '.cursor', 'mcp.json'), placeholders: 'ours' },
    { ...zed, file: join(folder, '.zed', 'settings.json') },
    { ...gemini, file: join(folder, '.gemini', 'settings.json') },
    { ...codexFile, file: join(folder, '.codex', 'config.toml') },
    ...['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map(
      name => ({ ...opencode, file: join(folder, name) }),
    ),
    ...['crush.json', '.crush.json'].map(name => ({ ...crush, file: join(folder, name) })),
    ...['kilo.json', 'kilo.jsonc', '.kilo/kilo.json', '.kilo/kilo.jsonc'].map(name => ({
      ...kilo,
      file: join(folder, name),
    })),
    { ...olderKilo, file: join(folder, '.kilocode', 'mcp.json') },
    { ...copilot, file: join(folder, '.github', 'mcp.json') },
    { ...kiro, file: join(folder, '.kiro', 'settings', 'mcp.json') },
  ];
}

const claude = { client: 'Claude Code', placeholders: 'shell', timeoutUnit: 1 } as const;
const zed = { client: 'Zed', sections: [['context_servers']] };
/** It tries HTTP first: https://github.com/google-gemini/gemini-cli/issues/13803. */
const gemini = {
  client: 'Gemini CLI',
  placeholders: 'dollar',
  timeoutUnit: 1,
  off: [['mcp', 'excluded']],
} as const;
/** Version 2 has its servers one level deeper: https://opencode.ai/v2/docs/mcp-servers. */
const opencode = {
  client: 'opencode',
  sections: [['mcp']],
  nested: 'servers',
  placeholders: 'braces',
  timeoutUnit: 0,
} as const;
/** It grew out of opencode: https://kilo.ai/docs/automate/mcp/using-in-kilo-code. */
const kilo = { ...opencode, client: 'Kilo' } as const;
const olderKilo = { client: 'Kilo', placeholders: 'ours', plainUrl: 'sse' } as const;
/** Its values are those of a shell: https://github.com/charmbracelet/crush. */
const crush = {
  client: 'Crush',
  sections: [['mcp']],
  placeholders: 'dollar',
  timeoutUnit: 0,
  runsCommands: true,
} as const;
/** https://github.com/github/copilot-cli/issues/903. */
const copilot = { client: 'Copilot CLI', placeholders: 'dollar', timeoutUnit: 1 } as const;
/** https://kiro.dev/docs/mcp/configuration. */
const kiro = { client: 'Kiro', placeholders: 'shell', timeoutUnit: 1 } as const;
const codexFile = { client: 'Codex', format: 'toml', sections: [['mcp_servers']] } as const;
