/** The descriptor of an MCP server that Node.js runs with these arguments. */
export function serverDescriptor(name: string, args: readonly string[], more = ''): string {
  const [command, list] = [process.execPath, args].map(each => JSON.stringify(each));
  return `[ensemble]\nname = "${name}"\nkind = "mcp"\n[server]\ntransport = "stdio"\ncommand = ${command}\nargs = ${list}\n${more}`;
}
