import type { JsonSchema } from '../../ground/json/json.ts';
import type { Log } from '../../ground/ports.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import { uncheckedPatterns } from '../arguments/check-arguments.ts';

const told = new WeakSet<JsonSchema>();

/** Says once, and again when the schema changes, which patterns the tool alone checks. Never rejects. */
export async function tellUnchecked(invoker: Invoker, log: Log): Promise<void> {
  const { arguments: schema } = invoker;
  if (told.has(schema)) return;
  told.add(schema);
  const patterns = await uncheckedPatterns(schema);
  if (patterns.size === 0) return;
  const shown = shortened([...patterns].join(', '), longest);
  log.warn(
    `${fullName(invoker)}: Converser can’t check arguments against ${shown}. The tool may still refuse them.`,
  );
}

/** In characters. */
const longest = 300;
