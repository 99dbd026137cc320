/** Programs have agreed on these names for places that decide what runs, or that hold keys. */
export interface ProtectedNames {
  readonly reason: string;
  /** Includes all that is in them. Several names follow each other in a path. In lower case. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly patterns?: readonly RegExp[];
  /** What the patterns match, and perhaps more, as globs. */
  readonly globs?: readonly string[];
  /** You are even asked before it is read. */
  readonly isSecret?: true;
}

// Left out on purpose: sources that run when you build or test, and instructions for agents.
export const protectedNames: readonly ProtectedNames[] = [
  {
    reason: 'decides what Converser may run.',
    folders: ['.converser'],
    files: ['converser.lock.toml'],
  },
  {
    reason: 'decides what git or another version control runs.',
    folders: [
      ...['.git', '.githooks', '.git-hooks', '.config/git', '.husky', '.lefthook', '.hg', '.svn', '.bzr'],
      ...['.jj'],
    ],
    files: [
      ...['.gitconfig', '.gitmodules', '.gitattributes', '.gitconfig.local', '.hgrc', '.hgsub', '.tigrc'],
      ...['lefthook.yml', 'lefthook.yaml', 'lefthook.toml', '.lefthook.yml', '.lefthook.yaml'],
      ...['lefthook-local.yml', '.lefthook-local.yml', '.overcommit.yml', '.arcconfig', '.arcrc'],
      ...['.git-credentials', '.pre-commit-config.yaml'],
    ],
    patterns: [
      /^\.pre-commit-(config|hooks)\.ya?ml$/,
      /^\.?(lint-?staged|simple-git-hooks|huskyrc)(\.config)?(rc)?(\.(json|ya?ml|[cm]?[jt]s))?$/,
      /^\.lintstagedrc(\..+)?$/,
    ],
  },
  {
    reason: 'decides what an editor runs.',
    folders: [
      ...['.vscode', '.vscode-server', '.vscode-oss', '.vscode-insiders', '.vs', '.idea', '.fleet', '.zed'],
      ...['.nova', '.theia', '.helix', '.kakoune', '.vim', '.nvim', '.emacs.d', '.doom.d', '.spacemacs.d'],
      ...['.idx', '.eclipse', '.devcontainer', '.gitpod', '.codesandbox', '.config/nvim', '.config/vim'],
      ...['.config/helix', '.config/zed', '.config/emacs', '.config/doom', '.config/kak', '.config/micro'],
      ...['.config/sublime-text', '.config/jetbrains', '.config/code', '.config/code - oss'],
      ...['.config/code - insiders', '.config/vscodium', '.config/cursor', '.config/lite-xl'],
      ...['application support/code', 'application support/cursor', 'application support/zed'],
      ...['appdata/roaming/code', 'appdata/roaming/cursor', 'appdata/roaming/zed'],
    ],
    files: [
      ...['devcontainer.json', '.devcontainer.json', '.gitpod.yml', '.gitpod.yaml', '.gitpod.dockerfile'],
      ...['.replit', '.exrc', '_exrc', '.vimrc', '_vimrc', '.gvimrc', '_gvimrc', '.lvimrc', '.vimrc.local'],
      ...['.nvimrc', '.nvim.lua', '.local.vimrc', '.kakrc', '.emacs', '.emacs.el', '.dir-locals.el'],
      ...['.dir-locals-2.el', '.spacemacs', '.ideavimrc', '.nanorc', '.ycm_extra_conf.py', '.lazy.lua'],
      ...['.neoconf.json'],
    ],
    patterns: [/\.code-workspace$/, /~\d+\.cod$/, /\.sublime-(project|workspace|build)$/],
  },
  {
    reason: 'decides what another agent may do.',
    folders: [
      ...['.cursor', '.claude', '.codex', '.gemini', '.continue', '.cline', '.roo', '.kilocode', '.kiro'],
      ...['.amazonq', '.opencode', '.qwen', '.windsurf', '.codeium', '.trae', '.junie', '.goose', '.crush'],
      ...['.augment', '.factory', '.qoder', '.copilot', '.aider', '.iflow', '.vibe', '.config/opencode'],
      ...['.config/goose', '.config/crush', '.config/claude', '.config/github-copilot', '.config/amp'],
    ],
    files: [
      ...['mcp.json', '.mcp.json', 'mcp_config.json', 'cline_mcp_settings.json'],
      ...['claude_desktop_config.json', 'mcp_settings.json', 'mcp-config.json', 'mcp_servers.json'],
      ...['mcp-servers.json', '.mcp.local.json', 'mcp.jsonc', '.mcp.jsonc', 'mcp.yaml', 'mcp.yml'],
      ...['.mcp.yaml', '.mcp.yml', '.claude.json', 'opencode.json', 'opencode.jsonc', 'crush.json'],
      ...['.crush.json', '.continuerc.json', '.aider.conf.yml'],
    ],
  },
  {
    reason: 'decides what runs on other machines.',
    folders: [
      ...['.github/workflows', '.github/actions', '.gitea/workflows', '.gitea/actions', '.forgejo/workflows'],
      ...['.forgejo/actions', '.gitlab/ci', '.circleci', '.buildkite', '.woodpecker', '.semaphore'],
      ...['.teamcity', '.azure-pipelines', '.azuredevops', '.tekton', '.zuul.d', '.builds', '.jenkins'],
      ...['.harness', '.drone'],
    ],
    files: [
      ...['.gitlab-ci.yml', '.gitlab-ci.yaml', '.travis.yml', 'azure-pipelines.yml', 'azure-pipelines.yaml'],
      ...['bitbucket-pipelines.yml', 'jenkinsfile', '.drone.yml', '.drone.jsonnet', '.drone.star'],
      ...['.woodpecker.yml', '.woodpecker.yaml', 'appveyor.yml', '.appveyor.yml', '.cirrus.yml'],
      ...['.cirrus.star', 'buildspec.yml', 'buildspec.yaml', 'cloudbuild.yaml', 'cloudbuild.yml'],
      ...['wercker.yml', 'codefresh.yml', '.build.yml', '.zuul.yaml', 'zuul.yaml', '.readthedocs.yml'],
      ...['.readthedocs.yaml', '.scrutinizer.yml', '.vsts-ci.yml'],
    ],
  },
  {
    reason: 'decides which programs and packages a package manager or build runs.',
    folders: [
      ...['.yarn', '.npm', '.pnpm', '.bundle', '.mvn', '.m2', '.gradle', 'gradle/wrapper', '.cargo'],
      ...['.rustup', '.gem', '.pip', '.config/pip', '.config/uv', '.config/pypoetry', '.conda'],
      ...['.config/conda', '.composer', '.config/composer', '.nuget', '.sbt', '.ivy2', '.lein', '.clojure'],
      ...['.cabal', '.stack', '.opam', '.hex', '.mix', '.asdf', '.mise', '.config/mise', '.config/bun'],
      ...['.config/yarn', '.config/npm', '.config/nix', '.nix-defexpr', '.config/nixpkgs'],
      ...['.config/containers', '.terraform', '.terraform.d', '.vagrant.d', '.ansible', '.pulumi', '.cpan'],
      ...['.luarocks'],
    ],
    files: [
      ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.yarnrc.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs'],
      ...['pnpmfile.js', 'bunfig.toml', '.bunfig.toml', 'deno.json', 'deno.jsonc', 'pip.conf', 'pip.ini'],
      ...['.condarc', 'condarc', '.mambarc', '.pydistutils.cfg', 'uv.toml', 'poetry.toml', '.pdm.toml'],
      ...['.gemrc', 'gradle-wrapper.properties', 'gradlew', 'gradlew.bat', 'mvnw', 'mvnw.cmd', '.mavenrc'],
      ...['.sbtopts', '.jvmopts', '.mill-jvm-opts', 'nuget.config', 'rust-toolchain', 'rust-toolchain.toml'],
      ...['.bazelrc', '.bazeliskrc', '.bazelversion', 'user.bazelrc', '.buckconfig', '.buckconfig.local'],
      ...['.terraformrc', 'terraform.rc', 'ansible.cfg', '.ansible.cfg', '.asdfrc', '.tool-versions'],
      ...['mise.toml', '.mise.toml', 'mise.local.toml', '.mise.local.toml', '.rtx.toml', '.bpmrc', '.rvmrc'],
      ...['.cpanrc', '.htaccess', '.user.ini', '.wslconfig', 'pyvenv.cfg'],
    ],
    patterns: [/^(sitecustomize|usercustomize)\.py$/],
  },
  {
    reason: 'runs when a shell starts.',
    folders: [
      ...['.bashrc.d', '.bash_profile.d', '.profile.d', '.zshrc.d', '.zsh', '.oh-my-zsh', '.oh-my-bash'],
      ...['.config/zsh', '.config/bash', '.config/fish', '.config/nushell', '.config/elvish', '.elvish'],
      ...['.config/xonsh', '.direnv', '.config/direnv', '.config/powershell', '.zprezto', '.antigen'],
    ],
    files: [
      ...['.bashrc', '.zshrc', '.bash_profile', '.bash_login', '.bash_logout', '.bash_aliases'],
      ...['.bash_functions', '.bash_completion', '.profile', '.login', '.logout', '.zshenv', '.zprofile'],
      ...['.zlogin', '.zlogout', '.aliases', '.envrc', '.envrc.local', '.direnvrc', '.inputrc', '.xonshrc'],
      ...['.p10k.zsh', '.zimrc', '.zpreztorc', 'config.fish', '.pam_environment', '.login_conf'],
      ...['autoexec.bat', 'autorun.inf', 'desktop.ini'],
    ],
    patterns: [
      /^\.(bash|zsh|ksh|csh|tcsh|mksh|dash|oil|osh)rc(\.local)?$/,
      /^(microsoft\..*_)?profile\.ps1$/,
    ],
  },
  {
    reason: 'runs when you log in or a program starts.',
    folders: [
      ...['.config/autostart', '.config/systemd', '.config/environment.d', '.config/plasma-workspace'],
      ...['.config/tmux', '.config/i3', '.i3', '.config/sway', '.config/hypr', '.config/bspwm'],
      ...['.config/awesome', '.config/openbox', '.config/qtile', '.config/gdb', '.config/lldb'],
      ...['.config/zellij', '.config/kitty', '.config/wezterm', '.config/alacritty', '.config/ghostty'],
      ...['.config/terminator', '.config/upstart', '.config/user-tmpfiles.d', '.local/share/systemd'],
      ...['.local/share/dbus-1', '.local/share/applications', '.local/share/nautilus/scripts', '.local/bin'],
      ...['.local/share/code-server', '.hammerspoon', '.config/karabiner', '.tmux', '.byobu'],
      ...['.screenlayout', 'library/launchagents', 'library/launchdaemons', 'library/startupitems'],
      ...['start menu/programs/startup', '.ipython', '.jupyter', '.config/ipython', '.julia/config'],
      ...['.radare2rc.d', '.config/rofi', '.macosx'],
    ],
    files: [
      ...['.tmux.conf', '.tmux.conf.local', '.screenrc', '.xprofile', '.xinitrc', '.xsession', '.xsessionrc'],
      ...['.xserverrc', '.xmodmap', '.xresources', '.xdefaults', '.crontab', 'crontab', '.forward'],
      ...['.procmailrc', '.mailrc', '.muttrc', '.wezterm.lua', '.skhdrc', '.yabairc', '.gdbinit'],
      ...['.gdbearlyinit', '.lldbinit', '.lldbinit-xcode', '.radare2rc', '.pdbrc', '.pdbrc.py', '.pythonrc'],
      ...['.pythonrc.py', '.pythonstartup', '.rprofile', '.renviron', 'rprofile.site', '.irbrc', '.pryrc'],
      ...['.rdbgrc', '.byebugrc', '.rspec', '.iex.exs', '.ghci', '.sbclrc', '.ocamlinit', '.swiplrc'],
      ...['.octaverc', '.erlang', '.guile', '.psqlrc', '.sqliterc', '.my.cnf', '.perldb', '.phpdbginit'],
      ...['.ripgreprc', '.ackrc', '.lessfilter', '.curlrc', '_curlrc', '.wgetrc', '.dbshell', '.mongorc.js'],
      ...['.mongoshrc.js'],
    ],
  },
  {
    reason: 'holds keys, or says which are used.',
    isSecret: true,
    folders: [
      ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.config/gcloud', '.config/gh'],
      ...['.config/hub', '.streamlit/secrets.toml'],
      // Only these files of their folders are secret: addresses in Git's settings often hold a token.
      ...['.git/config', '.cargo/credentials', '.cargo/credentials.toml', '.gem/credentials'],
      ...['.composer/auth.json', '.config/composer/auth.json', '.terraform.d/credentials.tfrc.json'],
      ...['.config/op', '.config/sops', '.password-store', '.config/doctl', '.fly', '.oci', '.config/rclone'],
    ],
    files: [
      ...['.env', '.netrc', '_netrc', '.pypirc', '.pgpass', '.mylogin.cnf', '.dockercfg', '.boto', '.s3cfg'],
      ...['.vault-token', '.flaskenv', '.npmrc.local', '.databrickscfg', '.snowsql', '.git-credentials'],
      ...['.envrc.local'],
    ],
    patterns: [
      // A template holds no keys, and nothing reads it.
      /^\.env(?!\.(example|sample|template|dist|defaults)$)(\..+)?$/,
      /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
      /\.(pem|key|p8|p12|pfx|pkcs8|pkcs12|jks|keystore|kdbx|ppk)$/,
    ],
    globs: ['.env*', 'id_*', '*.{pem,key,p8,p12,pfx,pkcs8,pkcs12,jks,keystore,kdbx,ppk}'],
  },
];
