import path from 'node:path';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export type Places = ReturnType<typeof placesOf>;

export function placesOf({ platform, home, environment }: Machine) {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const xdg = environment.XDG_CONFIG_HOME || join(home, '.config');
  const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming');
  const support = join(home, 'Library', 'Application Support');
  const config = platform === 'win32' ? roaming : platform === 'darwin' ? support : xdg;
  return {
    join,
    home: (...parts: readonly string[]) => join(home, ...parts),
    config: (...parts: readonly string[]) => join(config, ...parts),
    xdg: (...parts: readonly string[]) => join(xdg, ...parts),
    claudeCode: join(environment.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    codex: join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    copilot: join(environment.COPILOT_HOME || join(home, '.copilot'), 'mcp-config.json'),
    crush:
      platform === 'win32'
        ? join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'crush', 'crush.json')
        : join(xdg, 'crush', 'crush.json'),
    zed: platform === 'win32' ? join(roaming, 'Zed', 'settings.json') : join(xdg, 'zed', 'settings.json'),
  };
}
