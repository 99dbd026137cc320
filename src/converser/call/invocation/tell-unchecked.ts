import type { JsonSchema } from '../../ground/json/json.ts';
import type { Log } from '../../ground/ports.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import { uncheckedPatterns } from '../arguments/check-arguments.ts';

const told = new WeakSet<JsonSchema>();

/** Says once, and again when the schema changes, which patterns the tool alone checks. Never rejects. */
export async function tellUnchecked(invoker: Invoker, log: Log): Promise<void> {
  if (told.has(invoker.arguments)) return;
  told.add(invoker.arguments);
  const patterns = [...(await uncheckedPatterns(invoker.arguments))];
  const what = `arguments against ${shortened(patterns.join(', '), 300)}`;
  if (patterns.length > 0)
    log.warn(`${fullName(invoker)}: Converser can’t check ${what}. The tool may still refuse them.`);
}
