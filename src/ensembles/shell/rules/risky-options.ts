import { programName } from '../command/program-name.ts';
import { isRiskyWord, riskyLetters } from './program-options.ts';

// With these, harmless programs run others, or write or send files: such a call needs a yes of its own.

/** Most programs write these with two dashes, and many accept every unique beginning. */
const long =
  `upload-pack receive-pack exec exec-path exec-batch output output-document output-dir output-file ext-diff
  textconv to-command checkpoint-action eval command pager open-files-in-pager use-compress-program compress-program rsh
  rsync-path config config-env editor require import loader experimental-loader init-command script-shell use-askpass
  post-file upload-file body-file info-script new-volume-script unzip-command pre hostname-bin extcmd tree-filter
  index-filter msg-filter env-filter git-dir work-tree super-prefix template node-options print to-stdout-command
  rmt-command rsh-command config-file run-command shell plugin load-extension prefix directory-prefix script-file init-file rcfile ssh-command
  sshopt rcpath proxy-command command-string preprocessor hook-path startup toolexec interpreter filter-process override-ini`
    .split(/\s+/)
    .filter(Boolean);

const short =
  /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls|toolexec|agentlib|agentpath|javaagent|encodedcommand|command|file)\b/i;

/** Single letters count alone or among others: `-lc`, `-ofile`. */
const letters = 'coeOCKTIFxXP';

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
  tree: 'CIPFx',
  echo: 'e',
  mkdir: 'p',
  npm: 'P',
  tar: 'cxoO',
  tsc: 'p',
  pytest: 'xK',
  wget: '',
};

const singleDash = new Set('find java javac go ffmpeg openssl terraform convert magick'.split(' '));

export function riskyArgument(program: string, args: readonly string[]): string | undefined {
  const name = programName(program);
  const names = [name, `${name} ${args[0] ?? ''}`];
  return args.find((arg, at) => {
    const option = asOption(name, arg, at);
    return isRiskyOption(name, option) || names.some(each => isRiskyFor(each, option));
  });
}

export function isRiskyFor(name: string, arg: string): boolean {
  const letters = riskyLetters(name);
  return isRiskyWord(name, arg) || (letters !== '' && cluster(arg).some(letter => letters.includes(letter)));
}

const withoutDash = new Set(['tar', 'bsdtar', 'ar']);

function asOption(program: string, arg: string, at: number): string {
  if (at === 0 && withoutDash.has(program) && /^[a-z]+$/i.test(arg)) return `-${arg}`;
  return arg.replace(/^[-\u2010-\u2015\u2212\uff0d]+/, dashes => '-'.repeat(dashes.length));
}

function isRiskyOption(program: string, option: string): boolean {
  if (option.startsWith('--')) return isRiskyLong(option.slice(2));
  // Windows programs take a slash, too, but a path of Unix begins like that.
  if (!/^-[^-]/.test(option)) return false;
  if (short.test(option)) return true;
  if (singleDash.has(program)) return /^-(o|c|e|f)\b/.test(option);
  const allowed = Object.hasOwn(harmless, program) ? (harmless[program] ?? '') : '';
  return cluster(option).some(letter => letters.includes(letter) && !allowed.includes(letter));
}

function cluster(option: string): readonly string[] {
  return [...(/^-([A-Za-z]+)/.exec(option)?.[1] ?? '')];
}

function isRiskyLong(written: string): boolean {
  const [name = ''] = written.toLowerCase().split('=');
  return name !== '' && long.some(risky => risky.startsWith(name));
}
