/**
 * Whether a variable of this name can make a program run other code than its own: by naming the code, by naming where
 * programs look for code or settings, or by making them trust a forged package.
 *
 * No such list is complete, so you approve every value of a definition. This list decides only what you are warned
 * about, and what an `envFile` may not set.
 */
export function canLoadCode(variable: string): boolean {
  return loading.test(variable);
}

/** Grouped by the programs that read them. */
const names = [
  // The system and its loader, and where programs look for their settings.
  ...[
    'PATH',
    'PATHEXT',
    'LD_.*',
    'DYLD_.*',
    'GCONV_PATH',
    'HOME',
    'USERPROFILE',
    '(LOCAL)?APPDATA',
    'XDG_.*',
  ],
  ...['OPENSSL_(CONF|ENGINES|MODULES)', 'SSL_CERT_(FILE|DIR)'],
  // Shells, and what other programs start.
  ...['ENV', 'BASH_ENV', 'BASH_FUNC_.*', 'BASHOPTS', 'SHELLOPTS', 'PS4', 'PROMPT_COMMAND', 'ZDOTDIR', 'IFS'],
  ...['SHELL', 'COMSPEC', 'EDITOR', 'VISUAL', 'PAGER', 'GIT_.*', 'SSH_ASKPASS', 'DOCKER_.*'],
  // JavaScript and its package managers.
  ...[
    'NODE_(OPTIONS|PATH|REPL_EXTERNAL_MODULE|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED)',
    'ELECTRON_RUN_AS_NODE',
  ],
  ...['(npm_config|YARN|PNPM|COREPACK|BUN|DENO|PUPPETEER|PLAYWRIGHT)_.*', 'CHROME_(PATH|BIN)'],
  // Python and its package managers.
  ...['PYTHON.*', '(UV|PIP|PIPX|CONDA|POETRY)_.*', 'VIRTUAL_ENV'],
  // Java, .NET, Go, Rust, Ruby, Perl, PHP, Lua, R.
  ...['JAVA_HOME', 'CLASSPATH', '(JAVA_TOOL|JDK_JAVA|_?JAVA|MAVEN|GRADLE)_(OPTIONS|OPTS)'],
  ...['(DOTNET|CORECLR|COR|COMPLUS)_.*', 'GO(FLAGS|PATH|ROOT|PROXY|SUMDB|NOSUMDB|INSECURE|TOOLCHAIN)'],
  ...['CARGO_.*', 'RUST(C|UP)_.*', 'RUSTC', 'RUBY.*', 'GEM_.*', 'BUNDLE_.*', 'PERL5.*', 'PERLLIB'],
  ...['PHPRC', 'PHP_INI_SCAN_DIR', 'LUA_.*', 'R_(PROFILE|ENVIRON|LIBS).*'],
];

/** Windows ignores the case of names. */
const loading = new RegExp(`^(${names.join('|')})$`, 'i');
