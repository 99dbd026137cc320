/** Keeps files that others may have made from being opened anywhere but in src/files; see read-regular-file.ts. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { source, sourceFiles } from './source-modules.ts';

const ownWays: Readonly<Record<string, string>> = {
  'files/read-regular-file.ts': 'all others read with it',
  'terminal/main.ts': 'reads the manifest that Converser ships',
  'terminal/ask/terminal.ts': 'asks you in your terminal',
  'ensembles/shell/run/end-tree.ts': 'reads what the kernel says of processes',
  'vscode/workspace/read-saved.ts': 'asks VS Code first what it is',
  // These write what they have just made, or what they hold.
  'files/replace-file.ts': 'makes a draft',
  'store/records.ts': 'appends',
  'store/recording-file.ts': 'appends to a recording',
  'ensembles/shell/run/output.ts': 'makes a file for what a command prints',
  'ensembles/workspace/disk/replace-on-disk.ts': 'makes a successor, and doesn’t wait for what is there',
  'ensembles/workspace/hold.ts': 'holds places without opening them',
  'ensembles/workspace/journal/manifest/manifest-file.ts': 'makes a manifest',
  'ensembles/workspace/journal/content/pack-writer.ts': 'appends to a pack',
  'ensembles/workspace/journal/record-writer.ts': 'appends to a record',
  'ensembles/shell/sandbox/layer/layers.ts': 'reads what the kernel says of mounts',
  'ensembles/shell/sandbox/confine.ts': 'reads what the kernel says of sockets',
};

const fromNode = /^import (?:type )?([^;]*?) from '(?:node:)?fs(?:\/promises)?';/gm;
const opening = /^(open|openSync|openAsBlob|readFile|readFileSync|createReadStream|ReadStream)$/;

/** Names each way by which a module could open a file. */
function waysIn(code: string): readonly string[] {
  const named = [...code.matchAll(fromNode)].flatMap(([, names = '']) =>
    names.startsWith('{')
      ? names
          .replace(/[{}]/g, '')
          .split(',')
          .map(name => name.trim().split(' ')[0] ?? '')
          .filter(name => opening.test(name))
      : [names],
  );
  const others = code.match(/(?:import|require)\('(?:node:)?fs(?:\/promises)?'\)|\bfs\s*\.readFile\(/g) ?? [];
  return [...named, ...others];
}

describe('the modules of src/', () => {
  let found: ReadonlyMap<string, readonly string[]> = new Map();
  before(async () => {
    const read = async (file: string) => waysIn(await readFile(path.join(source, file), 'utf8'));
    const files = await sourceFiles();
    found = new Map(await Promise.all(files.map(async file => [file, await read(file)] as const)));
  });

  it('open files that others may have made in one way only', () => {
    const own = [...found].filter(([, ways]) => ways.length > 0);
    assert.deepEqual(
      own.filter(([file]) => !Object.hasOwn(ownWays, file)),
      [],
    );
    assert.deepEqual(
      Object.keys(ownWays).filter(file => !own.some(([each]) => each === file)),
      [],
    );
  });

  it('are seen through, however they name it', () => {
    for (const code of [
      "import { stat, readFile as slurp } from 'node:fs/promises';",
      "import * as fs from 'node:fs';",
      "import fs from 'fs';",
      "import {\n  type Stats,\n  openSync,\n} from 'node:fs';",
      "const { readFile } = await import('node:fs/promises');",
      'const bytes = await vscode.workspace.fs.readFile(uri);',
      'workspace.fs\n  .readFile(uri)',
    ])
      assert.equal(waysIn(code).length, 1, code);
    assert.deepEqual(waysIn("import { type FileHandle, stat } from 'node:fs/promises';\nfiles.read(x);"), []);
  });
});
