export interface Steering {
  readonly kind: 'code' | 'programs' | 'places' | 'traffic' | 'trust';
  /** Completes “NAME can …”. */
  readonly can: string;
  readonly names: readonly string[];
}

/** No such list is complete, so you approve every value of a definition and every name in an `envFile`. */
const steerings: readonly Steering[] = [
  {
    kind: 'code',
    can: 'make programs load other code',
    names: words(
      `LD_.* DYLD_.* LIBPATH SHLIB_PATH GCONV_PATH GLIBC_TUNABLES LIBGL_DRIVERS_PATH
       GTK_(MODULES|PATH|EXE_PREFIX) GTK[23]_.* GIO_(EXTRA_MODULES|MODULE_DIR) GDK_PIXBUF_.*
       QT_(PLUGIN_PATH|QPA_.*) QML2?_IMPORT_PATH GST_PLUGIN_.* VK_.* LIBVA_.* SASL_PATH
       OPENSSL_(CONF|ENGINES|MODULES) MAGICK_.* GS_LIB LIBMYSQL_.* ODBC(SYS)?INI OCL_ICD_.*`,
      `ENV BASH_ENV BASH_FUNC_.* BASHOPTS SHELLOPTS PS[0-4] PROMPT_COMMAND ZDOTDIR IFS FPATH CDPATH
       INPUTRC PSModulePath __fish_.* fish_.* DIRENV_.*`,
      `NODE_(?!ENV$).* ELECTRON_.* (BUN|DENO|TS_NODE|TSX|JITI|BABEL|VITE_NODE)_.*
       ESBUILD_BINARY_PATH`,
      // Some of these libraries load models by running them.
      `PYTHON.* PYTEST_(ADDOPTS|PLUGINS) IPYTHONDIR JUPYTER_.* VIRTUAL_ENV MPLCONFIGDIR
       MATPLOTLIBRC NLTK_DATA KERAS_HOME TORCH_HOME HF_(HOME|HUB_CACHE|MODULES_CACHE)`,
      `CLASSPATH
       (JAVA_TOOL|JDK_JAVA|_?JAVA|MAVEN|GRADLE|SBT|ANT|KOTLIN|JRUBY|CATALINA)_(OPTIONS|OPTS|ARGS)
       JAVA_OPTS LEIN_.* CORECLR_.* COR_.* COMPLUS_.* DOTNET_.* MSBUILD.* NUGET_.*`,
      `RUBY.* GEM_.* PERL5.* PERLLIB PERL_.* PHPRC PHP_INI_SCAN_DIR LUA_.* JULIA_.*
       R_(PROFILE|ENVIRON|LIBS|HOME).* ERL_.* ELIXIR_ERL_OPTIONS MIX_.* TCLLIBPATH GUILE_.*`,
      `VIMINIT VIMRUNTIME MYVIMRC EXINIT GVIMINIT NVIM_.* EMACS(LOADPATH|DATA)`,
    ),
  },
  {
    kind: 'programs',
    can: 'make programs start other programs',
    names: words(
      `PATH PATHEXT SHELL COMSPEC (.*_)?EDITOR HGEDITOR VISUAL (.*_|MAN)?PAGER (.*_)?BROWSER
       LESS(OPEN|CLOSE) (SSH|SUDO|GIT)_ASKPASS GIT_.* SSH_.* RSYNC_RSH CVS_RSH SVN_SSH HG
       PINENTRY_.* FZF_.* RIPGREP_CONFIG_PATH TERMINAL MANOPT TAR_OPTIONS SYSTEMD_.*`,
      `CC CXX CPP LD AR AS NM FC F77 RANLIB STRIP LEX YACC CC_.* CXX_.* MAKE (GNU)?MAKEFLAGS MFLAGS
       MAKEFILES CMAKE_.* (C|CXX|CPP|LD|F|CGO_.*)FLAGS CGO_.* PKG_CONFIG.* SDKROOT DEVELOPER_DIR
       ANDROID_(HOME|SDK_ROOT|NDK.*) CCACHE_.* SCCACHE_.*
       GO(FLAGS|PATH|ROOT|ENV|BIN|PROXY|SUMDB|NOSUMDB|NOPROXY|PRIVATE|INSECURE|TOOLCHAIN|VCS|EXPERIMENT|AUTH)
       CARGO_.* RUSTC RUSTDOC RUSTFLAGS RUST(C|UP)_.* (JAVA|JRE|MAVEN|M2|GRADLE)_HOME GRADLE_.*`,
      `(npm_config|npm_package|YARN|PNPM|COREPACK|NVM|FNM|VOLTA|PUPPETEER|PLAYWRIGHT|CYPRESS|SELENIUM)_.*
       (UV|PIP|PIPX|PIPENV|CONDA|MAMBA|POETRY|PDM|HATCH|PYENV)_.*
       (BUNDLE|BUNDLER|RBENV|COMPOSER|CPAN)_.* (ASDF|MISE|NIX|HOMEBREW|STACK|CABAL|OPAM|SDKMAN)_.*
       rvm_.* (CHROME|CHROMIUM|FIREFOX)_.*`,
      `DOCKER_.* COMPOSE_.* BUILDKIT_.* CONTAINERS?_.* PODMAN_.* KUBECTL_.* KREW_ROOT HELM_.* TF_.*
       TERRAGRUNT_.* ANSIBLE_.* VAGRANT_.* PACKER_.* PULUMI_HOME`,
    ),
  },
  {
    kind: 'places',
    can: 'change where programs find their settings and credentials',
    names: words(
      `HOME USERPROFILE HOMEDRIVE HOMEPATH (LOCAL)?APPDATA PROGRAMDATA SYSTEMROOT WINDIR XDG_.*
       KUBECONFIG AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_WEB_IDENTITY_TOKEN_FILE
       AWS_CONTAINER_CREDENTIALS_.* BOTO_CONFIG GOOGLE_APPLICATION_CREDENTIALS GOOGLE_EXTERNAL_.*
       CLOUDSDK_.* AZURE_(CONFIG_DIR|EXTENSION_DIR) GH_CONFIG_DIR GLAB_CONFIG_DIR HGRCPATH
       GNUPGHOME PASSWORD_STORE_.* NETRC CURL_HOME WGETRC SYSTEM_WGETRC LDAP(CONF|RC) KRB5.*
       PG(SYSCONFDIR|SERVICEFILE|PASSFILE) PSQLRC MYSQL_(HOME|TEST_LOGIN_FILE) TNS_ADMIN SCREENRC
       TMUX_TMPDIR TERMINFO(_DIRS)? STARSHIP_CONFIG VAULT_CONFIG_PATH
       DBUS_(SESSION|SYSTEM)_BUS_ADDRESS XAUTHORITY (CLAUDE_CONFIG_DIR|CODEX_HOME)`,
    ),
  },
  {
    kind: 'traffic',
    can: 'send what programs exchange to other places',
    names: words(
      `(HTTPS?|ALL|FTP|NO|SOCKS|SOCKS5|WS|WSS|GRPC|RSYNC|CGI_HTTP)_PROXY GLOBAL_AGENT_.*
       SOCKS_SERVER HOSTALIASES RES_OPTIONS LOCALDOMAIN KUBERNETES_(MASTER|SERVICE_.*)
       AWS_ENDPOINT_URL.*
       (OPENAI|AZURE_OPENAI|ANTHROPIC|GEMINI|GOOGLE_GEMINI|MISTRAL|OLLAMA|GROQ)_(BASE_URL|API_BASE|ENDPOINT)
       OLLAMA_HOST HF_ENDPOINT (VAULT|NOMAD)_ADDR CONSUL_HTTP_ADDR GH_HOST GITLAB_HOST
       OTEL_EXPORTER_.* DD_AGENT_HOST SASS_BINARY_SITE SHARP_.* .*_MIRROR`,
    ),
  },
  {
    kind: 'trust',
    can: 'change whom programs trust',
    names: words(
      `SSL_CERT_(FILE|DIR) SSLKEYLOGFILE (REQUESTS|CURL|AWS)_CA_BUNDLE HTTPLIB2_CA_CERTS
       GRPC_DEFAULT_SSL_ROOTS_FILE_PATH PERL_LWP_SSL_.* HTTPS_CA_(FILE|DIR)
       HEX_(CACERTS_PATH|UNSAFE_.*) SYSTEM_CERTIFICATE_PATH GODEBUG LDAPTLS_.* GNUTLS_.*
       PGSSL(ROOTCERT|MODE|CRL) VAULT_(SKIP_VERIFY|CACERT|CAPATH) CONSUL_(CACERT|HTTP_SSL_VERIFY)
       .*_TLS_(INSECURE|SKIP_VERIFY)`,
    ),
  },
];

function words(...themes: readonly string[]): readonly string[] {
  return themes.flatMap(theme => theme.split(/\s+/));
}

/** Variables whose names speak of a secret steer nothing. */
const secret = '(?!.*(?:token|password|passwd|passphrase|secret|api_?key|access_?key)$)';

/** Windows ignores the case of names. */
const matchers = steerings.map(
  ({ names }) =>
    new RegExp(`^(?:${names.map(name => (name.includes('.*') ? secret + name : name)).join('|')})$`, 'i'),
);

export function steeringOf(variable: string): Steering | undefined {
  return steerings[matchers.findIndex(matcher => matcher.test(variable))];
}

export function bySteering(variables: readonly string[]): ReadonlyMap<Steering, readonly string[]> {
  const found = variables.flatMap(name => {
    const steering = steeringOf(name);
    return steering === undefined ? [] : [{ name, steering }];
  });
  const groups = Map.groupBy(found, ({ steering }) => steering);
  return new Map([...groups].map(([steering, all]) => [steering, all.map(({ name }) => name)]));
}
