/** What programs need of a home: toolchains, what they have fetched, and how git works. Nothing here holds keys. */
export const toolPlaces: readonly string[] = [
  ...['.nvm', '.fnm', '.n', '.volta', '.nodenv', '.npm-global', '.bun', '.deno', '.local/share/pnpm'],
  ...['.pyenv', '.rye', '.local/share/uv', '.local/share/pipx', '.local/pipx', '.local/share/virtualenvs'],
  ...['.cache/pypoetry/virtualenvs', 'miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', '.conda/envs'],
  ...['.rbenv', '.rvm', '.gem/ruby', '.rustup', '.cargo/bin', '.cargo/registry', '.cargo/git', '.cargo/env'],
  ...['.cargo/config', '.cargo/config.toml', 'go', '.go', 'sdk', '.goenv', '.gvm', '.sdkman', '.jdks'],
  ...['.jenv', '.m2/repository', '.m2/wrapper', '.gradle/caches', '.gradle/wrapper', '.dotnet', '.elan'],
  ...['.nuget/packages', '.pub-cache/hosted', '.ghcup', '.cabal/packages', '.cabal/store', '.juliaup'],
  ...['.julia/packages', '.julia/artifacts', '.asdf', '.proto', '.local/share/mise', '.local/share/fnm'],
  ...['.local/bin', '.local/lib', '.nix-profile', '.local/state/nix', '.tool-versions', '.cache/node'],
  ...['.cache/ms-playwright', '.cache/puppeteer', '.cache/Cypress', '.cache/deno', '.gitconfig'],
  ...['.config/git/config', '.config/git/ignore', '.config/git/attributes', '.gitignore'],
];

/** What lies beside a folder of programs belongs to them. */
export const besidePrograms: readonly string[] = ['lib', 'lib64', 'libexec', 'include', 'share', 'conf'];

/** Programs lie there, so that a home that holds one of them can’t be hidden. */
export const systems: readonly string[] = ['/', '/usr', '/etc', '/var', '/opt', '/nix'];

/** A command finds these folders without what others have put there. */
export const emptied: readonly string[] = ['/run', '/var/run', '/tmp', '/var/tmp', '/dev'];
