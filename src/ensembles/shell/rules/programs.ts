import { programName } from '../command/program-name.ts';

const launchers = new Set(
  `env sudo doas su runuser nohup nice ionice timeout time stdbuf setsid setpriv command exec builtin xargs parallel
   watch strace ltrace gdb valgrind busybox toybox chroot unshare nsenter flatpak bwrap firejail script expect entr
   npx bunx pnpx uvx pipx dlx start cmd wsl ssh rlwrap unbuffer faketime proot torsocks proxychains systemd-run dbus-run-session
   xvfb-run chpst softlimit numactl taskset chrt prlimit runcon sg newgrp pkexec osascript open rundll32 forfiles
   flock setarch linux arch choom uclampset perf hyperfine watchexec entr cross-env dotenv dotenvx caffeinate fakeroot
   eatmydata sshpass cpulimit nocache sem run-parts start-stop-daemon daemonize gosu su-exec tini dumb-init gtimeout genv
   gnice gxargs concurrently nodemon npm-run-all run-p run-s tmux screen at batch crontab schtasks regsvr mshta conhost
   msiexec wmic pcalua lldb rr heaptrack tsocks logsave`
    .split(/\s+/)
    .filter(Boolean),
);

/** What stands behind these is the program, unless an option comes first. */
const plainLaunchers = new Set('npx bunx pnpx uvx env nohup time sudo doas command'.split(' '));

const launching: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'explore'],
  yarn: ['exec', 'dlx'],
  pnpm: ['exec', 'dlx'],
  bun: ['x'],
  bundle: ['exec'],
  composer: ['exec'],
  poetry: ['run'],
  uv: ['run', 'tool'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  conda: ['run'],
  mamba: ['run'],
  direnv: ['exec'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  volta: ['run'],
  rbenv: ['exec'],
  pyenv: ['exec'],
  nix: ['run', 'shell', 'develop'],
  docker: ['run', 'exec'],
  podman: ['run', 'exec'],
  kubectl: ['run', 'exec', 'debug'],
  ip: ['netns', 'vrf'],
  cmake: ['-E'],
  op: ['run'],
  doppler: ['run'],
};

const interpreters = new Set(
  `sh bash dash zsh ksh mksh fish ash csh tcsh pwsh powershell python pypy node deno bun perl ruby php lua luajit tclsh
   wish awk gawk mawk nawk sed ed ex vi vim nvim emacs m4 bc guile racket scheme sbcl clisp erl elixir iex ghc runghc
   runhaskell julia rscript r octave groovy jshell java scala kotlin dotnet mshta wscript cscript make gmake nmake
   sqlite psql mysql mariadb mongosh mongo redis-cli duckdb tsx ts-node zx irb pry ipython rails`
    .split(/\s+/)
    .filter(Boolean),
);

/** The dynamic linker runs any program: https://man7.org/linux/man-pages/man8/ld.so.8.html */
const linker = /^ld(?:-[\w-]+)?\.so/;

export function isLauncher(program: string, args: readonly string[]): boolean {
  const name = programName(program);
  return launchers.has(name) || linker.test(name) || launchingWord(program, args) !== undefined;
}

function launchingWord(program: string, args: readonly string[]): string | undefined {
  const words = launching[programName(program)];
  return words && args.find(arg => words.includes(arg));
}

/** The index of the launched program, or 0 if other words may stand before it. */
export function launchedIn([program = '', ...args]: readonly string[]): number {
  const word = launchingWord(program, args);
  if (word === undefined && !plainLaunchers.has(programName(program))) return 0;
  const from = word === undefined ? 0 : args.indexOf(word) + 1;
  const at = args.findIndex((arg, at) => at >= from && !/^\w+=|^(?:--|-y|--yes)$/.test(arg));
  return args[at]?.startsWith('-') ? 0 : at + 1;
}

export function isInterpreter(program: string): boolean {
  return interpreters.has(programName(program));
}
