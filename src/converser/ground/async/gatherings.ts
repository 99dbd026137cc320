export interface Place {
  open<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

interface Gathering {
  coming: number;
  isClosed: boolean;
  readonly openings: ((() => void) | undefined)[];
}

/** The first that is ready closes its gathering, so that latecomers keep none of it waiting. */
export function createGatherings(): (group: string) => Place {
  const lines = new Map<string, Gathering[]>();

  function advance(group: string, line: Gathering[]): void {
    for (let [first] = line; first?.coming === 0; [first] = line) {
      line.shift();
      for (const open of first.openings) open?.();
    }
    if (line.length === 0 && lines.get(group) === line) lines.delete(group);
  }

  return group => {
    const line = lines.get(group) ?? [];
    lines.set(group, line);
    const gathering = openIn(line);
    const at = gathering.openings.push(undefined) - 1;
    gathering.coming++;
    let isComing = true;
    const arrive = (opening: (() => void) | undefined) => {
      gathering.openings[at] = opening;
      if (isComing) gathering.coming--;
      isComing = false;
      advance(group, line);
    };
    return {
      open(work) {
        if (!isComing) return work();
        gathering.isClosed = true;
        return new Promise(resolve => arrive(() => resolve(work())));
      },
      leave: () => arrive(undefined),
    };
  };
}

function openIn(line: Gathering[]): Gathering {
  const last = line.at(-1);
  if (last !== undefined && !last.isClosed) return last;
  const fresh = { coming: 0, isClosed: false, openings: [] };
  line.push(fresh);
  return fresh;
}
