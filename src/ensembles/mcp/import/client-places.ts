import path from 'node:path';

/** Where other programs keep their settings. */
export interface Places {
  readonly join: (...parts: readonly string[]) => string;
  /** A path in the home folder. */
  readonly home: (...parts: readonly string[]) => string;
  /** A path in the folder where programs keep their settings. */
  readonly config: (...parts: readonly string[]) => string;
  /** A path where programs of terminals keep their settings, on every system. */
  readonly xdg: (...parts: readonly string[]) => string;
  readonly claudeCode: string;
  readonly codex: string;
  readonly zed: string;
  /** The folder of Copilot CLI. */
  readonly copilot: string;
  readonly crush: string;
}

/** What decides where that is. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function placesOf({ platform, home, environment }: Machine): Places {
  const { join } = platform === 'win32' ? path.win32 : path.posix;
  const xdg = environment.XDG_CONFIG_HOME || join(home, '.config');
  const roaming = environment.APPDATA || join(home, 'AppData', 'Roaming');
  const support = join(home, 'Library', 'Application Support');
  const config = platform === 'win32' ? roaming : platform === 'darwin' ? support : xdg;
  return {
    join,
    home: (...parts) => join(home, ...parts),
    config: (...parts) => join(config, ...parts),
    xdg: (...parts) => join(xdg, ...parts),
    claudeCode: join(environment.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    codex: join(environment.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    copilot: environment.COPILOT_HOME || join(home, '.copilot'),
    crush:
      platform === 'win32'
        ? join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'crush', 'crush.json')
        : join(xdg, 'crush', 'crush.json'),
    zed: platform === 'win32' ? join(roaming, 'Zed', 'settings.json') : join(xdg, 'zed', 'settings.json'),
  };
}
