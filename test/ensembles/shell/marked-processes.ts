import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** Ids for a shell whose processes can be told from all others, and those of them that run, on Linux. */
export function createMarks() {
  const token = randomUUID();
  let count = 0;
  const isMarked = async (pid: string) => {
    const variables = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    return variables.includes(`CONVERSER_COMMAND=command-${token}`);
  };
  return {
    ids: { next: (prefix: string) => `${prefix}-${token}-${count++}` },
    async running(): Promise<readonly string[]> {
      const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
      const marked = await Promise.all(pids.map(isMarked));
      return pids.filter((_, at) => marked[at]);
    },
  };
}
