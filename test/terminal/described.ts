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
