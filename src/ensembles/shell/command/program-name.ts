/** What a program is called, wherever it is: `git` for `/usr/bin/git`, `.\GIT.EXE` and `git`. For comparing only. */
export function programName(program: string): string {
  const name = program.split(/[/\\]/).findLast(part => part !== '') ?? program;
  return name
    .replace(/[. ]+$/, '')
    .replace(/\.(exe|cmd|bat|com|ps1)$/i, '')
    .replace(/(?<=[a-z])-?\d+(\.\d+)*$/i, '')
    .toLowerCase();
}
