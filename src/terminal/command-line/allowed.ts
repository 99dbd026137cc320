/** Whether one of the names that the person typed stands for the tool. */
export function isAllowed(fullName: string, allowed: readonly string[]): boolean {
  // Names of ensembles have no colon in them; those of a server's tools may have any.
  const at = fullName.indexOf(':');
  const [ensemble, name] = [fullName.slice(0, at), fullName.slice(at + 1)];
  return allowed.some(entry => entry === fullName || entry === name || entry === `${ensemble}:*`);
}
