import path from 'node:path';
import { runConverse, type TempRoot } from './run-converse.ts';

/** A descriptor of an MCP server, with further lines of its last table. */
export function describedServer(name: string, [command, ...args]: readonly string[], more = ''): string {
  return [
    `[ensemble]\nname = "${name}"\nkind = "mcp"`,
    `[server]\ntransport = "stdio"\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n${more}`,
  ].join('\n');
}

/** A descriptor of one tool, which `FILE.mjs` beside it exports, with further lines. */
export function describedTool(name: string, [file, tool]: readonly [string, string], more = ''): string {
  return [
    `[ensemble]\nname = "${name}"\nkind = "local"`,
    `[[invokers]]\nname = "${tool}"\nimplementation = "./${file}.mjs#${tool}"\ndescription = "Of a test."\n${more}`,
  ].join('\n');
}

/** The program in a folder that holds descriptors, too, and in `state` what it remembers. */
export function programIn(
  { path: folder }: Pick<TempRoot, 'path'>,
  more: Readonly<Record<string, string>> = {},
) {
  const environment = { XDG_STATE_HOME: path.join(folder, 'state'), ...more };
  return (...args: readonly string[]) =>
    runConverse(['--root', folder, '--ensembles', folder, ...args], { environment });
}
