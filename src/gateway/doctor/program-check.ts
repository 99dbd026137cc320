import type { Check, Finding } from './finding.ts';

export interface ProgramEntry {
  readonly program: string;
  readonly file: string;
  readonly state: 'current' | 'other-address' | 'unknown-key';
}

export function programCheck(entries: () => Promise<readonly ProgramEntry[]>): Check {
  return {
    title: 'Other programs',
    async run() {
      const found = (await entries()).map(entryFinding);
      return found.length > 0 ? found : [none];
    },
  };
}

const none: Finding = {
  state: 'good',
  title: 'MCP clients',
  found: 'Not added to any program yet.',
  remedy: { text: 'If you want other programs to use its tools, add it.', action: 'add-to-program' },
};

function entryFinding({ program: title, file, state }: ProgramEntry): Finding {
  const remedy = { text: `Add Converser to ${title} again.`, action: 'add-to-program' } as const;
  switch (state) {
    case 'current':
      return { state: 'good', title, found: `Converser is in ${file}.` };
    case 'other-address':
      return { state: 'bad', title, found: `${file} has another address than the gateway’s.`, remedy };
    case 'unknown-key':
      return { state: 'bad', title, found: `The key in ${file} is not valid any more.`, remedy };
  }
}
