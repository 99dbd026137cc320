/** Whether one of the `--allow` names matches the tool. */
export function isAllowed(fullName: string, allowed: readonly string[]): boolean {
  const name = fullName.slice(fullName.indexOf(':') + 1);
  return allowed.includes(name) || isAllowedInFull(fullName, allowed);
}

/** The same for the tools of a folder, which could give any of them the name that you meant for another one. */
export function isAllowedInFull(fullName: string, allowed: readonly string[]): boolean {
  // The name of an ensemble has no colon; the name of a server's tool may have some.
  const ensemble = fullName.slice(0, fullName.indexOf(':'));
  return allowed.some(entry => entry === fullName || entry === `${ensemble}:*`);
}
