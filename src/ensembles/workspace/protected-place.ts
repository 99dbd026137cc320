/**
 * Why a place must never be changed without asking, whatever was allowed before: what is written there runs, or
 * decides what may run. `undefined` for ordinary places.
 *
 * Names are compared as the most generous file system would: whatever may be the same name somewhere counts.
 */
export function protectedPlace(path: string): string | undefined {
  const parts = path.split(/[/\\]/).map(plainName);
  const folder = parts.find(part => folders.has(part));
  if (folder !== undefined) return `${folder} decides what the editor or git may run.`;
  const name = parts.at(-1) ?? '';
  if (configurations.some(pattern => pattern.test(name))) return `${name} decides what may run here.`;
  if (startUps.some(pattern => pattern.test(name))) return `${name} runs when a shell starts.`;
  if (/(^|\/)(\.config\/)?fish\//.test(parts.join('/')) && name.endsWith('.fish')) {
    return `${name} runs when a shell starts.`;
  }
  return undefined;
}

const folders = new Set([
  '.converser',
  '.cursor',
  '.devcontainer',
  '.git',
  '.hg',
  '.husky',
  '.ssh',
  '.svn',
  '.vscode',
  '.vscode-server',
  '.gnupg',
  // What Windows may call .git, .vscode and .converser for programs of its past.
  'git~1',
  'vscode~1',
  'conver~1',
]);

const configurations = [
  /^\.?mcp\.json$/,
  /\.code-workspace$/,
  /^converser\.lock\.toml$/,
  /^\.git(config|modules|attributes)$/,
  /^devcontainer\.json$/,
  /^\.pre-commit-config\.ya?ml$/,
  /^\.npmrc$/,
];

const startUps = [
  /^\.(bash|zsh|ksh|csh|tcsh|mksh)rc$/,
  /^\.(bash_(profile|login|logout|aliases)|profile|login|logout)$/,
  /^\.z(shenv|profile|login|logout)$/,
  /^\.(envrc|inputrc|xprofile|xinitrc|xsessionrc)$/,
  /^(microsoft\..*_)?profile\.ps1$/,
  /^(autoexec\.bat|autorun\.inf)$/,
];

/** Lower case, without what some file systems ignore: marks that cannot be seen, trailing dots, a stream's name. */
function plainName(part: string): string {
  return part
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/(?<=.):.*$/, '')
    .replace(/[. ]+$/, '');
}
