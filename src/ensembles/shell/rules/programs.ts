import { programName } from '../command/program-name.ts';

/** Programs that run the program which their arguments name. */
const launchers = new Set(
  `env sudo doas su runuser nohup nice ionice timeout time stdbuf setsid setpriv command exec builtin xargs parallel
   watch strace ltrace gdb valgrind busybox toybox chroot unshare nsenter flatpak bwrap firejail script expect entr
   npx bunx pnpx uvx pipx dlx start cmd wsl ssh rlwrap unbuffer faketime proot torsocks proxychains systemd-run dbus-run-session
   xvfb-run chpst softlimit numactl taskset chrt prlimit runcon sg newgrp pkexec osascript open rundll32 forfiles`
    .split(/\s+/)
    .filter(Boolean),
);

/** Programs whose arguments are, or name, what they run as code. */
const interpreters = new Set(
  `sh bash dash zsh ksh mksh fish ash csh tcsh pwsh powershell python pypy node deno bun perl ruby php lua luajit tclsh
   wish awk gawk mawk nawk sed ed ex vi vim nvim emacs m4 bc guile racket scheme sbcl clisp erl elixir iex ghc runghc
   runhaskell julia rscript r octave groovy jshell java scala kotlin dotnet mshta wscript cscript make gmake nmake`
    .split(/\s+/)
    .filter(Boolean),
);

/** It runs another program, named somewhere in its arguments. */
export function isLauncher(program: string): boolean {
  return launchers.has(programName(program));
}

/** It runs code, given in its arguments or in a file. */
export function isInterpreter(program: string): boolean {
  return interpreters.has(programName(program));
}
