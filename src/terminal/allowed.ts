/** Whether one of the names that the person typed stands for the tool. */
export function isAllowed(fullName: string, allowed: readonly string[]): boolean {
  const [ensemble = '', name = ''] = fullName.split(':');
  return allowed.some(entry => entry === fullName || entry === name || entry === `${ensemble}:*`);
}
