/**
 * Whether a variable of this name can make a program run other code than its own: by naming it, by naming where it or
 * the settings of the program are looked for, or by having a forger of packages believed.
 *
 * A list can never be whole. What you approve is therefore every value that is written in a definition; this
 * decides only what they are warned of, and what a file may not bring that they were not asked about.
 */
export function canLoadCode(variable: string): boolean {
  return loading.test(variable);
}

/** By who heeds them. */
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

/** Windows takes them in any case. */
const loading = new RegExp(`^(${names.join('|')})$`, 'i');
