export function isBuiltIn(word: string): boolean {
  return /^(?:cd|exit|export|source|alias|set|unset|ulimit|umask|eval|exec|trap|wait|type|dir|copy|del)$/.test(
    word,
  );
}

/** For comparing only: `/usr/bin/git`, `.\GIT.EXE` and `git` are all `git`. */
export function programName(program: string): string {
  const name = program.split(/[/\\]/).findLast(part => part !== '') ?? program;
  return name
    .replace(/[. ]+$/, '')
    .replace(/\.(exe|cmd|bat|com|ps1)$/i, '')
    .replace(/(?<=[a-z])-?\d+(\.\d+)*$/i, '')
    .toLowerCase();
}
