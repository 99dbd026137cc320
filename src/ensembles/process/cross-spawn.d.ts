/** The package brings no types. It is called as `spawn` is. */
declare module 'cross-spawn' {
  import type { spawn } from 'node:child_process';

  const crossSpawn: typeof spawn;
  export = crossSpawn;
}
