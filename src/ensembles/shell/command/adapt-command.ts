import type { JsonObject } from '../../../converser/ground/json/json.ts';

/** Other programs' tools take one `command` for a shell. If a shell would only split it at spaces, it needs none. */
export function adaptCommand(args: JsonObject): JsonObject {
  const { command, cmd, ...others } = args;
  const written = command ?? cmd;
  if (typeof written !== 'string' || 'program' in args || 'line' in args) return args;
  const line = written.trim();
  const rest = renamed(others);
  if (!needsNoShell.test(line)) return { ...rest, line: written };
  const [program = '', ...words] = line.split(/ +/);
  return { ...rest, program, args: words };
}

/** Matches plain words, the first neither an assignment nor built into shells. */
const needsNoShell =
  /^(?!(?:cd|exit|export|source|alias|set|unset|ulimit|umask|eval|exec|trap|wait|type|dir|copy|del)\b)[\w@+:,./-]+(?: +[\w@+:,./=-]+)*$/;

function renamed({
  workdir,
  working_directory,
  is_background,
  run_in_background,
  ...rest
}: JsonObject): JsonObject {
  const cwd = workdir ?? working_directory;
  const background = is_background ?? run_in_background;
  return {
    ...rest,
    ...(cwd === undefined ? {} : { cwd }),
    ...(background === undefined ? {} : { background }),
  };
}
