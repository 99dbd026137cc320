/** Whether there is a process of that id. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (cause) {
    // Others may run it.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
