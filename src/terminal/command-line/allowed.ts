/** Whether one of the `--allow` names matches the tool. */
export function isAllowed(fullName: string, allowed: readonly string[]): boolean {
  // The name of an ensemble has no colon; the name of a server's tool may have some.
  const at = fullName.indexOf(':');
  const [ensemble, name] = [fullName.slice(0, at), fullName.slice(at + 1)];
  return allowed.some(entry => entry === fullName || entry === name || entry === `${ensemble}:*`);
}
