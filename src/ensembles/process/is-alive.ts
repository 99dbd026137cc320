export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (cause) {
    // Another user's process exists too.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}
