/**
 * Makes something while a variable of the environment is out of sight. Both SDKs send the headers that
 * `OPENAI_CUSTOM_HEADERS` and `ANTHROPIC_CUSTOM_HEADERS` name to whatever server a client is made for, and have no
 * option against it. Nobody else can miss the variable: nothing else runs before it is back.
 */
export function withVariableUnseen<T>(name: string, make: () => T): T {
  const { env } = process;
  const value = env[name];
  delete env[name];
  try {
    return make();
  } finally {
    if (value !== undefined) env[name] = value;
  }
}
