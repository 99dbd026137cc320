import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../converser/ground/async/serial.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import { isJsonObject, type JsonValue, parseJson } from '../converser/ground/json/json.ts';
import type { Log } from '../converser/ground/ports.ts';
import { addCause, type Cause, type Exposure } from '../converser/words/labels/exposure.ts';
import { isSource, type Source } from '../converser/words/labels/label.ts';
import type { ExposureMemory } from '../gateway/conversations/client-exposures.ts';

export interface KeptExposuresOptions {
  /** Absolute; it has a line for each addition. */
  readonly file: string;
  readonly roots: () => readonly string[];
  readonly log: Pick<Log, 'warn'>;
}

export function createKeptExposures({ file, roots, log }: KeptExposuresOptions): ExposureMemory {
  const inTurn = serial();
  const complain = (cause: unknown) =>
    log.warn(`What programs were exposed to can’t be kept: ${reasonOf(cause)}`);
  return {
    async read(client) {
      const [outside, secrets] = [new Map<Source, Cause>(), new Map<string, Cause>()];
      const written = await inTurn(() => readFile(file, 'utf8')).catch(() => '');
      for (const line of written.split('\n')) {
        const entry = parseJson(line);
        if (!isJsonObject(entry) || entry.client !== client || !isHere(entry.roots, roots())) continue;
        for (const [key, text] of textsIn(entry.outside)) if (isSource(key)) addCause(outside, key, { text });
        for (const [key, text] of textsIn(entry.secrets)) addCause(secrets, key, { text });
      }
      return { outside, secrets, described: new Map() };
    },
    add(client, { outside, secrets }) {
      const entry = { client, roots: roots(), outside: textsOf(outside), secrets: textsOf(secrets) };
      void inTurn(async () => {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
      }).catch(complain);
    },
  };
}

/** Folders may be opened together with others. */
function isHere(written: JsonValue | undefined, roots: readonly string[]): boolean {
  return (
    Array.isArray(written) && (written.length === 0 || written.some(root => roots.includes(String(root))))
  );
}

function textsOf(causes: Exposure['secrets']): Readonly<Record<string, string>> {
  return Object.fromEntries([...causes].map(([key, { text }]) => [key, text]));
}

function textsIn(written: JsonValue | undefined): readonly (readonly [key: string, text: string])[] {
  return isJsonObject(written) ? Object.entries(written).map(([key, text]) => [key, String(text)]) : [];
}
