/**
 * What programs need of a home: toolchains, what they have fetched, and how git works. Only these are seen of it, so
 * nothing in them may hold keys. Files are left out if they do.
 */
export const toolPlaces: readonly string[] = [
  ...['.nvm', '.fnm', '.n', '.volta', '.nodenv', '.npm-global', '.bun', '.deno', '.local/share/pnpm'],
  ...['.pyenv', '.rye', '.local/share/uv', '.local/share/pipx', '.local/pipx', '.local/share/virtualenvs'],
  ...['.cache/pypoetry/virtualenvs', 'miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', '.conda/envs'],
  ...['.rbenv', '.rvm', '.gem/ruby', '.rustup', '.cargo/bin', '.cargo/registry', '.cargo/git', '.cargo/env'],
  ...['.cargo/config', '.cargo/config.toml', 'go', '.go', 'sdk', '.goenv', '.gvm', '.sdkman', '.jdks'],
  ...['.jenv', '.m2/repository', '.m2/wrapper', '.gradle/caches', '.gradle/wrapper', '.dotnet'],
  ...['.nuget/packages', '.pub-cache/hosted', '.ghcup', '.cabal/packages', '.cabal/store', '.elan'],
  ...['.juliaup', '.julia/packages', '.julia/artifacts', '.asdf', '.proto', '.local/share/mise'],
  ...['.local/share/fnm', '.local/bin', '.local/lib', '.nix-profile', '.local/state/nix', '.tool-versions'],
  ...['.cache/ms-playwright', '.cache/puppeteer', '.cache/Cypress', '.cache/node', '.cache/deno'],
  ...['.gitconfig', '.config/git/config', '.config/git/ignore', '.config/git/attributes', '.gitignore'],
];

/** What lies beside a folder of programs belongs to them. */
export const besidePrograms: readonly string[] = ['lib', 'lib64', 'libexec', 'include', 'share', 'conf'];

/** A command finds these folders without what others have put there. */
export const emptied = ['/run', '/var/run', '/tmp', '/var/tmp', '/dev'] as const;
