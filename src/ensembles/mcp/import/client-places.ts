import path from 'node:path';

/** What decides where other programs keep their settings. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export type Places = ReturnType<typeof placesOf>;

/** Where other programs keep their settings. */
export function placesOf({ platform, home, environment }: Machine) {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const xdg = environment.XDG_CONFIG_HOME || join(home, '.config');
  const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming');
  const support = join(home, 'Library', 'Application Support');
  const config = platform === 'win32' ? roaming : platform === 'darwin' ? support : xdg;
  return {
    join,
    /** A path in the home folder. */
    home: (...parts: readonly string[]) => join(home, ...parts),
    /** A path in the folder where programs keep their settings. */
    config: (...parts: readonly string[]) => join(config, ...parts),
    /** A path where programs of terminals keep their settings, on every system. */
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
