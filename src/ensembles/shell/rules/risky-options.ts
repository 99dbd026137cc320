import { programName } from '../command/program-name.ts';

/*
 * Options that make programs run others, or write or send files, though the program looks harmless. What is listed
 * needs a yes to exactly this call. The list can't be complete, and asks rather once too often: it is about rules that
 * cover more than one call, which you gave for what the program usually does.
 */

/** Written with two dashes by most programs. Many take every beginning of it that is unique. */
const long =
  `upload-pack receive-pack exec exec-path exec-batch output output-document output-dir output-file ext-diff
  textconv to-command checkpoint-action eval command pager open-files-in-pager use-compress-program compress-program rsh
  rsync-path config config-env editor require import loader experimental-loader init-command script-shell use-askpass
  post-file upload-file body-file info-script new-volume-script unzip-command pre hostname-bin extcmd tree-filter
  index-filter msg-filter env-filter git-dir work-tree super-prefix template node-options print to-stdout-command
  rmt-command run-command shell plugin load-extension prefix directory-prefix script-file init-file rcfile ssh-command
  sshopt rcpath proxy-command command-string preprocessor hook-path startup toolexec interpreter filter-process`
    .split(/\s+/)
    .filter(Boolean);

/** With one dash, as find, go and java write theirs. */
const short =
  /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|toolexec|agentlib|agentpath|javaagent|encodedcommand|command|file)\b/i;

/** Single letters, alone or among others: `-lc`, `-ofile`. */
const letters = 'coeOCKTIFxXP';

/** Letters that mean something harmless to these programs. */
const harmless: Readonly<Record<string, string>> = {
  grep: 'coeCTIP',
  egrep: 'coeCTIP',
  fgrep: 'coeCTIP',
  rg: 'coCeTFIP',
  ag: 'coCe',
  ls: 'coCTFIxXe',
  ps: 'oeCTFxO',
  wc: 'c',
  head: 'c',
  tail: 'cF',
  cat: 'eT',
  du: 'cxX',
  df: 'TP',
  stat: 'c',
  uniq: 'c',
  cut: 'cO',
  tree: 'CIPFxo',
  echo: 'e',
  mkdir: 'p',
  npm: 'P',
  tsc: 'p',
  pytest: 'xK',
  wget: '',
};

/** Programs whose options are words after one dash, so that letters among others mean nothing. */
const singleDash = new Set([
  'find',
  'java',
  'javac',
  'go',
  'ffmpeg',
  'openssl',
  'terraform',
  'convert',
  'magick',
]);

/** Words of git that run what follows them, or set what git runs later. */
const gitWords = new Set([
  'config',
  'difftool',
  'mergetool',
  'filter-branch',
  'foreach',
  'run',
  'instaweb',
  'daemon',
]);

/** The first argument by which a program runs another one, or writes or sends a file, that the call does not look like. */
export function riskyArgument(program: string, args: readonly string[]): string | undefined {
  const name = programName(program);
  return args.find(arg => isRiskyOption(name, arg) || (name === 'git' && isRiskyForGit(arg)));
}

function isRiskyOption(program: string, arg: string): boolean {
  const option = arg.replace(/^[\u2010-\u2015\u2212]/, '-');
  if (option.startsWith('--')) return isRiskyLong(option.slice(2));
  // Windows programs take a slash, too, and a path of Unix begins like that.
  if (!/^-[^-]/.test(option)) return false;
  if (short.test(option)) return true;
  if (singleDash.has(program)) return /^-(o|c|e|f)\b/.test(option);
  const cluster = /^[A-Za-z]+/.exec(option.slice(1))?.[0] ?? '';
  const allowed = harmless[program] ?? '';
  return [...cluster].some(letter => letters.includes(letter) && !allowed.includes(letter));
}

function isRiskyLong(written: string): boolean {
  const [name = ''] = written.toLowerCase().split('=');
  return name !== '' && long.some(risky => risky.startsWith(name));
}

/** Transports that run programs: https://git-scm.com/docs/git-remote-ext */
function isRiskyForGit(arg: string): boolean {
  return gitWords.has(arg) || /^(ext|fd)::/i.test(arg);
}
