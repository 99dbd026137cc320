/** Letters count alone or among others, as in `-lr`; the rest is compared with whole arguments. */
interface ProgramOptions {
  readonly letters?: string;
  readonly words?: RegExp;
}

/** Response files hold arguments that you have not seen. */
const compiler: ProgramOptions = { letters: 'B', words: /^@|^-(?:fplugin|specs|wrapper)\b/ };

const tests: ProgramOptions = {
  letters: 'r',
  words:
    /^--(?:global-?(?:setup|teardown)|setup-?files|runner|test-?(?:runner|environment|sequencer)|transform|resolver|reporters?|root|root-?dir|dir|output-?file|coverage-?directory|ui)\b/i,
};

/** These say which programs run, or where packages come from or go. */
const packages =
  /^--(?:user|global|project)-?config\b|^--(?:viewer|call|registry)\b|^(?:config|set|pkg|publish|edit|token|adduser)$/i;

const byProgram: Readonly<Record<string, ProgramOptions>> = {
  // Some transports run programs: https://git-scm.com/docs/git-remote-ext
  git: {
    words:
      /^(?:config|credential|difftool|mergetool|filter-branch|foreach|run|instaweb|daemon|send-email|set-url)$|^(?:ext|fd)::|^--unsafe-paths$|^--(?:sendmail|to|cc|header)-cmd\b/i,
  },
  'git clone': { letters: 'u' },
  // The address may be anyone's, but you have set up a remote.
  'git push': { words: /^[a-z][a-z0-9+.-]*:\/\/|^[^/]+@[^/]+:/i },
  npm: { words: packages },
  pnpm: { words: packages },
  yarn: { words: packages },
  mocha: { letters: 'r' },
  jest: tests,
  vitest: tests,
  rspec: { letters: 'rI' },
  pytest: { letters: 'p', words: /^--(?:rootdir|confcutdir|basetemp|junit-?xml|pyargs)\b/i },
  mypy: { words: /^--(?:python-executable|install-types|custom-\w+-dir)\b/i },
  eslint: { letters: 'f', words: /^--(?:parser|plugin|rulesdir|resolve-plugins\S*|format|cache-\S+)\b/i },
  make: { letters: 'f', words: /^\w+[:+?!]*=/ },
  gmake: { letters: 'f', words: /^\w+[:+?!]*=/ },
  rake: { letters: 'fR' },
  ninja: { letters: 'f' },
  cargo: { words: /^\+|^--(?:target-dir|manifest-path)\b/i },
  go: { words: /^--?(?:vettool|overlay|modfile|(?:ld|gc|asm|gccgo)flags)\b/i },
  deno: { letters: 'A', words: /^--allow-/i },
  dotnet: { letters: 'p', words: /^[-/]+(?:p|property|logger|settings|test-adapter-path)\b/i },
  msbuild: { words: /^[-/]+(?:p|property|logger|l)\b|^@/i },
  mvn: { letters: 'fs' },
  gradle: {
    letters: 'bp',
    words: /^--(?:init-script|build-file|project-dir|settings-file|include-build)\b/i,
  },
  gcc: compiler,
  'g++': compiler,
  cc: compiler,
  'c++': compiler,
  clang: compiler,
  'clang++': compiler,
  rustc: { words: /^@/ },
  javac: { words: /^@|^--?(?:processor|processor-?path)\b/i },
  // It reads, writes and sends files by many names: https://curl.se/docs/manpage.html
  curl: {
    letters: 'DnbE',
    words:
      /^@|=[@<]|;@|^--(?:dump-|cookie|trace|libcurl|stderr|hsts|alt-svc|etag-|engine|remote-|netrc|cert|key|unix-|proxy)|^file:/i,
  },
  wget: { letters: 'iPO', words: /^--(?:input-|save-|post-|body-|load-|rejected-|warc-)/i },
  scp: { letters: 'SD' },
  sftp: { letters: 'bSD' },
  rsync: { words: /^--(?:daemon|files-from|log-file|write-batch|only-write-batch|temp-dir|backup-dir)\b/i },
  tar: { words: /^--rsh/i },
  cpio: { words: /^--rsh/i },
  man: { letters: 'H', words: /^--html\b/i },
  file: { letters: 'Cm' },
  // Without a dash, `e` shows the variables of all programs.
  ps: { words: /^\w*e\w*$|^-\w*E/ },
  tcpdump: { letters: 'zw' },
  docker: { letters: 'Hv', words: /^--(?:host|context|volume|mount|privileged)\b/i },
  kubectl: { words: /^--(?:kubeconfig|server|token)\b/i },
  gh: { words: /^(?:alias|extensions?|ext|auth)$/ },
  openssl: { words: /^-(?:engine|provider|provider-path|config|out)$/ },
  terraform: { words: /^-{1,2}(?:out|state|backup|plugin-dir|chdir)\b/ },
  code: { words: /^--(?:install-extension|extensions-dir|user-data-dir|extensionDevelopmentPath)/i },
  gpg: { words: /^--(?:photo-viewer|\S+-program|\S+-exec-path)\b/i },
  split: { words: /^--filter\b/i },
  pandoc: { words: /^--(?:filter|lua-filter|pdf-engine|extract-media|log)\b/i },
  latex: { words: /^--?(?:shell-escape|enable-write18|output-directory)\b/i },
  pdflatex: { words: /^--?(?:shell-escape|enable-write18|output-directory)\b/i },
  xelatex: { words: /^--?(?:shell-escape|enable-write18|output-directory)\b/i },
  lualatex: { words: /^--?(?:shell-escape|enable-write18|output-directory)\b/i },
};

export function riskyLetters(name: string): string {
  return optionsOf(name)?.letters ?? '';
}

export function isRiskyWord(name: string, arg: string): boolean {
  return optionsOf(name)?.words?.test(arg) ?? false;
}

function optionsOf(name: string): ProgramOptions | undefined {
  return Object.hasOwn(byProgram, name) ? byProgram[name] : undefined;
}
