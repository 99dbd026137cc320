import type { PlaceholderStyle } from './translate-placeholders.ts';

export interface Dialect {
  readonly client: string;
  readonly format: 'json' | 'toml';
  readonly section: readonly string[];
  readonly placeholders: PlaceholderStyle;
  readonly plainUrl?: 'sse';
  /** In milliseconds; 0 if its `timeout` isn't about calls. */
  readonly timeoutUnit: number;
  /** A newer form has its servers below this key, and only settings beside it. */
  readonly nested?: string;
  readonly off?: readonly string[];
  readonly runsCommands?: true;
}

const ordinary = {
  format: 'json',
  section: ['mcpServers'],
  placeholders: 'none',
  timeoutUnit: 1000,
} as const;

/** Version 2 has its servers one level deeper: https://opencode.ai/v2/docs/mcp-servers. */
const opencode = {
  ...ordinary,
  client: 'opencode',
  section: ['mcp'],
  nested: 'servers',
  placeholders: 'braces',
  timeoutUnit: 0,
} as const;

/** As in https://docs.cline.bot, https://cursor.com/docs/mcp, https://zed.dev/docs/ai/mcp, … of November 2026. */
export const dialects = {
  /** https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
  vscode: { ...ordinary, client: 'VS Code', section: ['servers'], placeholders: 'vscode' },
  claudeDesktop: { ...ordinary, client: 'Claude Desktop' },
  claudeCode: { ...ordinary, client: 'Claude Code', placeholders: 'shell', timeoutUnit: 1 },
  cursor: { ...ordinary, client: 'Cursor', placeholders: 'vscode' },
  windsurf: { ...ordinary, client: 'Windsurf', placeholders: 'vscode' },
  cline: { ...ordinary, client: 'Cline', placeholders: 'vscode', plainUrl: 'sse' },
  zed: { ...ordinary, client: 'Zed', section: ['context_servers'] },
  lmStudio: { ...ordinary, client: 'LM Studio' },
  /** It tries HTTP first: https://github.com/google-gemini/gemini-cli/issues/13803. */
  gemini: {
    ...ordinary,
    client: 'Gemini CLI',
    placeholders: 'dollar',
    timeoutUnit: 1,
    off: ['mcp', 'excluded'],
  },
  codex: { ...ordinary, client: 'Codex', format: 'toml', section: ['mcp_servers'] },
  opencode,
  /** It grew out of opencode: https://kilo.ai/docs/automate/mcp/using-in-kilo-code. */
  kilo: { ...opencode, client: 'Kilo' },
  olderKilo: { ...ordinary, client: 'Kilo', placeholders: 'vscode', plainUrl: 'sse' },
  /** Its values are those of a shell: https://github.com/charmbracelet/crush. */
  crush: {
    ...ordinary,
    client: 'Crush',
    section: ['mcp'],
    placeholders: 'dollar',
    timeoutUnit: 0,
    runsCommands: true,
  },
  /** https://github.com/github/copilot-cli/issues/903. */
  copilot: { ...ordinary, client: 'Copilot CLI', placeholders: 'dollar', timeoutUnit: 1 },
  /** https://kiro.dev/docs/mcp/configuration. */
  kiro: { ...ordinary, client: 'Kiro', placeholders: 'shell', timeoutUnit: 1 },
} as const satisfies Readonly<Record<string, Dialect>>;
